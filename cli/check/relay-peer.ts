import type { ChainNetwork, ConnectorFactory } from 'latchkey'
import type { HeadlessWallet } from 'latchkey/wallets'
import type { Family } from '../families/families.ts'
import { cliError } from '../output/cli-error.ts'
import type { World } from './world.ts'

/** A WalletConnect wallet that approves the connector's pairing URI, like a wallet on a phone. */
export interface RelayPeer {
  readonly wallet: HeadlessWallet
  readonly connector: ConnectorFactory
  /** Returns the session's accounts on the network. If there are none, returns all accounts of the session. */
  accountsOf(network: ChainNetwork): Promise<readonly string[]>
  stop(): Promise<void>
}

export async function openRelayPeer(world: World, family: Family, secret: string): Promise<RelayPeer> {
  const { relay, networks } = world
  if (relay === undefined) throw cliError('config/endpoint-off', 'There is no relay to check over')
  const [{ dangers, headlessWallet }, { walletConnect }] = await Promise.all([
    import('latchkey/wallets'),
    import('latchkey/connectors/walletconnect'),
  ])
  const wallet = await headlessWallet({
    relayUrl: relay,
    networks,
    accounts: [{ [family]: { secret } }],
    // The check command has already checked the network.
    allowMainnet: true,
    // The check itself makes all requests, so dangerous requests are allowed.
    allowDanger: dangers,
  })
  const make = walletConnect()
  return {
    wallet,
    connector(surroundings) {
      const connector = make(surroundings)
      // If pairing fails, the connect step times out.
      connector.on('displayUri', ({ uri }) => void wallet.pair(uri).catch(() => {}))
      return connector
    },
    async accountsOf({ caipNetworkId }) {
      const [session] = wallet.sessions
      const accounts = session?.namespaces[family]?.accounts ?? []
      const there = accounts.filter((account) => account.startsWith(`${caipNetworkId}:`))
      const all = there.length > 0 ? there : accounts
      return [...new Set(all.map((account) => account.slice(account.lastIndexOf(':') + 1)))]
    },
    stop: () => wallet.stop(),
  }
}
