import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { ensure, equal, rejects } from './assert.ts'
import { type Behavior, behavior } from './behavior.ts'

export function events<N extends ChainNamespace>(): readonly Behavior<N>[] {
  return [
    behavior(
      'an account that is selected in the wallet moves to the front',
      ['on', 'connections'],
      async ({ connect, adapter, has, wallet, addresses, events: told, eventually }) => {
        const { id } = await connect()
        await wallet.select(addresses[1])
        await eventually(() => told.accountsChanged.length > 0, 'the adapter reports the account')
        const expected = has('wallet.accounts') ? [addresses[1], addresses[0]] : [addresses[1]]
        const [event] = told.accountsChanged
        equal(event?.connectionId, id, 'the connection of the event')
        equal(
          event?.accounts.map(({ address }) => address),
          expected,
          'the accounts of the event',
        )
        equal(
          adapter.connections()[0]?.accounts.map(({ address }) => address),
          expected,
          'the accounts of the connection',
        )
        // The event of this second selection arrives after all events of the first selection. So the count below is final.
        await wallet.select(addresses[0])
        const back = () => told.accountsChanged.at(-1)?.accounts[0]?.address === addresses[0]
        await eventually(back, 'the adapter reports the account that is selected again')
        equal(told.accountsChanged.length, 2, 'accountsChanged events for two selections')
      },
    ),
    behavior(
      'a network that the user selects in the wallet becomes the network of the connection',
      ['on', 'connections'],
      async ({ connect, adapter, wallet, networks, events: told, eventually }) => {
        const { id } = await connect()
        await wallet.moveTo(networks[1].caipNetworkId)
        await eventually(() => told.networkChanged.length > 0, 'the adapter reports the network')
        const [event] = told.networkChanged
        equal(event?.connectionId, id, 'the connection of the event')
        equal(event?.network, networks[1], 'the network of the event')
        equal(adapter.connections()[0]?.network, networks[1], 'the network of the connection')
        await wallet.emitNetwork()
        // The event of this second switch arrives after all events of the first switch. So the count below is final.
        await wallet.moveTo(networks[0].caipNetworkId)
        const back = () => told.networkChanged.at(-1)?.network.caipNetworkId === networks[0].caipNetworkId
        await eventually(back, 'the adapter reports the switch back')
        equal(
          told.networkChanged.length,
          2,
          'networkChanged events for two switches, the first of which the wallet reported twice',
        )
      },
      ['wallet.network'],
    ),
    behavior(
      'when the wallet switches to a network that was not requested, the connection has that network',
      ['on', 'connections'],
      async ({ connect, adapter, wallet, foreignNetwork, events: told, eventually }) => {
        await connect()
        await wallet.moveTo(foreignNetwork.caipNetworkId)
        await eventually(() => told.networkChanged.length > 0, 'the adapter reports the network')
        const network = adapter.connections()[0]?.network
        equal(network?.caipNetworkId, foreignNetwork.caipNetworkId, 'the network')
        equal(network?.name, 'Unknown Network', 'its name')
      },
      ['wallet.network'],
    ),
    behavior(
      'revoking the permission in the wallet ends the connection',
      ['on', 'connections'],
      async ({ connect, adapter, wallet, events: told, eventually }) => {
        const { id } = await connect()
        await wallet.revoke()
        await eventually(() => told.disconnected.length > 0, 'the adapter reports the end of the connection')
        // Accept `locked` too: if a wallet shows no account, the page can't tell why.
        const [end] = told.disconnected
        const reason = end?.reason === 'locked' ? 'locked' : 'wallet'
        equal(told.disconnected, [{ connectionId: id, reason }], 'the disconnected events')
        equal(adapter.connections(), [], 'the connections')
        equal(await wallet.listenerCount(), 0, 'listeners on the wallet')
      },
    ),
    behavior(
      'invalid events change nothing',
      ['on', 'connections'],
      async ({ connect, adapter, has, wallet, addresses, events: told, eventually }) => {
        await connect()
        const before = adapter.connections()
        await wallet.emitNonsense()
        equal(adapter.connections(), before, 'the connections')
        // The event of this selection arrives after all events that the invalid payloads caused.
        await wallet.select(addresses[1])
        await eventually(() => told.accountsChanged.length > 0, 'the adapter reports the account')
        await wallet.select(addresses[0])
        const back = () => told.accountsChanged.at(-1)?.accounts[0]?.address === addresses[0]
        await eventually(back, 'the adapter reports the account that is selected again')
        equal(
          told.accountsChanged.map((event) => event.accounts.map(({ address }) => address)),
          has('wallet.accounts')
            ? [[addresses[1], addresses[0]], addresses]
            : [[addresses[1]], [addresses[0]]],
          'the accountsChanged events',
        )
        equal(adapter.connections(), before, 'the connections after two selections')
        equal(told.networkChanged, [], 'the networkChanged events')
        equal(told.disconnected, [], 'the disconnected events')
      },
    ),
    behavior(
      "the wallet's events are ignored after a disconnection",
      ['on', 'disconnect'],
      async ({ connect, adapter, has, wallet, addresses, networks, events: told }) => {
        await adapter.disconnect((await connect()).id)
        if (has('wallet.network')) await wallet.moveTo(networks[1].caipNetworkId)
        await wallet.select(addresses[1])
        // The wallet answers the next call after it has emitted its earlier events, so the checks below see all of them.
        await connect(has('wallet.network') ? networks[1] : networks[0])
        equal(told.accountsChanged, [], 'the accountsChanged events')
        equal(told.networkChanged, [], 'the networkChanged events')
      },
    ),
    behavior('a removed listener is not called', ['on'], async ({ connect, adapter }) => {
      const calls: string[] = []
      const release = adapter.on('connected', () => void calls.push('released'))
      adapter.on('connected', () => void calls.push('kept'))
      ensure(typeof release === 'function', 'on returned no function that removes the listener')
      release()
      release()
      await connect()
      equal(calls, ['kept'], 'the listeners that were called')
    }),
    behavior(
      'a listener that throws does not stop the others',
      ['on', 'connect'],
      async ({ connect, adapter }) => {
        const calls: string[] = []
        adapter.on('connected', () => {
          calls.push('throws')
          throw new Error('a fault of the host')
        })
        adapter.on('connected', () => void calls.push('next'))
        await connect()
        equal(calls, ['throws', 'next'], 'the listeners that were called')
      },
    ),
    behavior(
      'a wallet that disconnects during a request ends the request',
      ['signMessage'],
      async ({ connect, adapter, wallet, account }) => {
        await connect()
        await wallet.next('sign', 'disconnect')
        await rejects(
          adapter.signMessage(account, 'hello'),
          'signMessage',
          'wallet/disconnected',
          'wallet/closed-during-request',
        )
        equal(await wallet.count('sign'), 1, 'requests to sign')
      },
      ['sign.message', 'wallet.disconnect'],
    ),
  ]
}
