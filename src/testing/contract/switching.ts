import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { equal, rejects } from './assert.ts'
import { type Behavior, behavior } from './behavior.ts'

export function switching<N extends ChainNamespace>(): readonly Behavior<N>[] {
  const behaviors: readonly Behavior<N>[] = [
    behavior(
      'a switch changes the network of the wallet, and emits one event',
      ['switchNetwork', 'connections', 'on'],
      async ({ connect, adapter, has, networks, wallet, events, eventually }) => {
        const { id } = await connect()
        const prompts = await wallet.prompts()
        const network = await adapter.switchNetwork(id, networks[1])
        equal(network, networks[1], 'the network')
        if (has('wallet.network'))
          equal(await wallet.network(), networks[1].caipNetworkId, 'the network of the wallet')
        equal(adapter.connections()[0]?.network, networks[1], 'the network of the connection')
        if (has('wallet.switch')) equal(await wallet.count('switch'), 1, 'requests to switch')
        else equal(await wallet.prompts(), prompts, 'prompts')
        // The event of this second switch arrives after all events of the first switch. So the list below is final.
        await adapter.switchNetwork(id, networks[0])
        const back = () => events.networkChanged.at(-1)?.network.caipNetworkId === networks[0].caipNetworkId
        await eventually(back, 'the adapter reports the switch back')
        equal(
          events.networkChanged,
          [networks[1], networks[0]].map((network) => ({ connectionId: id, network })),
          'the networkChanged events',
        )
      },
    ),
    behavior(
      'a declined switch rejects and changes nothing',
      ['switchNetwork'],
      async ({ connect, adapter, networks, wallet, events }) => {
        const { id } = await connect()
        await wallet.next('switch', 'reject')
        await rejects(adapter.switchNetwork(id, networks[1]), 'switchNetwork', 'wallet/user-rejected')
        equal(adapter.connections()[0]?.network, networks[0], 'the network of the connection')
        equal(events.networkChanged, [], 'the networkChanged events')
        equal(await wallet.count('addNetwork'), 0, 'requests to add the network')
      },
      ['wallet.switch'],
    ),
    behavior(
      'a switch fails if the wallet reports a switch but stays on its network',
      ['switchNetwork'],
      async ({ connect, adapter, networks, wallet, events }) => {
        const { id } = await connect()
        await wallet.next('switch', 'lie')
        await rejects(
          adapter.switchNetwork(id, networks[1]),
          'switchNetwork',
          'network/switch-failed',
          'network/wrong-chain',
        )
        equal(adapter.connections()[0]?.network, networks[0], 'the network of the connection')
        equal(events.networkChanged, [], 'the networkChanged events')
      },
      ['wallet.switch'],
    ),
    behavior(
      "switching to the wallet's own network sends no request",
      ['switchNetwork'],
      async ({ connect, adapter, networks, wallet }) => {
        const { id } = await connect()
        equal(await adapter.switchNetwork(id, networks[0]), networks[0], 'the network')
        equal(await wallet.count('switch'), 0, 'requests to switch')
      },
    ),
    behavior(
      'switching to a network that was not requested is refused, and the wallet gets no request',
      ['switchNetwork'],
      async ({ connect, adapter, foreignNetwork, unreached }) => {
        const { id } = await connect()
        await unreached(() =>
          rejects(
            adapter.switchNetwork(id, foreignNetwork),
            'switchNetwork',
            'network/not-requested',
            'network/not-found',
          ),
        )
      },
    ),
    behavior(
      'switching a connection that does not exist is refused',
      ['switchNetwork'],
      async ({ adapter, networks, unreached }) => {
        await unreached(() =>
          rejects(
            adapter.switchNetwork('no such connection', networks[1]),
            'switchNetwork',
            'connection/unknown',
          ),
        )
      },
    ),
    behavior(
      'switching with an aborted signal changes nothing, and the wallet gets no request',
      ['switchNetwork'],
      async ({ connect, adapter, networks, unreached }) => {
        const { id } = await connect()
        const aborted = { signal: AbortSignal.abort() }
        await unreached(() =>
          rejects(adapter.switchNetwork(id, networks[1], aborted), 'an aborted switch', 'flow/aborted'),
        )
        equal(adapter.connections()[0]?.network, networks[0], 'the network of the connection')
      },
    ),
    behavior(
      'an abort ends a switch that the wallet never answers',
      ['switchNetwork'],
      async ({ connect, adapter, networks, wallet, interrupted }) => {
        const { id } = await connect()
        await wallet.next('switch', 'never')
        const abort = new AbortController()
        await interrupted(
          'switch',
          () => adapter.switchNetwork(id, networks[1], { signal: abort.signal }),
          () => abort.abort(),
          'flow/aborted',
        )
        equal(adapter.connections()[0]?.network, networks[0], 'the network of the connection')
      },
      ['wallet.switch'],
    ),
  ]
  const adding: readonly Behavior<N>[] = [
    behavior(
      'a network that the wallet does not know is added before the switch',
      ['switchNetwork'],
      async ({ connect, adapter, networks, wallet }) => {
        const { id } = await connect()
        await wallet.forget(networks[1].caipNetworkId)
        equal(await adapter.switchNetwork(id, networks[1]), networks[1], 'the network')
        equal(await wallet.network(), networks[1].caipNetworkId, 'the network of the wallet')
        equal(await wallet.count('addNetwork'), 1, 'requests to add the network')
      },
    ),
    behavior(
      'a switch fails if the user declines to add the network to the wallet',
      ['switchNetwork'],
      async ({ connect, adapter, networks, wallet }) => {
        const { id } = await connect()
        await wallet.forget(networks[1].caipNetworkId)
        await wallet.next('addNetwork', 'reject')
        await rejects(
          adapter.switchNetwork(id, networks[1]),
          'switchNetwork',
          'wallet/user-rejected',
          'network/not-added',
        )
        equal(adapter.connections()[0]?.network, networks[0], 'the network of the connection')
      },
    ),
  ]
  return [
    ...behaviors.map((each) => ({ ...each, needs: [...each.needs, 'network.switch'] as const })),
    ...adding.map((each) => ({ ...each, needs: ['network.switch', 'network.add'] as const })),
  ]
}
