import type { CaipAddress, ChainAdapter, ChainNetwork, ConnectorFactory, Latchkey } from 'latchkey'
import { CliError } from '../cli-error.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Family, factsOf, familyOf } from '../families.ts'
import type { KeyStore } from '../state/file-store.ts'
import type { RelayChoice } from './relay.ts'
import type { RelayStore } from './store.ts'

/** A client whose wallet is at the other end of a relay. */
export interface RelaySession {
  readonly client: Latchkey
  readonly adapter: ChainAdapter
  readonly connectionId: string
  readonly address: string
  readonly account: CaipAddress
  readonly network: ChainNetwork
  /** What the wallet approved of other families: its first account of each. */
  readonly beside: readonly { readonly address: string; readonly network: ChainNetwork }[]
}

export interface OverRelayOptions {
  readonly relay: RelayChoice
  /** Where commands run. */
  readonly network: ChainNetwork
  /** The others that a pairing asks for, of any family. */
  readonly networks: readonly ChainNetwork[]
  /** The client's own. Absent: nothing outlives the command. */
  readonly storage?: KeyStore | undefined
  /** Of the library; it goes with `storage`. */
  readonly sessions?: RelayStore | undefined
  /** Pairs anew, showing each uri. Absent: what is stored is brought back, and nobody is asked. */
  readonly show?: ((pairing: { readonly uri: string; readonly expiresAt: number }) => void) | undefined
}

export const relayConnectorId = 'walletConnect'

/** Makes a client from the public entries, connects it over the relay, lends it out, and disposes of it. */
export async function overRelay<T>(
  context: Context,
  options: OverRelayOptions,
  use: (session: RelaySession) => Promise<T>,
): Promise<T> {
  const { relay, network, networks, storage, sessions, show } = options
  const all = [...new Map([network, ...networks].map((one) => [one.caipNetworkId, one])).values()]
  const families = [...new Set(all.map(familyOf))]
  const [{ createLatchkey }, { walletConnect }, ...adapters] = await Promise.all([
    import('latchkey'),
    import('latchkey/connectors/walletconnect'),
    ...families.map((family) => factsOf(family).adapter()),
  ])
  const { out, signal } = context
  const log =
    (level: string) =>
    (message: string, ...details: unknown[]) =>
      out.debug([level, message, ...details.map(String)].join(' '))
  const make = walletConnect({ storage: sessions })
  const connector: ConnectorFactory = (surroundings) => {
    const made = make(surroundings)
    if (show) made.on('displayUri', show)
    return made
  }
  const client = createLatchkey({
    name: 'cli',
    networks: all,
    defaultNetwork: network.caipNetworkId,
    adapters,
    projectId: relay.projectId,
    endpoints: { relay: relay.relayUrl },
    metadata: { name: 'Latchkey CLI', description: 'A terminal', url: 'https://localhost', icons: [] },
    connectors: [connector],
    platform: {
      log: { debug: log('debug'), warn: log('warn'), error: log('error') },
      ...(storage && { storage }),
    },
  })
  try {
    signal.throwIfAborted()
    await client.ready()
    if (show)
      await client.connect({ connectorId: relayConnectorId, network: network.caipNetworkId }, { signal })
    const session = await sessionOf(client, network, signal)
    return await use({ ...session, beside: await besideOf(client, families, network) })
  } finally {
    await client.dispose()
    sessions?.close()
  }
}

async function sessionOf(
  client: Latchkey,
  network: ChainNetwork,
  signal: AbortSignal,
): Promise<Omit<RelaySession, 'beside'>> {
  const adapter = await client.adapter(familyOf(network))
  const [connection] = adapter.connections()
  if (!connection)
    throw new CliError('connection/not-connected', exitCodes.locked, 'Not connected', {
      hint: `The wallet approved nothing on ${network.name}, or ended the session. Connect again: latchkey connect --wallet walletconnect`,
    })
  // The session covers several networks: which one is meant is the command's choice, and the wallet need not move.
  if (connection.network.caipNetworkId !== network.caipNetworkId)
    await adapter.switchNetwork(connection.id, network, { signal })
  const [now = connection] = adapter.connections()
  const { address } = now.accounts[0]
  const account: CaipAddress = `${network.caipNetworkId}:${address}`
  return { client, adapter, connectionId: now.id, address, account, network }
}

async function besideOf(client: Latchkey, families: readonly Family[], { chainNamespace }: ChainNetwork) {
  const others = families.filter((family) => family !== chainNamespace)
  const adapters = await Promise.all(others.map((family) => client.adapter(family)))
  return adapters.flatMap((adapter) =>
    adapter.connections().map(({ accounts, network }) => ({ address: accounts[0].address, network })),
  )
}
