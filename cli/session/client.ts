import type { ChainNetwork, ConnectorFactory, Latchkey, Page } from 'latchkey'
import type { Context } from '../context.ts'
import { factsOf, familyOf } from '../families/families.ts'
import type { KeyStore } from '../state/file-store.ts'
import type { RelayChoice } from '../walletconnect/relay.ts'
import { chooseData, type DataChoice } from './data-service.ts'

export interface ClientParts {
  /** Where commands run. */
  readonly network: ChainNetwork
  /** The others that are known, of any family. */
  readonly networks?: readonly ChainNetwork[] | undefined
  /** Reaches the wallet. Absent: nothing but the chains is asked. */
  readonly connector?: ConnectorFactory | undefined
  readonly relay?: RelayChoice | undefined
  /** Absent: nothing outlives the command. */
  readonly storage?: KeyStore | undefined
  /** What the client takes for its window. Default: it has none. */
  readonly page?: Page | undefined
  /** Knows tokens, activity and names. Default: what the command line, the environment or a devnet says. */
  readonly data?: DataChoice | undefined
  /** Clients of different names can be there at once. */
  readonly name?: string | undefined
}

/** Makes a client from the public entries, lends it out, and disposes of it. */
export async function withClient<T>(
  context: Context,
  { network, networks = [], connector, relay, storage, page, data, name = 'cli' }: ClientParts,
  use: (client: Latchkey) => Promise<T>,
): Promise<T> {
  const { out, signal } = context
  const service = data ?? chooseData(context, network)
  const all = [...new Map([network, ...networks].map((one) => [one.caipNetworkId, one])).values()]
  const families = [...new Set(all.map(familyOf))]
  const [{ createLatchkey }, ...adapters] = await Promise.all([
    import('latchkey'),
    ...families.map((family) => factsOf(family).adapter()),
  ])
  const log =
    (level: string) =>
    (message: string, ...details: unknown[]) =>
      out.debug([level, message, ...details.map(String)].join(' '))
  const client = createLatchkey({
    name,
    networks: all,
    defaultNetwork: network.caipNetworkId,
    adapters,
    connectors: connector ? [connector] : [],
    projectId: relay?.projectId ?? service?.projectId,
    endpoints: { relay: relay?.relayUrl, data: service?.url },
    names: service?.zone === undefined ? undefined : { zone: service.zone },
    metadata: { name: 'Latchkey CLI', description: 'A terminal', url: 'https://localhost', icons: [] },
    platform: {
      log: { debug: log('debug'), warn: log('warn'), error: log('error') },
      ...(storage && { storage }),
      ...(page && { page }),
    },
  })
  try {
    signal.throwIfAborted()
    return await use(client)
  } finally {
    await client.dispose()
  }
}
