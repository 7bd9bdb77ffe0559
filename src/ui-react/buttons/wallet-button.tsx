import type { ReactNode } from 'react'
import type { Latchkey } from '../../client/create-latchkey.ts'
import type { OpenOptions } from '../../controllers/coordinators/modal.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { baseConnectorId } from '../../core/wallet/list/base-connector-id.ts'
import type { CatalogueWallet } from '../../core/wallet/list/catalogue-wallet.ts'
import { installedAs } from '../../core/wallet/list/known-wallets.ts'
import type { ConnectorView } from '../../core/wallet/list/wallet-list.ts'
import { useController } from '../hooks/use-controller.ts'
import { useRuntimeOrThrow } from '../hooks/use-latchkey.ts'
import { loadModal } from '../load-modal.ts'
import { buttonClass } from '../page-styles.ts'
import { useThemeAttributes } from '../theme.ts'

export interface WalletButtonProps {
  /** The wallet: its rdns such as `io.metamask`, its id in the catalogue, or its name such as `MetaMask`. */
  readonly wallet: string
  /** Default: the wallet's name. */
  readonly label?: ReactNode
  /** Connects this chain family. Default: the families that the wallet and the client have in common. */
  readonly namespace?: ChainNamespace | undefined
  /** Your own class. With it, your rules can restyle the button; without it, the button resists the page's rules for buttons. */
  readonly className?: string | undefined
}

interface Named {
  readonly id: string
  readonly name: string
  readonly rdns?: string | null | undefined
  readonly explorerId?: string | undefined
}

/** The wallet with this id or rdns, else the only one with this name: several can claim a name. */
function named<W extends Named>(wallets: readonly W[], wallet: string): W | undefined {
  const identified = wallets.find((one) => [one.rdns, one.id, one.explorerId].includes(wallet))
  if (identified) return identified
  const [claimant, another] = wallets.filter(({ name }) => name.toLowerCase() === wallet.toLowerCase())
  return another ? undefined : claimant
}

function listed({ options, catalogue }: Latchkey): readonly CatalogueWallet[] {
  const { featured, recommended, wallets, search } = catalogue.state
  const all = [...(options.state.customWallets ?? []), ...featured, ...recommended, ...wallets]
  return [...new Map([...all, ...(search?.wallets ?? [])].map((one) => [one.id, one])).values()]
}

/** The installed wallet, by its own name or through the catalogue's entry. */
function installed(latchkey: Latchkey, wallet: string): ConnectorView | undefined {
  const { connectors } = latchkey.connector.state
  const entry = named(listed(latchkey), wallet)
  return named(connectors, wallet) ?? (entry && installedAs(entry, connectors))
}

/** Asks an installed wallet at once, within the click, and returns the view that shows how to connect. */
async function connect(latchkey: Latchkey, { wallet, namespace }: WalletButtonProps): Promise<OpenOptions> {
  const found = installed(latchkey, wallet)
  const connector = found?.members?.find(({ chains }) => namespace && chains.includes(namespace)) ?? found
  if (connector?.type === 'MULTI_CHAIN') return { view: 'ConnectingMultiChain', data: { connector } }
  if (connector) {
    latchkey.session.ask({ connectorId: connector.id, namespaces: namespace && [namespace] })
    return { view: 'ConnectingExternal', data: { connector, switchToChain: namespace } }
  }
  await latchkey.catalogue.begin()
  if (!named(listed(latchkey), wallet)) await latchkey.catalogue.search(wallet)
  const entry = named(listed(latchkey), wallet)
  return entry ? { view: 'ConnectingWalletConnect', data: { wallet: entry } } : { view: 'Connect' }
}

/**
 * Connects one wallet: the installed one, else through WalletConnect. Opens the account while the wallet is connected, and the
 * wallet list if the wallet isn't known. Prefetches the modal on hover or focus.
 */
export function WalletButton(props: WalletButtonProps) {
  const { wallet, label, className } = props
  const runtime = useRuntimeOrThrow()
  const { latchkey } = runtime
  useController(latchkey.connector)
  useController(latchkey.catalogue)
  const connections = useController(latchkey.connections)
  const connector = installed(latchkey, wallet)
  const entry = named(listed(latchkey), wallet)
  const ids = connector && [connector.id, ...(connector.members ?? []).map(({ id }) => id)]
  const connected = Object.values(connections).some(({ connection }) =>
    connection ? ids?.includes(baseConnectorId(connection.connectorId)) : false,
  )
  const open = async () => {
    await latchkey.open(connected ? { view: 'Account' } : await connect(latchkey, props))
  }
  const prefetch = () => {
    loadModal(runtime).catch(() => {})
  }
  return (
    <button
      type="button"
      dir="auto"
      ref={runtime.styles.reach}
      className={buttonClass('', className)}
      {...useThemeAttributes()}
      aria-haspopup="dialog"
      data-testid={`wallet-button-${wallet}`}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => {
        open().catch(() => {})
      }}
    >
      {connector?.imageUrl && <img src={connector.imageUrl} alt="" />}
      <bdi>{label ?? connector?.name ?? entry?.name ?? wallet}</bdi>
    </button>
  )
}
