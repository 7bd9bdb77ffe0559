import type { ChainNetwork, ConnectorFactory, Latchkey, Page } from 'latchkey'
import type { Context } from '../context.ts'
import { factsOf, familyOf } from '../families/families.ts'
import type { KeyStore } from '../state/file-store.ts'
import type { RelayChoice } from '../walletconnect/relay.ts'
import { chooseData, type DataChoice } from './data-service.ts'
import type { SwapSource } from './swap-source.ts'

export interface ClientParts {
  readonly network: ChainNetwork
  /** Further networks of any family. */
  readonly networks?: readonly ChainNetwork[] | undefined
  /** Endpoints to use before the networks' own, by CAIP-2 id. The wallet never gets them. */
  readonly endpoints?: Readonly<Record<string, readonly { readonly url: string }[]>> | undefined
  /** The connector of the wallet. Undefined for a client that only reads. */
  readonly connector?: ConnectorFactory | undefined
  readonly relay?: RelayChoice | undefined
  /** The storage of the connections. Undefined: nothing is stored after the command. */
  readonly storage?: KeyStore | undefined
  readonly page?: Page | undefined
  /** The data service. Default: the service that the command line, the environment or a running devnet names. */
  readonly data?: DataChoice | undefined
  /** The source of swaps. Default: the data service. */
  readonly swaps?: SwapSource | undefined
  /** Clients that run at the same time need different names. */
  readonly name?: string | undefined
}

/** Creates a client, calls `use` with it, and disposes it. */
export async function withClient<T>(
  context: Context,
  {
    network,
    networks = [],
    endpoints,
    connector,
    relay,
    storage,
    page,
    data,
    swaps,
    name = 'cli',
  }: ClientParts,
  use: (client: Latchkey) => Promise<T>,
): Promise<T> {
  const { out, signal, health } = context
  const service = data ?? chooseData(context, network)
  const all = [...new Map([network, ...networks].map((one) => [one.caipNetworkId, one])).values()]
  const families = [...new Set(all.map(familyOf))]
  const [{ createLatchkey }, ...adapters] = await Promise.all([
    import('latchkey'),
    ...families.map((family) => factsOf(family).adapter(swaps)),
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
    customRpcUrls: endpoints,
    ...(swaps && { providers: [swaps.provider], features: { swaps: [swaps.provider.name] } }),
    projectId: relay?.projectId ?? service?.projectId,
    endpoints: { relay: relay?.relayUrl, data: service?.url },
    names: service?.zone === undefined ? undefined : { zone: service.zone },
    metadata: { name: 'Latchkey CLI', description: 'A terminal', url: 'https://localhost', icons: [] },
    platform: {
      health,
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
