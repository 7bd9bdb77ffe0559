import type { ReactNode } from 'react'
import type { Latchkey } from '../../client/create-latchkey.ts'
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

/** The wallets that claim this rdns or id, else those that claim this name. Any wallet can claim any of them. */
function claimants<W extends Named>(wallets: readonly W[], wallet: string): readonly W[] {
  const name = wallet.toLowerCase()
  const claims: readonly ((one: W) => boolean)[] = [
    ({ rdns, id }) => rdns === wallet || id === wallet,
    ({ explorerId }) => explorerId === wallet,
    (one) => one.name.toLowerCase() === name,
  ]
  return claims.map((claim) => wallets.filter(claim)).find(({ length }) => length > 0) ?? []
}

/** The wallet, if only one claims to be it. */
function named<W extends Named>(wallets: readonly W[], wallet: string): W | undefined {
  const [claimant, another] = claimants(wallets, wallet)
  return another ? undefined : claimant
}

function listed({ options, catalogue }: Latchkey): readonly CatalogueWallet[] {
  const { featured, recommended, wallets, search } = catalogue.state
  const all = [...(options.state.customWallets ?? []), ...featured, ...recommended, ...wallets]
  return [...new Map([...all, ...(search?.wallets ?? [])].map((one) => [one.id, one])).values()]
}

/**
 * The installed wallet, by its own name or through the catalogue's entry; `several` if more than one claims to be it: the visitor
 * then chooses in the list, which marks look-alikes.
 */
function installed(latchkey: Latchkey, wallet: string): ConnectorView | 'several' | undefined {
  const { connectors } = latchkey.connector.state
  const claiming = claimants(connectors, wallet)
  if (claiming.length > 1) return 'several'
  const entry = named(listed(latchkey), wallet)
  const found = claiming[0] ?? (entry && installedAs(entry, connectors))
  const alike = connectors.filter(({ rdns }) => rdns && rdns === found?.rdns)
  return alike.length > 1 ? 'several' : found
}

/** The family that is connected to the wallet: the wanted one, else the active one, else any. */
function connectedFamily(
  latchkey: Latchkey,
  { wallet, namespace }: WalletButtonProps,
): ChainNamespace | undefined {
  const found = installed(latchkey, wallet)
  const connector = found === 'several' ? undefined : found
  const ids = [wallet, connector?.id, ...(connector?.members ?? []).map(({ id }) => id)]
  const name = (named(listed(latchkey), wallet)?.name ?? wallet).toLowerCase()
  const { connections, network } = latchkey
  const families = namespace
    ? [namespace]
    : [network.state.activeNamespace, ...connections.connectedNamespaces]
  return families.find((family) => {
    const { connection, wallet: info } = connections.state[family]
    if (!connection) return false
    // A WalletConnect session has nothing but the name that the wallet gave.
    if (info.type === 'WALLET_CONNECT') return info.name.toLowerCase() === name
    return ids.includes(baseConnectorId(connection.connectorId)) || info.rdns === wallet
  })
}

/** Opens the list at once, and in its place, once the catalogue has answered, the wallet's own view. */
async function searchInList(latchkey: Latchkey, wallet: string): Promise<void> {
  const { catalogue, modal, router } = latchkey
  const search = async () => {
    await catalogue.begin()
    if (!named(listed(latchkey), wallet)) await catalogue.search(wallet)
  }
  // The list shows why the catalogue can't be read.
  await Promise.all([latchkey.open({ view: 'Connect' }), search().catch(() => {})])
  const entry = named(listed(latchkey), wallet)
  // The visitor may have gone on meanwhile.
  const isWaiting = modal.state.open && router.state.view === 'Connect'
  if (entry && isWaiting) router.replace('ConnectingWalletConnect', { wallet: entry })
}

/** Asks an installed wallet at once, within the click, and opens the view that shows how to connect. */
async function connect(latchkey: Latchkey, { wallet, namespace }: WalletButtonProps): Promise<void> {
  const found = installed(latchkey, wallet)
  if (found === 'several') return latchkey.open({ view: 'Connect' })
  const connector = found?.members?.find(({ chains }) => namespace && chains.includes(namespace)) ?? found
  if (connector?.type === 'MULTI_CHAIN')
    return latchkey.open({ view: 'ConnectingMultiChain', data: { connector } })
  if (connector) {
    latchkey.session.ask({ connectorId: connector.id, namespaces: namespace && [namespace] })
    return latchkey.open({ view: 'ConnectingExternal', data: { connector, switchToChain: namespace } })
  }
  const entry = named(listed(latchkey), wallet)
  if (entry) return latchkey.open({ view: 'ConnectingWalletConnect', data: { wallet: entry } })
  await searchInList(latchkey, wallet)
}

/**
 * Connects one wallet: the installed one, else through WalletConnect. Opens the account while the wallet is connected, and the
 * wallet list if the wallet isn't known or several claim to be it. Prefetches the modal on hover or focus.
 */
export function WalletButton(props: WalletButtonProps) {
  const { wallet, label, className } = props
  const runtime = useRuntimeOrThrow()
  const { latchkey } = runtime
  useController(latchkey.connector)
  useController(latchkey.catalogue)
  const found = installed(latchkey, wallet)
  const connector = found === 'several' ? undefined : found
  const entry = named(listed(latchkey), wallet)
  const open = async () => {
    const family = connectedFamily(latchkey, props)
    if (!family) return connect(latchkey, props)
    latchkey.network.setActiveNamespace(family)
    await latchkey.open({ view: 'Account', namespace: family })
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
