import type { ChainNetwork, ConnectorFactory } from 'latchkey'
import type { HeadlessWallet } from 'latchkey/wallets'
import type { Family } from '../families/families.ts'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import type { World } from './world.ts'

/** The wallet of a check over a relay: it answers the pairing that the connector shows, as a phone would. */
export interface RelayPeer {
  readonly wallet: HeadlessWallet
  readonly connector: ConnectorFactory
  /** What the wallet itself says that it shows of the family, as the network spells it where it is on that. */
  accountsOf(network: ChainNetwork): Promise<readonly string[]>
  stop(): Promise<void>
}

export async function openRelayPeer(world: World, family: Family, secret: string): Promise<RelayPeer> {
  const { relay, networks } = world
  if (relay === undefined)
    throw new CliError('config/endpoint-off', exitCodes.unsupported, 'There is no relay to check over')
  const [{ headlessWallet }, { walletConnect }] = await Promise.all([
    import('latchkey/wallets'),
    import('latchkey/connectors/walletconnect'),
  ])
  const wallet = await headlessWallet({
    relayUrl: relay,
    networks,
    accounts: [{ [family]: { secret } }],
    // Where the check may go was judged before.
    allowMainnet: true,
  })
  const make = walletConnect()
  return {
    wallet,
    connector(surroundings) {
      const connector = make(surroundings)
      // What goes wrong there is seen here: nobody approves.
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
