import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { ensure, equal, rejects } from './assert.ts'
import { type Behavior, behavior } from './behavior.ts'

export function connecting<N extends ChainNamespace>(): readonly Behavior<N>[] {
  return [
    behavior(
      "connecting sends one request and returns the wallet's accounts and network",
      ['connect', 'connections', 'on'],
      async ({ connect, adapter, namespace, connector, visibleAccounts, networks, wallet, events }) => {
        const connection = await connect()
        equal(connection.namespace, namespace, 'the namespace')
        equal(connection.connectorId, connector.id, 'the connector')
        equal(
          connection.accounts.map(({ address }) => address),
          visibleAccounts,
          'the accounts',
        )
        ensure(
          connection.accounts.every((account) => account.namespace === namespace),
          'an account is of another family',
        )
        equal(connection.network.caipNetworkId, networks[0].caipNetworkId, 'the network')
        equal(adapter.connections(), [connection], 'the connections')
        equal(events.connected, [connection], 'the connected events')
        equal(await wallet.prompts(), 1, 'prompts')
      },
    ),
    behavior(
      'a declined connection rejects and leaves no connection or listener behind',
      ['connect', 'connections'],
      async ({ connect, wallet, adapter, events }) => {
        await wallet.next('connect', 'reject')
        await rejects(connect(), 'connect', 'wallet/user-rejected')
        equal(adapter.connections(), [], 'the connections')
        equal(events.connected, [], 'the connected events')
        equal(await wallet.listenerCount(), 0, 'listeners on the wallet')
      },
    ),
    behavior(
      'a new connection works after a declined connection',
      ['connect'],
      async ({ connect, wallet }) => {
        await wallet.next('connect', 'reject')
        await rejects(connect(), 'the first connect', 'wallet/user-rejected')
        await connect()
        equal(await wallet.count('connect'), 2, 'requests to connect')
      },
    ),
    behavior(
      'connecting with an aborted signal does not reach the wallet',
      ['connect'],
      async ({ adapter, connector, networks, unreached }) => {
        const params = { connector, network: networks[0] }
        await unreached(() =>
          rejects(adapter.connect(params, { signal: AbortSignal.abort() }), 'connect', 'flow/aborted'),
        )
      },
    ),
    behavior(
      'an abort ends a connection attempt to a wallet that never answers',
      ['connect', 'connections'],
      async ({ adapter, connector, networks, wallet, interrupted }) => {
        await wallet.next('connect', 'never')
        const abort = new AbortController()
        await interrupted(
          'connect',
          () => adapter.connect({ connector, network: networks[0] }, { signal: abort.signal }),
          () => abort.abort(),
          'flow/aborted',
        )
        equal(adapter.connections(), [], 'the connections')
        equal(await wallet.listenerCount(), 0, 'listeners on the wallet')
      },
    ),
    behavior(
      'an approval that arrives after the abort connects nothing',
      ['connect', 'connections'],
      async ({ connect, adapter, connector, networks, wallet, events, interrupted }) => {
        let approve = () => {}
        await wallet.next('connect', { until: new Promise<void>((resolve) => (approve = resolve)) })
        const abort = new AbortController()
        await interrupted(
          'connect',
          () => adapter.connect({ connector, network: networks[0] }, { signal: abort.signal }),
          () => abort.abort(),
          'flow/aborted',
        )
        approve()
        // The wallet answers the next call after its late approval, so the checks below see every effect of the approval.
        const later = await connect()
        equal(adapter.connections(), [later], 'the connections')
        equal(events.connected, [later], 'the connected events')
      },
    ),
    behavior(
      'connecting twice at once shares one prompt and creates one connection',
      ['connect', 'connections'],
      async ({ connect, adapter, wallet }) => {
        const [one, two] = await Promise.all([connect(), connect()])
        equal(one.id, two.id, 'the connections')
        equal(await wallet.prompts(), 1, 'prompts')
        equal(adapter.connections().length, 1, 'connections')
      },
    ),
    behavior(
      'a wallet without accounts does not connect',
      ['connect'],
      async ({ connect, wallet, adapter }) => {
        await wallet.next('connect', 'empty')
        await rejects(connect(), 'connect', 'connection/no-accounts')
        equal(adapter.connections(), [], 'the connections')
      },
    ),
    behavior(
      'a wallet with an invalid answer does not connect',
      ['connect'],
      async ({ connect, wallet, adapter }) => {
        await wallet.next('connect', 'nonsense')
        await rejects(connect(), 'connect', 'wallet/invalid-answer', 'connection/no-accounts')
        equal(adapter.connections(), [], 'the connections')
      },
    ),
    behavior(
      'connecting fails with the error for a pending request if a prompt of the wallet is already open',
      ['connect'],
      async ({ connect, wallet }) => {
        await wallet.next('connect', 'pending')
        await rejects(connect(), 'connect', 'wallet/request-pending')
      },
      ['wallet.pending'],
    ),
    behavior(
      'connecting to another network switches the wallet',
      ['connect', 'switchNetwork'],
      async ({ connect, has, networks, wallet }) => {
        const connection = await connect(networks[1])
        equal(connection.network.caipNetworkId, networks[1].caipNetworkId, 'the network')
        if (has('wallet.network'))
          equal(await wallet.network(), networks[1].caipNetworkId, 'the network of the wallet')
      },
      ['network.switch'],
    ),
    behavior(
      "approving the connection but declining the switch connects on the wallet's network",
      ['connect', 'connections'],
      async ({ connect, adapter, networks, wallet }) => {
        await wallet.next('switch', 'reject')
        const connection = await connect(networks[1])
        equal(connection.network.caipNetworkId, networks[0].caipNetworkId, 'the network')
        equal(adapter.connections().length, 1, 'connections')
        equal(await wallet.count('switch'), 1, 'requests to switch')
      },
      ['network.switch', 'wallet.switch'],
    ),
    behavior(
      'connecting keeps a network that was not requested, as an unknown network',
      ['connect', 'connections'],
      async ({ connect, foreignNetwork, wallet }) => {
        await wallet.moveTo(foreignNetwork.caipNetworkId)
        await wallet.next('switch', 'reject')
        const connection = await connect()
        equal(connection.network.caipNetworkId, foreignNetwork.caipNetworkId, 'the network')
        equal(connection.network.name, 'Unknown Network', 'its name')
      },
      ['network.switch', 'wallet.network', 'wallet.switch'],
    ),
    behavior(
      'an open session is used without another prompt',
      ['connect'],
      async ({ adapter, connector, namespace, networks, wallet }) => {
        const session = await connector.open({
          namespaces: [namespace],
          networks: networks.map(({ caipNetworkId }) => caipNetworkId),
        })
        equal(await wallet.prompts(), 1, 'prompts for the session')
        await adapter.connect({ connector, session, network: networks[0] })
        equal(await wallet.prompts(), 1, 'prompts after connecting')
      },
    ),

    behavior(
      'reconnecting restores an authorized wallet without a prompt',
      ['reconnect', 'connections', 'on'],
      async ({ connect, reload, visibleAccounts, networks, wallet }) => {
        await connect()
        const { adapter, connector } = await reload()
        const before = await wallet.prompts()
        const events: unknown[] = []
        adapter.on('connected', (connection) => events.push(connection))
        const connection = await adapter.reconnect({ connector, network: networks[0] })
        equal(
          connection?.accounts.map(({ address }) => address),
          visibleAccounts,
          'the accounts',
        )
        equal(connection?.network.caipNetworkId, networks[0].caipNetworkId, 'the network')
        equal(adapter.connections(), [connection], 'the connections')
        equal(events, [connection], 'the connected events')
        equal(await wallet.prompts(), before, 'prompts')
      },
    ),
    behavior(
      'reconnecting to a wallet that does not authorize the page returns null without a prompt',
      ['reconnect', 'connections'],
      async ({ adapter, connector, networks, wallet }) => {
        equal(await adapter.reconnect({ connector, network: networks[0] }), null, 'the connection')
        equal(await wallet.prompts(), 0, 'prompts')
        equal(await wallet.count('connect'), 0, 'requests to connect')
        equal(adapter.connections(), [], 'the connections')
        equal(await wallet.listenerCount(), 0, 'listeners on the wallet')
      },
      ['wallet.silent'],
    ),
    behavior(
      'reconnecting lists the account of `lastAddress` first',
      ['reconnect'],
      async ({ connect, reload, addresses, networks }) => {
        await connect()
        const { adapter, connector } = await reload()
        const params = { connector, network: networks[0], lastAddress: addresses[1] }
        const connection = await adapter.reconnect(params)
        equal(
          connection?.accounts.map(({ address }) => address),
          [addresses[1], addresses[0]],
          'the accounts',
        )
      },
      ['wallet.accounts'],
    ),
    behavior(
      'reconnecting does not include an account that the wallet no longer shows',
      ['reconnect'],
      async ({ connect, reload, visibleAccounts, networks, strangerAddress }) => {
        await connect()
        const { adapter, connector } = await reload()
        const params = { connector, network: networks[0], lastAddress: strangerAddress }
        const connection = await adapter.reconnect(params)
        equal(
          connection?.accounts.map(({ address }) => address),
          visibleAccounts,
          'the accounts',
        )
      },
    ),
    behavior(
      'reconnecting keeps the network of the wallet',
      ['reconnect'],
      async ({ connect, reload, networks, wallet }) => {
        await connect()
        await wallet.moveTo(networks[1].caipNetworkId)
        const { adapter, connector } = await reload()
        const connection = await adapter.reconnect({ connector, network: networks[0] })
        equal(connection?.network.caipNetworkId, networks[1].caipNetworkId, 'the network')
        equal(await wallet.count('switch'), 0, 'requests to switch')
      },
      ['wallet.network'],
    ),
    behavior(
      'an abort ends a reconnection to a wallet that never answers',
      ['reconnect'],
      async ({ connect, reload, networks, wallet, interrupted }) => {
        await connect()
        const { adapter, connector } = await reload()
        await wallet.next('restore', 'never')
        const abort = new AbortController()
        await interrupted(
          'restore',
          () => adapter.reconnect({ connector, network: networks[0] }, { signal: abort.signal }),
          () => abort.abort(),
          'flow/aborted',
        )
        equal(adapter.connections(), [], 'the connections')
      },
    ),

    behavior(
      'disconnecting ends the connection, emits one event and releases the wallet',
      ['disconnect', 'connections', 'on'],
      async ({ connect, adapter, wallet, events }) => {
        const { id } = await connect()
        ensure((await wallet.listenerCount()) > 0, 'a connected adapter does not listen to its wallet')
        await adapter.disconnect(id)
        equal(adapter.connections(), [], 'the connections')
        equal(events.disconnected, [{ connectionId: id, reason: 'host' }], 'the disconnected events')
        equal(await wallet.listenerCount(), 0, 'listeners on the wallet')
      },
    ),
    behavior('disconnecting twice is harmless', ['disconnect'], async ({ connect, adapter, events }) => {
      const { id } = await connect()
      await Promise.all([adapter.disconnect(id), adapter.disconnect(id)])
      await adapter.disconnect(id)
      equal(events.disconnected.length, 1, 'disconnected events')
    }),
    behavior(
      'a wallet that never answers does not block a disconnection',
      ['disconnect', 'connections'],
      async ({ connect, adapter, wallet }) => {
        const { id } = await connect()
        await wallet.next('close', 'never')
        const abort = new AbortController()
        // Abort before the library's own limit of 3 s. Use a fixed time, because the request may never reach the wallet.
        setTimeout(() => abort.abort(), 20)
        const disconnected = adapter.disconnect(id, { signal: abort.signal })
        await rejects(disconnected, 'disconnect', 'flow/aborted')
        equal(adapter.connections(), [], 'the connections')
      },
      ['wallet.close'],
    ),
    behavior(
      'the wallet can be connected again after a disconnection',
      ['connect', 'disconnect'],
      async ({ connect, adapter, visibleAccounts }) => {
        await adapter.disconnect((await connect()).id)
        const again = await connect()
        equal(
          again.accounts.map(({ address }) => address),
          visibleAccounts,
          'the accounts',
        )
        equal(adapter.connections().length, 1, 'connections')
      },
    ),
  ]
}
