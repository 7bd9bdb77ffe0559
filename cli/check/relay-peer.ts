import type { ChainNetwork, ConnectorFactory } from 'latchkey'
import type { HeadlessWallet } from 'latchkey/wallets'
import type { Family } from '../families/families.ts'
import { cliError } from '../output/cli-error.ts'
import type { World } from './world.ts'

/** The wallet at the other end of a relay. It approves the connector's pairing URI as a phone would. */
export interface RelayPeer {
  readonly wallet: HeadlessWallet
  readonly connector: ConnectorFactory
  /** The family's accounts as the wallet itself reports them: the accounts on the network if the session has any there, or else all accounts. */
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
    // The command has already checked the network.
    allowMainnet: true,
    // Every request is this command's own.
    allowDanger: dangers,
  })
  const make = walletConnect()
  return {
    wallet,
    connector(surroundings) {
      const connector = make(surroundings)
      // If pairing fails, the connect step times out and reports it.
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
