import { comparableAddress } from '../../core/chain/address.ts'
import { type CaipNetworkId, isCaipNetworkId } from '../../core/chain/caip.ts'
import { isCaipAddress } from '../../core/chain/caip-10.ts'
import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorApp } from '../../core/wallet/connector.ts'
import { mostAccounts } from '../../core/wallet-limits.ts'
import { eventsOf, formerIds, methods } from './methods.ts'

/** The proposal for one family (CAIP-25). */
export interface Scope {
  readonly chains: string[]
  readonly methods: string[]
  readonly events: string[]
}
export type Proposal = Readonly<Partial<Record<ChainNamespace, Scope>>>
type Override = ConnectorApp['universalProviderConfigOverride']

/**
 * Returns the proposal for the requested networks (S3.5.2). Everything in it is optional, so that a wallet can approve what it
 * supports. `override` replaces a family's methods, chains or events, and can add families. The proposal contains no RPC URLs:
 * wallets use their own URLs, and the host's URLs may contain a key.
 */
export function proposalFor(networks: readonly string[], override: Override = {}): Proposal {
  const overridden = [override.methods, override.chains, override.events].flatMap((one) =>
    Object.keys(one ?? {}),
  )
  const entries = chainNamespaces.flatMap((namespace): [ChainNamespace, Scope][] => {
    const own = networks.filter((id) => id.startsWith(`${namespace}:`))
    if (own.length === 0 && !overridden.includes(namespace)) return []
    const former = own.flatMap((id) => formerIds[id] ?? [])
    const chains = (override.chains?.[namespace] ?? []).map((id) =>
      id.includes(':') ? id : `${namespace}:${id}`,
    )
    return [
      [
        namespace,
        {
          chains: chains.length > 0 ? chains : [...own, ...former],
          methods: [...(override.methods?.[namespace] ?? methods[namespace])],
          events: [...(override.events?.[namespace] ?? eventsOf(namespace))],
        },
      ],
    ]
  })
  return Object.fromEntries(entries)
}

/**
 * One family of an approved session, as the WalletConnect library stores it. The wallet wrote all of it, so it must be checked.
 */
export interface SettledScope {
  readonly accounts?: unknown
  readonly chains?: unknown
  readonly methods?: unknown
}

/**
 * The accounts, networks and methods of a session. Contains only networks that the page requested
 * and the wallet approved, and their accounts.
 */
export interface Approved {
  /**
   * The addresses of each family, in the wallet's order. Each address appears once, with the networks for which it is approved.
   */
  readonly accounts: readonly AccountRecord[]
  /** The requested networks with at least one account, in the wallet's order. */
  readonly networks: readonly CaipNetworkId[]
  readonly methods: Readonly<Partial<Record<ChainNamespace, ReadonlySet<string>>>>
  /** Returns the id that the wallet uses for a network. */
  wireId(network: CaipNetworkId): string | undefined
}

/** Reads an approved session. Ignores unknown families, networks that weren't requested, and invalid accounts. */
export function approvedBy(
  namespaces: Readonly<Record<string, SettledScope>>,
  requested: readonly CaipNetworkId[],
): Approved {
  /**
   * The networks by the id that the wallet uses, which may be an old id. This is a map, so that lookups are fast: wallets may
   * list a hundred accounts on a hundred networks.
   */
  const known = new Map<string, CaipNetworkId>()
  for (const id of requested) {
    const former = formerIds[id]
    if (former && !known.has(former)) known.set(former, id)
    known.set(id, id)
  }
  const accounts = new Map<string, { readonly record: AccountRecord; readonly on: Set<CaipNetworkId> }>()
  const counts: Partial<Record<ChainNamespace, number>> = {}
  const networks = new Map<CaipNetworkId, string>()
  const approved: Partial<Record<ChainNamespace, Set<string>>> = {}
  for (const [key, scope] of Object.entries(namespaces)) {
    // A key may be a single network of a family, such as `eip155:1`.
    const namespace = chainNamespaces.find((one) => key === one || key.startsWith(`${one}:`))
    if (!namespace || typeof scope !== 'object' || scope === null) continue
    /** The comparable form of each address. Undefined for an invalid address. */
    const keys = new Map<string, string | undefined>()
    for (const text of texts(scope.accounts)) {
      const at = text.lastIndexOf(':')
      const [networkId, address] = [text.slice(0, at), text.slice(at + 1)]
      const network = known.get(networkId)
      if (!network?.startsWith(`${namespace}:`)) continue
      if (!keys.has(address))
        keys.set(address, isCaipAddress(text) ? comparableAddress(namespace, address) : undefined)
      const id = keys.get(address)
      if (id === undefined) continue
      // If the wallet lists both ids of a network, use the current id.
      if (!networks.has(network) || networkId === network) networks.set(network, networkId)
      const key = `${namespace}:${id}`
      let account = accounts.get(key)
      const count = counts[namespace] ?? 0
      if (!account && count < mostAccounts) {
        counts[namespace] = count + 1
        const type = namespace === 'bip122' ? 'payment' : 'eoa'
        account = { record: { namespace, address, type }, on: new Set() }
        accounts.set(key, account)
      }
      account?.on.add(network)
      approved[namespace] ??= new Set()
    }
    for (const method of texts(scope.methods)) approved[namespace]?.add(method)
  }
  return {
    accounts: [...accounts.values()].map(({ record, on }) => ({ ...record, networks: [...on] })),
    networks: [...networks.keys()],
    methods: approved,
    wireId: (network) => networks.get(network),
  }
}

/**
 * Returns the network that the payload `data` of a `chainChanged` event names: a number, hex, a
 * reference or a CAIP-2 id. Returns undefined if it names no network. For other events, `data` is
 * undefined, and the result is the network of `chainId`.
 */
export function eventNetwork(chainId: string, data: unknown): CaipNetworkId | undefined {
  const namespace = chainNamespaces.find((one) => chainId.startsWith(`${one}:`))
  if (!namespace) return undefined
  const text = typeof data === 'number' || typeof data === 'string' ? String(data) : ''
  const reference = /^0x[0-9a-f]{1,13}$/i.test(text) ? String(Number(text)) : text
  const id = reference.includes(':') ? reference : `${namespace}:${reference}`
  const named = data === undefined ? chainId : id
  const now = Object.entries(formerIds).find(([, former]) => former === named)?.[0] ?? named
  if (namespace === 'eip155' && !/^eip155:[1-9]\d*$/.test(now)) return undefined
  return isCaipNetworkId(now) && now.startsWith(`${namespace}:`) ? now : undefined
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
