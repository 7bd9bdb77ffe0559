import { throwIfAborted } from '../../core/async/abort.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { type ChainNetwork, networksOf, unsupportedNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { SignInOffer } from '../../core/sign-in/sign-in.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { Connector, ConnectorSession } from '../../core/wallet/connector.ts'
import type { AccountType } from '../../core/wallet/family.ts'
import { baseConnectorId } from '../../core/wallet/list/base-connector-id.ts'
import type { SessionDeps } from './session.ts'

type Connections = readonly Connection[]
type Namespaces = readonly ChainNamespace[]

/**
 * Opens one session in the wallet and connects each family of the session.
 * @param opened The session, if the wallet has approved it already.
 * @throws `connection/no-accounts` if the session has no account of these families.
 */
export async function openConnections(
  deps: SessionDeps,
  connector: Connector,
  namespaces: Namespaces,
  target: ChainNetwork | undefined,
  signal: AbortSignal,
  opened?: ConnectorSession,
): Promise<Connections> {
  const { network, connections: store, options, persistence, log } = deps
  const networks = namespaces.flatMap((one) =>
    networksOf(network.state.requestedNetworks, one).map(({ caipNetworkId }) => caipNetworkId),
  )
  const signIn = signInOffer(deps, namespaces, target)
  const connected = () => store.through(connector.id)
  const session = opened ?? (await connector.open({ namespaces, networks, connected, signIn }, { signal }))
  const { signIns = [] } = session
  // A new WalletConnect session has already ended the earlier one, if there was one.
  const isReplaced = connector.type === 'WALLET_CONNECT'
  let isHandedOver = false
  let isBelieved = true
  try {
    // Storing a sign-in replaces all other sign-ins. So if another connection was made meanwhile, drop this sign-in, and ask
    // for a sign-in later.
    if (signIns.length > 0 && isAlone(deps)) {
      isHandedOver = true
      isBelieved = false
      await deps.signIn?.keep(signIns, { signal })
      isBelieved = true
    }
    const covered = namespaces.filter((one) => session.accounts.some(({ namespace }) => namespace === one))
    if (covered.length === 0) throw latchkeyError('connection/no-accounts')
    const connections = await bind(deps, covered, (namespace, adapter) => {
      const wanted = target?.chainNamespace === namespace ? target : networkOfWallet(deps, namespace, session)
      const preferred = persistence.get('preferredAccountTypes')?.[namespace] as AccountType | undefined
      const accountType =
        session.preferred?.[namespace] ?? preferred ?? options.state.defaultAccountTypes[namespace]
      return adapter.connect({ connector, session, network: wanted, accountType }, { signal })
    })
    if (isReplaced) await releaseOthers(deps, connector, connections)
    throwIfAborted(signal)
    return connections
  } catch (error) {
    // Close the session if no family uses it, its sign-in failed verification, or it has replaced the families' session.
    if (!isBelieved || isReplaced || store.through(connector.id).length === 0)
      await connector.close().catch((failure) => log.warn("Couldn't close a session", failure))
    if (isHandedOver)
      deps.signIn?.keep([]).catch((failure) => log.warn('A sign-in could not be revoked', failure))
    throw error
  }
}

/** Disconnects the families that the client still shows on the connector's earlier session, which has ended. */
async function releaseOthers(
  { adapters, connections: store, log }: SessionDeps,
  { id }: Connector,
  connections: Connections,
): Promise<void> {
  const left = store.through(id).flatMap((one) => store.of(one) ?? [])
  const ended = left.filter((one) => !connections.some((made) => made.id === one.id))
  for (const { id: connectionId, namespace } of ended)
    await adapters
      .get(namespace)
      .then((adapter) => adapter.disconnect(connectionId, { keepsSession: true }))
      .catch((error) => log.warn("Couldn't close a connection", error))
}

/**
 * Returns the sign-in message to request together with the connection. Returns undefined if another connection exists, because
 * storing a sign-in replaces all other sign-ins.
 */
function signInOffer(
  deps: SessionDeps,
  namespaces: Namespaces,
  target: ChainNetwork | undefined,
): SignInOffer | undefined {
  const { signIn } = deps
  const [first] = namespaces
  if (!signIn || !first || !isAlone(deps)) return undefined
  const { caipNetworkId } = target ?? defaultNetworkOf(deps, first)
  return { createMessage: (opts) => signIn.createMessage(caipNetworkId, opts) }
}

function isAlone({ connections }: SessionDeps): boolean {
  return Object.values(connections.state).every(({ status }) => !/^(connected|restoring)$/.test(status))
}

/**
 * Closes a connector's connections that the client doesn't use. For example, an attempt connected a family and was then aborted.
 */
export function releaseUnused(
  { connections, log }: SessionDeps,
  connectorId: string,
  adapters: readonly ChainAdapter[],
): void {
  const claimed = baseConnectorId(connectorId)
  for (const adapter of adapters) {
    const unused = adapter
      .connections()
      .filter(
        (one) =>
          baseConnectorId(one.connectorId) === claimed && connections.through(one.connectorId).length === 0,
      )
    for (const { id } of unused)
      adapter.disconnect(id).catch((error) => log.warn("Couldn't close a connection", error))
  }
}

/** Connects each family of a session. If no family connects, throws the first failure. */
export async function bind(
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
  for (const error of failures) log.warn('Connecting a chain family failed', error)
  return connections
}

/**
 * Returns the default network if the session covers it or names no network of the family. Otherwise returns the network that the
 * wallet is on, so that the wallet doesn't have to switch.
 */
function networkOfWallet(deps: SessionDeps, namespace: ChainNamespace, { networks }: ConnectorSession) {
  const usual = defaultNetworkOf(deps, namespace)
  const [current] = networks.filter((id) => id.startsWith(`${namespace}:`))
  if (!current || networks.includes(usual.caipNetworkId)) return usual
  return deps.network.find(current) ?? unsupportedNetwork(namespace, current)
}

/**
 * Returns the network to connect a family on: the family's current network if it is requested, otherwise the family's first
 * requested network.
 */
export function defaultNetworkOf({ network }: SessionDeps, namespace: ChainNamespace): ChainNetwork {
  const current = network.networkOf(namespace)
  return network.isSupported(current) ? current : (network.requested(namespace)[0] ?? current)
}
