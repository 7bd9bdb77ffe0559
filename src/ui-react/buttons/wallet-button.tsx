import type { ReactNode } from 'react'
import type { Latchkey } from '../../client/create-latchkey.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { useController } from '../hooks/use-controller.ts'
import { useRuntimeOrThrow } from '../hooks/use-latchkey.ts'
import { loadModal } from '../load-modal.ts'
import { buttonClass } from '../page-styles.ts'
import { useThemeAttributes } from '../theme.ts'
import { connectedFamily, currentLists, installed, named, walletLists } from './named-wallet.ts'

export interface WalletButtonProps {
  /** The wallet to connect: its rdns such as `io.metamask`, its id in the catalogue, or its name such as `MetaMask`. */
  readonly wallet: string
  /** Default: the wallet's name. */
  readonly label?: ReactNode
  /** Connects this chain family. Default: the families that the wallet and the client have in common. */
  readonly namespace?: ChainNamespace | undefined
  /**
   * A CSS class. With a class, your CSS rules can restyle the button. Without a class, the page's rules for buttons don't affect
   * it.
   */
  readonly className?: string | undefined
}

/** Opens the list of wallets: of the family, if there is one. */
function openList({ network, open }: Latchkey, namespace: ChainNamespace | undefined): Promise<void> {
  // For a family that isn't active, `open` would first show the switch to it.
  if (namespace) network.setActiveNamespace(namespace)
  return open({ view: 'Connect', namespace })
}

/** Opens the wallet list at once. When the catalogue has answered, replaces the list with the wallet's own view. */
async function searchInList(latchkey: Latchkey, { wallet, namespace }: WalletButtonProps): Promise<void> {
  const { catalogue, modal, router } = latchkey
  let isClosed = false
  const stop = modal.on('closed', () => {
    isClosed = true
  })
  const search = async () => {
    await catalogue.begin()
    if (!named(currentLists(latchkey).listed, wallet)) await catalogue.search(wallet)
  }
  // Ignore an error of the search, because the list shows the error.
  await Promise.all([openList(latchkey, namespace), search().catch(() => {})]).finally(stop)
  const entry = named(currentLists(latchkey).listed, wallet)
  // The visitor may have left the list during the search, and may have opened another list.
  const isWaiting = !isClosed && modal.state.open && router.state.view === 'Connect'
  if (entry && isWaiting) router.replace('ConnectingWalletConnect', { wallet: entry })
}

/** Asks an installed wallet at once, within the click, and opens the view that shows how to connect. */
async function connect(latchkey: Latchkey, { wallet, namespace }: WalletButtonProps): Promise<void> {
  const lists = currentLists(latchkey)
  const found = installed(lists, wallet)
  if (found === 'several') return openList(latchkey, namespace)
  const connector = found?.members?.find(({ chains }) => namespace && chains.includes(namespace)) ?? found
  if (connector?.type === 'MULTI_CHAIN')
    return latchkey.open({ view: 'ConnectingMultiChain', data: { connector } })
  if (connector) {
    latchkey.session.ask({ connectorId: connector.id, namespaces: namespace && [namespace] })
    return latchkey.open({ view: 'ConnectingExternal', data: { connector, switchToChain: namespace } })
  }
  const entry = named(lists.listed, wallet)
  if (entry) return latchkey.open({ view: 'ConnectingWalletConnect', data: { wallet: entry } })
  await searchInList(latchkey, { wallet, namespace })
}

/**
 * Connects one wallet: directly if it's installed, otherwise through WalletConnect. While the wallet is connected, opens the
 * account. Opens the wallet list if `wallet` doesn't match exactly one wallet. Prefetches the modal on hover or focus.
 */
export function WalletButton(props: WalletButtonProps) {
  const { wallet, label, className } = props
  const runtime = useRuntimeOrThrow()
  const { latchkey } = runtime
  const lists = walletLists(
    useController(latchkey.connector),
    useController(latchkey.catalogue),
    useController(latchkey.options, (state) => state.customWallets),
  )
  const found = installed(lists, wallet)
  const connector = found === 'several' ? undefined : found
  const entry = named(lists.listed, wallet)
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
