import { throwIfAborted } from '../../core/async/abort.ts'
import { sharedRuns } from '../../core/async/shared-run.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { type ChainNetwork, networksOf } from '../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, ConnectParams, ReconnectParams } from '../../core/wallet/adapter.ts'
import type { AccountRecord, Connection } from '../../core/wallet/connection.ts'
import type { Connector, ConnectorSession } from '../../core/wallet/connector.ts'
import { type Connections, sorted } from './connections.ts'
import type { Family, FamilyChain } from './family.ts'
import { isFinalError } from './is-final-error.ts'

/** The members of a family that connecting needs. */
export type ConnectingFamily<N extends ChainNamespace> = Pick<
  Family<N, FamilyChain<N>>,
  'namespace' | 'normalize' | 'move' | 'accountsOn'
>

export interface ConnectingOptions<N extends ChainNamespace> {
  readonly family: ConnectingFamily<N>
  readonly context: Pick<AdapterContext, 'networks' | 'log' | 'clock'>
  readonly connections: Connections<N>
  /** Returns whether the family and the session's wallet can switch networks. */
  canSwitch(session: ConnectorSession): boolean
}

/** Adds the connection of a session. In `shown`, the selected account comes first. `chosen` is listed before it. */
type Add<N extends ChainNamespace> = (
  session: ConnectorSession,
  shown: readonly AccountRecord[],
  network: ChainNetwork<N>,
  chosen?: string,
) => Connection<N>

/**
 * Opens and restores connections, and switches their networks. Concurrent calls of `connect` for
 * one connector share one run, and so do calls of `reconnect`. Concurrent switches of one
 * connection to the same network share one run too.
 */
export function connecting<N extends ChainNamespace>(options: ConnectingOptions<N>) {
  const { family, context, connections, canSwitch } = options
  const { namespace } = family
  const opening = sharedRuns<Connection<N>>()
  const restoring = sharedRuns<Connection<N> | null>()
  const switching = sharedRuns<ChainNetwork<N>>()

  function connect(
    { connector, network, accountType, session: given }: ConnectParams<N>,
    signal: AbortSignal,
  ) {
    const open = async (inner: AbortSignal) => {
      const networks = networksOf(context.networks, namespace).map((known) => known.caipNetworkId)
      const session =
        given ?? (await connector.open({ namespaces: [namespace], networks }, { signal: inner }))
      try {
        return await following(connector, async (add) => {
          const where = await switchIfNeeded(session, network, inner)
          const shown = await accountsOn(session, where, session.accounts, inner)
          const first = (account: AccountRecord) => account.type === accountType
          return add(session, sorted(shown, first), where)
        })
      } catch (error) {
        // The session was opened only for this connection, so close it.
        const used = connections.all().some(({ connectorId }) => connectorId === connector.id)
        if (!given && !used) connector.close().catch(() => {})
        throw error
      }
    }
    return opening(connector.id, open, signal)
  }

  function reconnect(
    { connector, network, lastAddress, session: given }: ReconnectParams<N>,
    signal: AbortSignal,
  ) {
    const restore = async (inner: AbortSignal) => {
      const session = given ?? (await connector.restore({ signal: inner }))
      if (!session || connections.accounts(session.accounts).length === 0) return null
      return following(connector, async (add) => {
        const where = covers(session, network) ? network : (currentNetwork(session) ?? network)
        const shown = await accountsOn(session, where, session.accounts, inner)
        return add(session, shown, where, lastAddress)
      })
    }
    return restoring(connector.id, restore, signal)
  }

  function switchNetwork(connectionId: string, network: ChainNetwork<N>, signal: AbortSignal) {
    const { session, connection, connector } = connections.get(connectionId)
    const { caipNetworkId } = network
    const refusal = () =>
      latchkeyError('adapter/unsupported', {
        values: {
          capability: 'network.switch',
          subject: `${connector.name} (choose ${network.name} in the wallet, then connect again)`,
        },
      })
    const several = session.networks.length > 1 && session.networks.includes(caipNetworkId)
    const approved = connections.approved(session)
    if (approved && !approved.includes(caipNetworkId) && connection.network.caipNetworkId !== caipNetworkId)
      throw refusal()
    if (!several && !canSwitch(session))
      throw latchkeyError('adapter/unsupported', {
        values: { capability: 'network.switch', subject: connector.name },
      })
    const change = async (inner: AbortSignal) => {
      if (!several) await family.move?.(session, connection.network, network, inner, context.clock)
      throwIfAborted(inner)
      const accounts = await accountsOn(session, network, connections.get(connectionId).shown, inner)
      if (connections.accounts(accounts, network).length === 0) throw refusal()
      connections.move(connectionId, network, accounts)
      return network
    }
    return switching(`${connectionId} ${caipNetworkId}`, change, signal)
  }

  /** Reads a session and adds its connection. Wallet events during the read are applied to the connection too. */
  async function following(
    connector: Connector,
    read: (add: Add<N>) => Promise<Connection<N>>,
  ): Promise<Connection<N>> {
    const news: (() => void)[] = []
    let isClosed = false
    const id = connections.idOf(connector)
    const stops = [
      connector.on('accountsChanged', (event) => {
        if (event.namespace === namespace) news.push(() => connections.change(id, event.accounts))
      }),
      connector.on('networkChanged', (event) => {
        const moved = event.network as CaipNetworkId<N>
        if (event.namespace === namespace) news.push(() => connections.move(id, connections.network(moved)))
      }),
      connector.on('closed', () => {
        isClosed = true
      }),
    ]
    const over = () => latchkeyError('wallet/closed-during-request')
    try {
      return await read((...of) => {
        if (isClosed) throw over()
        connections.add(connector, ...of)
        for (const tell of news) tell()
        const live = connections.find(id)
        if (!live) throw over()
        return live.connection
      })
    } finally {
      for (const stop of stops) stop()
    }
  }

  /**
   * Returns the network for the new connection. If the session doesn't cover the network and the
   * wallet can switch, asks the wallet to switch. If the wallet stays on its network, for example
   * because the visitor rejects the switch, returns the wallet's current network.
   */
  async function switchIfNeeded(session: ConnectorSession, network: ChainNetwork<N>, signal: AbortSignal) {
    if (covers(session, network)) return network
    const where = currentNetwork(session) ?? network
    const approved = connections.approved(session)
    if (!canSwitch(session) || (approved && !approved.includes(network.caipNetworkId))) return where
    try {
      await family.move?.(session, where, network, signal, context.clock)
      const accounts = await accountsOn(session, network, session.accounts, signal)
      return connections.accounts(accounts, network).length > 0 ? network : where
    } catch (error) {
      if (isFinalError(error) && !isLatchkeyError(error, 'wallet/user-rejected')) throw error
      context.log.debug("The wallet didn't switch its network", error)
    }
    return where
  }

  /** Returns whether the session covers the network and has an account that is approved for the network. */
  function covers(session: ConnectorSession, { caipNetworkId }: ChainNetwork<N>): boolean {
    return session.networks.includes(caipNetworkId) && session.accounts.some(isApprovedFor(caipNetworkId))
  }

  function currentNetwork(session: ConnectorSession): ChainNetwork<N> | undefined {
    const covered = connections.covered(session).map((id) => connections.network(id))
    return covered.find((network) => covers(session, network)) ?? covered[0]
  }

  function isApprovedFor(network: CaipNetworkId) {
    return (account: AccountRecord) =>
      account.namespace === namespace && (account.networks?.includes(network) ?? true)
  }

  /** Returns the accounts on a network. Doesn't ask a wallet that approved no account on this network. */
  async function accountsOn(
    session: ConnectorSession,
    network: ChainNetwork<N>,
    known: readonly AccountRecord[],
    signal: AbortSignal,
  ): Promise<readonly AccountRecord[]> {
    if (!session.accounts.some(isApprovedFor(network.caipNetworkId))) return []
    const shown = (await family.accountsOn?.(session, network, known, signal)) ?? known
    throwIfAborted(signal)
    return shown
  }

  return { connect, reconnect, switchNetwork }
}
