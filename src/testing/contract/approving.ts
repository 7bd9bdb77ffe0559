import { caipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import { ensure, equal, rejects } from './assert.ts'
import { type Behavior, behavior, type Scene } from './behavior.ts'
import { notConnected } from './signing.ts'

/** Opens a session in which the wallet approved only a part of its networks, accounts or methods. */
async function openWith<N extends ChainNamespace>(
  { connector, namespace, networks }: Scene<N>,
  change: Partial<Pick<ConnectorSession, 'accounts' | 'networks' | 'methods'>>,
): Promise<ConnectorSession> {
  const opened = await connector.open({
    namespaces: [namespace],
    networks: networks.map(({ caipNetworkId }) => caipNetworkId),
  })
  const { accounts, methods } = opened
  return { accounts, networks: opened.networks, methods, channel: opened.channel, ...change }
}

/** Opens a session with one approved network per account: the first network for the first account, the second for the second. */
function openKeptApart<N extends ChainNamespace>(scene: Scene<N>): Promise<ConnectorSession> {
  const { namespace, networks, addresses, addressOn } = scene
  const accounts = networks.map((network, at) => ({
    namespace,
    address: addressOn(addresses[at] ?? '', network),
    type: namespace === 'bip122' ? 'payment' : 'eoa',
    networks: [network.caipNetworkId],
  }))
  return openWith(scene, {
    accounts: accounts as readonly AccountRecord[],
    networks: networks.map(({ caipNetworkId }) => caipNetworkId),
  })
}

export function approving<N extends ChainNamespace>(): readonly Behavior<N>[] {
  const own = <T extends ChainNetwork>(networks: readonly T[]) => networks.map((each) => each.caipNetworkId)
  return [
    behavior(
      'a switch to a network that the session did not approve is refused by an error that names the network, without a wallet request',
      ['switchNetwork', 'connect', 'connections'],
      async (scene) => {
        const { adapter, connector, namespace, networks, unreached } = scene
        const [first, second] = networks
        const session = await openWith(scene, {
          networks: own([first]),
          methods: { [namespace]: new Set<string>() },
        })
        const connection = await adapter.connect({ connector, session, network: second })
        equal(connection.network.caipNetworkId, first.caipNetworkId, 'the network of the connection')
        equal(connection.approvedNetworks, own([first]), 'the approved networks')
        const { message } = await unreached(() =>
          rejects(adapter.switchNetwork(connection.id, second), 'switchNetwork', 'adapter/unsupported'),
        )
        ensure(message.includes(second.name), `the refusal does not name the network: ${message}`)
        equal(adapter.connections()[0]?.network, first, 'the network of the connection')
      },
      ['network.switch', 'session.networks'],
    ),
    behavior(
      'an account is shown and used only on the networks that the wallet approved for it',
      ['connect', 'connections', 'signMessage', 'send'],
      async (scene) => {
        const { adapter, connector, networks, addresses, addressOn, unreached } = scene
        const { receiver: to, smallAmount: amount } = scene
        const session = await openKeptApart(scene)
        for (const [at, network] of networks.entries()) {
          const { id, accounts } = await adapter.connect({ connector, session, network })
          const shown = accounts.map(({ address }) => address)
          equal(shown, [addressOn(addresses[at] ?? '', network)], `the accounts on ${network.name}`)
          const other = addressOn(addresses[1 - at] ?? '', network)
          const from = caipAddress(network.caipNetworkId, other)
          const what = `with an account that was not approved for ${network.name}`
          await unreached(() =>
            rejects(adapter.signMessage(from, 'hello'), `signing ${what}`, ...notConnected),
          )
          await unreached(() =>
            rejects(
              adapter.send({ from, to: addressOn(to, network), amount }),
              `sending ${what}`,
              ...notConnected,
            ),
          )
          equal(adapter.connections().length, 1, 'connections')
          equal(adapter.connections()[0]?.id, id, 'the connection')
        }
      },
      ['sign.message', 'send.native', 'wallet.accounts', 'session.networks'],
    ),
    behavior(
      'accounts that are approved for different networks stay separate, also when the connection switches networks',
      ['switchNetwork', 'connections', 'on'],
      async (scene) => {
        const { adapter, connector, networks, addresses, addressOn, events } = scene
        const session = await openKeptApart(scene)
        const { id } = await adapter.connect({ connector, session, network: networks[0] })
        for (const at of [1, 0] as const) {
          const network = networks[at]
          const expected = [addressOn(addresses[at], network)]
          events.accountsChanged.length = 0
          await adapter.switchNetwork(id, network)
          const [now] = adapter.connections()
          equal(
            now?.accounts.map(({ address }) => address),
            expected,
            `the accounts on ${network.name}`,
          )
          equal(
            events.accountsChanged.map(({ accounts }) => accounts.map(({ address }) => address)),
            [expected],
            'the accountsChanged events',
          )
        }
      },
      ['network.switch', 'wallet.accounts', 'session.networks'],
    ),
  ]
}
