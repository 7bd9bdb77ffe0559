import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { type ChainNetwork, findNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import { type ApprovalTable, approves } from '../../core/wallet/approvals.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { FamilyTypes } from '../../core/wallet/family.ts'
import { Calls, type CallsOptions } from './calls.ts'
import { type ConnectingFamily, connecting } from './connecting.ts'
import { Connections, type ConnectionsOptions } from './connections.ts'
import type { Providers } from './providers.ts'
import { tabLocks } from './tab-locks.ts'

type ConnectedMethod =
  | 'namespace'
  | 'isAddress'
  | 'normalizeAddress'
  | 'on'
  | 'connections'
  | 'supports'
  | 'connect'
  | 'reconnect'
  | 'disconnect'
  | 'switchNetwork'
  | 'selectAccount'
  | 'dispose'

export interface ConnectedAdapterOptions<N extends ChainNamespace, C> {
  readonly family: ConnectingFamily<N> &
    Pick<ConnectionsOptions<N>, 'canMove'> &
    Pick<CallsOptions<N, C>, 'walletNetwork'> & {
      /** Creates the wallet provider of each connection. Absent in families without wallet providers. */
      readonly providers?: Providers<N> | undefined
    }
  readonly context: Pick<
    AdapterContext,
    'networks' | 'log' | 'page' | 'storage' | 'clock' | 'rpc' | 'endpoints'
  >
  readonly capabilities: ReadonlySet<Capability>
  readonly approvals: ApprovalTable
  readonly chain: CallsOptions<N, C>['chain']
}

/** The part of an adapter that is the same in every family: its connections, their networks, and the running calls. */
export interface ConnectedAdapter<N extends ChainNamespace, C> {
  readonly methods: Pick<ChainAdapter<N>, ConnectedMethod>
  readonly connections: Connections<N>
  readonly calls: Calls<N, C>
  /** Returns whether the adapter has the capability and the session's wallet approved it. */
  can(session: ConnectorSession, capability: Capability): boolean
  /** Returns the network from the host's options. @throws `network/not-requested` */
  requested(id: CaipNetworkId<N>): ChainNetwork<N>
}

export function createConnectedAdapter<N extends ChainNamespace, C>({
  family,
  context,
  capabilities,
  approvals,
  chain,
}: ConnectedAdapterOptions<N, C>): ConnectedAdapter<N, C> {
  const { namespace, normalize, canMove, walletNetwork } = family
  const connections: Connections<N> = new Connections<N>({
    namespace,
    // Reads the networks at each use, because a host can add and remove networks later.
    networks: () => context.networks,
    log: context.log,
    normalize,
    canMove,
    provider: (id) => providerOf?.(id) as FamilyTypes[N]['provider'],
  })
  const calls = new Calls<N, C>({ connections, chain, walletNetwork, locks: tabLocks(context) })
  const canSwitch = (session: ConnectorSession) => can(session, 'network.switch')
  const { connect, reconnect, switchNetwork } = connecting({ family, context, connections, canSwitch })

  function can(session: ConnectorSession, capability: Capability): boolean {
    const names = approvals[capability]
    return capabilities.has(capability) && (names === undefined || approves(session, namespace, ...names))
  }

  function requested(id: CaipNetworkId<N>): ChainNetwork<N> {
    const network = findNetwork(context.networks, id)
    if (network?.chainNamespace !== namespace)
      throw latchkeyError('network/not-requested', { values: { network: id } })
    return network as ChainNetwork<N>
  }

  const methods: Pick<ChainAdapter<N>, ConnectedMethod> = {
    namespace,
    isAddress: (value) => normalize(value) !== undefined,
    normalizeAddress: (value, network) => normalize(value, network),
    on: (event, listener) => connections.events.on(event, listener),
    connections: () => connections.all(),
    supports(capability, connectionId) {
      if (connectionId === undefined) return capabilities.has(capability)
      const live = connections.find(connectionId)
      return live !== undefined && can(live.session, capability)
    },
    connect: (params, opts) => calls.run(opts, (signal) => connect(params, signal)),
    reconnect: (params, opts) => calls.run(opts, (signal) => reconnect(params, signal)),
    /** Does nothing if the connection has already ended. */
    disconnect: (id, opts) =>
      calls.run(opts, async (signal) => {
        const ended = connections.remove(id, 'host')
        if (!opts?.keepsSession) await ended?.connector.close({ signal })
      }),
    /** Uses the host's description of the network, because the wallet may have to add the network. */
    switchNetwork: (id, network, opts) =>
      calls.run(opts, async (signal) => switchNetwork(id, requested(network.caipNetworkId), signal)),
    selectAccount: (id, address) => connections.select(id, address),
    /** Aborts running calls. The sessions of the wallets stay open. */
    async dispose() {
      calls.dispose()
      connections.dispose()
    },
  }
  const providerOf: ReturnType<Providers<N>> | undefined = family.providers?.({
    connections,
    calls,
    context,
    switchNetwork: methods.switchNetwork,
  })
  return { methods, connections, calls, can, requested }
}
