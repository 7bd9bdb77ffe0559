import { throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { type ChainNetwork, networksOf } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { reconnectTimeout } from '../../core/limits.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import { type Connection, connectionKey } from '../../core/wallet/connection.ts'
import type { Connector } from '../../core/wallet/connector.ts'
import type { AccountType } from '../../core/wallet/family.ts'
import { walletDetection } from '../../core/wallet-limits.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { SessionDeps } from './session.ts'

type Connections = readonly Connection[]
type Namespaces = readonly ChainNamespace[]

/**
 * Opens one session at the wallet and connects each family that it covers.
 * @throws `connection/no-accounts` when it covers none.
 */
export async function openConnections(
  deps: SessionDeps,
  connector: Connector,
  namespaces: Namespaces,
  target: ChainNetwork | undefined,
  signal: AbortSignal,
): Promise<Connections> {
  const { network, connections: store, options, persistence, log } = deps
  const networks = namespaces.flatMap((one) =>
    networksOf(network.state.requestedNetworks, one).map(({ caipNetworkId }) => caipNetworkId),
  )
  const session = await connector.open({ namespaces, networks }, { signal })
  try {
    const covered = namespaces.filter((one) => session.accounts.some(({ namespace }) => namespace === one))
    if (covered.length === 0) throw latchkeyError('connection/no-accounts')
    const connections = await bind(deps, covered, (namespace, adapter) => {
      const wanted = target?.chainNamespace === namespace ? target : startOf(deps, namespace)
      const preferred = persistence.get('preferredAccountTypes')?.[namespace] as AccountType | undefined
      const accountType = preferred ?? options.state.defaultAccountTypes[namespace]
      return adapter.connect({ connector, session, network: wanted, accountType }, { signal })
    })
    throwIfAborted(signal)
    return connections
  } catch (error) {
    // A session that no family uses is not left open at the wallet.
    if (store.through(connector.id).length === 0)
      await connector.close().catch((failure) => log.warn('A session was left open', failure))
    throw error
  }
}

/**
 * Takes up the session that the wallet still grants, never asking; none: it grants none. Waits 5 s for the wallet to be
 * found and 5 s for it to answer.
 * @throws `connection/connector-not-found`, `wallet/timeout`
 */
export async function restoreConnections(
  deps: SessionDeps,
  id: string,
  namespaces: Namespaces,
  outer: AbortSignal,
): Promise<Connections> {
  const { clock, persistence } = deps
  const connector = await found(deps, id, outer)
  throwIfAborted(outer)
  if (!connector) throw latchkeyError('connection/connector-not-found', { values: { id } })
  const restore = async (signal: AbortSignal) => {
    const session = await connector.restore({ signal })
    if (!session) return []
    return bind(deps, namespaces, (namespace, adapter) => {
      const lastAddress = persistence.get(connectionKey(namespace))?.accounts[0]?.address
      const network = startOf(deps, namespace)
      return adapter.reconnect({ connector, session, network, lastAddress }, { signal })
    })
  }
  const late = () => latchkeyError('wallet/timeout', { values: { seconds: reconnectTimeout / 1000 } })
  return withTimeout(clock, reconnectTimeout, restore, late, outer)
}

/** Has no adapter keep a connection that nobody is shown: an attempt may fail for one family after it has bound another. */
export function releaseUnused(
  { connections, log }: SessionDeps,
  connectorId: string,
  adapters: readonly ChainAdapter[],
): void {
  if (connections.through(connectorId).length > 0) return
  for (const adapter of adapters) {
    const unused = adapter.connections().filter((one) => one.connectorId === connectorId)
    for (const { id } of unused)
      adapter.disconnect(id).catch((error) => log.warn('A connection was left open', error))
  }
}

/** Waits while discovery may still find the connector, 5 s at most; then, or on abort, resolves with nothing. */
function found(
  { connector, clock }: SessionDeps,
  id: string,
  signal: AbortSignal,
): Promise<Connector | undefined> {
  return new Promise((resolve) => {
    const releases: Unsubscribe[] = []
    const settle = (result: Connector | undefined) => {
      for (const release of releases) release()
      resolve(result)
    }
    const known = connector.find(id)
    if (known || signal.aborted || !connector.discovering) return settle(known)
    void connector.look()
    const look = () => {
      const late = connector.find(id)
      if (late) settle(late)
    }
    const giveUp = () => settle(undefined)
    signal.addEventListener('abort', giveUp, { once: true })
    releases.push(connector.onFound(look), clock.after(walletDetection.wait, giveUp), () =>
      signal.removeEventListener('abort', giveUp),
    )
  })
}

/** Binds each family to a session. Some may fail, unless all do. */
async function bind(
  { adapters, log }: SessionDeps,
  namespaces: Namespaces,
  one: (namespace: ChainNamespace, adapter: ChainAdapter) => Promise<Connection | null>,
): Promise<Connections> {
  const bound = await Promise.allSettled(
    namespaces.map(async (namespace) => one(namespace, await adapters.get(namespace))),
  )
  const failures = bound.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const connections = bound.flatMap((result) => (result.status === 'fulfilled' && result.value) || [])
  if (connections.length === 0 && failures.length > 0) throw failures[0]
  for (const error of failures) log.warn('A chain family could not be connected', error)
  return connections
}

/** Where a family connects when nobody says where: where it is, if the host requested that. */
function startOf({ network }: SessionDeps, namespace: ChainNamespace): ChainNetwork {
  const current = network.networkOf(namespace)
  return network.isSupported(current) ? current : (network.requested(namespace)[0] ?? current)
}
