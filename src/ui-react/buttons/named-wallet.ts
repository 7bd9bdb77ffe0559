import type { Latchkey } from '../../client/create-latchkey.ts'
import type { CatalogueState } from '../../controllers/wallet/catalogue.ts'
import type { ConnectorState } from '../../controllers/wallet/connectors.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { baseConnectorId } from '../../core/wallet/list/base-connector-id.ts'
import type { CatalogueWallet } from '../../core/wallet/list/catalogue-wallet.ts'
import { installedAs } from '../../core/wallet/list/known-wallets.ts'
import type { ConnectorView } from '../../core/wallet/list/wallet-list.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly rdns?: string | null | undefined
  readonly explorerId?: string | undefined
}

/**
 * Returns the wallets that claim this rdns or id. If there are none, returns the wallets with this catalogue id
 * (`explorerId`). If there are none of these either, returns the wallets that claim this name. Any wallet can claim any rdns, id
 * or name.
 */
function claimants<W extends Named>(wallets: readonly W[], wallet: string): readonly W[] {
  const name = wallet.toLowerCase()
  const claims: readonly ((one: W) => boolean)[] = [
    ({ rdns, id }) => rdns === wallet || id === wallet,
    ({ explorerId }) => explorerId === wallet,
    (one) => one.name.toLowerCase() === name,
  ]
  return claims.map((claim) => wallets.filter(claim)).find(({ length }) => length > 0) ?? []
}

/** Returns the wallet, if exactly one wallet matches. */
export function named<W extends Named>(wallets: readonly W[], wallet: string): W | undefined {
  const [claimant, another] = claimants(wallets, wallet)
  return another ? undefined : claimant
}

/** The wallets that a button finds its wallet in. */
export interface WalletLists extends Pick<ConnectorState, 'connectors'> {
  /** The wallets of the host and of the catalogue. */
  readonly listed: readonly CatalogueWallet[]
}

/** Takes states, so that a button can pass the states of its render. During hydration, these are the initial states. */
export function walletLists(
  { connectors }: ConnectorState,
  { featured, recommended, wallets, search }: CatalogueState,
  customWallets: readonly CatalogueWallet[] | undefined,
): WalletLists {
  const all = [...(customWallets ?? []), ...featured, ...recommended, ...wallets]
  const byId = new Map([...all, ...(search?.wallets ?? [])].map((one) => [one.id, one]))
  return { connectors, listed: [...byId.values()] }
}

export function currentLists({ connector, catalogue, options }: Latchkey): WalletLists {
  return walletLists(connector.state, catalogue.state, options.state.customWallets)
}

/**
 * Returns the installed wallet, found by its own name or through its entry in the catalogue. Returns `several` if more than one
 * wallet matches. The visitor then chooses in the list, which marks look-alikes.
 */
export function installed(
  { connectors, listed }: WalletLists,
  wallet: string,
): ConnectorView | 'several' | undefined {
  const claiming = claimants(connectors, wallet)
  if (claiming.length > 1) return 'several'
  const entry = named(listed, wallet)
  const found = claiming[0] ?? (entry && installedAs(entry, connectors))
  const alike = connectors.filter(({ rdns }) => rdns && rdns === found?.rdns)
  return alike.length > 1 ? 'several' : found
}

/**
 * Returns a family in which the wallet is connected. With `namespace`, checks only this family. Without `namespace`, checks the
 * active family first, then the others.
 */
export function connectedFamily(
  latchkey: Latchkey,
  { wallet, namespace }: { readonly wallet: string; readonly namespace?: ChainNamespace | undefined },
): ChainNamespace | undefined {
  const lists = currentLists(latchkey)
  const found = installed(lists, wallet)
  const connector = found === 'several' ? undefined : found
  const ids = [wallet, connector?.id, ...(connector?.members ?? []).map(({ id }) => id)]
  const name = (named(lists.listed, wallet)?.name ?? wallet).toLowerCase()
  const { connections, network } = latchkey
  const families = namespace
    ? [namespace]
    : [network.state.activeNamespace, ...connections.connectedNamespaces]
  return families.find((family) => {
    const { connection, wallet: info } = connections.state[family]
    if (!connection) return false
    // A WalletConnect session identifies the wallet only by its name.
    if (info.type === 'WALLET_CONNECT') return info.name.toLowerCase() === name
    return ids.includes(baseConnectorId(connection.connectorId)) || info.rdns === wallet
  })
}
