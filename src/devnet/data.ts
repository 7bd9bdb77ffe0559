import type { CaipNetworkId } from '../core/chain/caip.ts'
import { parseCaipAssetId } from '../core/chain/caip-19.ts'
import { eip155CoinType } from '../core/chain/coin-type.ts'
import type { ChainNetwork } from '../core/chain/network.ts'
import type { Asset } from '../servers/data/chain-reader.ts'
import { dataHandler } from '../servers/data/data-handler.ts'
import { type KnownAsset, KnownAssets } from '../servers/data/known-assets.ts'
import { NameContracts } from '../servers/data/names/name-contracts.ts'
import type { NameSource } from '../servers/data/names/profiles.ts'
import { NftMetadataReader } from '../servers/data/nfts/nft-metadata.ts'
import { NodeCalls, type PostToNode } from '../servers/data/node-calls.ts'
import type { OnRampSource } from '../servers/data/on-ramp.ts'
import type { SessionSource } from '../servers/data/sessions.ts'
import { nftReaderOf, readerOf } from './data/chain-readers.ts'
import { exchangesFrom } from './data/exchanges.ts'
import { explored, explorerPage } from './data/explorer.ts'
import { devPrices, devRates } from './data/prices.ts'
import type { DevExchange } from './exchange/deploy-exchange.ts'
import type { DevToken, StartOptions } from './family-devnet.ts'
import { postTo } from './node-http.ts'
import { reply, requestOf, serveLoopback } from './server/loopback-server.ts'

/** A service on loopback with balances, prices and names of the local networks. */
export interface DevDataService {
  /** A URL such as `http://127.0.0.1:3000`. */
  readonly url: string
  /** The paths and queries of the requests. The last 10,000 are kept. */
  readonly requests: readonly string[]
  /** The parent domain of registered names, for the option `names.zone`. */
  readonly zone: string
  /** The networks. A network has a block explorer if the service has explorer pages for its family. */
  readonly networks: readonly ChainNetwork[]
  stop(): Promise<void>
}

export interface DevDataOptions extends StartOptions {
  /** The networks. The service ignores families other than eip155, solana and bip122. */
  readonly networks: readonly ChainNetwork[]
  /** The devnet's own tokens. Besides the native coins, only these have prices and images. */
  readonly tokens: readonly DevToken[]
  /** The project ids that the service accepts. Default: any. */
  readonly projectIds?: readonly string[] | undefined
  /** The number of history rows per answer. Default: 50. */
  readonly pageSize?: number | undefined
  /** The parent domain of names, if a network has the name contracts. Default: `reown.id`. */
  readonly zone?: string | undefined
  /** The exchanges on which the service swaps. Default: none. */
  readonly exchange?: readonly DevExchange[] | undefined
  /** The source of purchases, such as the result of `startOnRamp`. Default: none. */
  readonly onramp?: { readonly source: OnRampSource } | undefined
  /** The URL of a catalogue with images of tokens. */
  readonly pictures?: string | undefined
}

const maxKept = 10_000
/** In bytes. The service's own limits are lower. */
const bodyLimit = 2_000_000

/**
 * Starts a data service for nodes that are already running. After a restart with the same networks, the service gives the
 * same answers. Only granted sessions are lost, because they are kept in memory. Node only.
 * @throws `validation/invalid-input` for an invalid origin.
 * @example
 * const data = await startDataService(devnet)
 * await fetch(`${data.url}/v1/account/${address}/balance?currency=usd&projectId=any`)
 */
export async function startDataService({
  networks,
  tokens,
  projectIds,
  pageSize = 50,
  zone = 'reown.id',
  exchange,
  onramp,
  pictures,
  allowedOrigins,
}: DevDataOptions): Promise<DevDataService> {
  const named = projectIds && new Set(projectIds)
  const nodes = new Map(networks.flatMap(nodeOf))
  const known = new KnownAssets([...networks.map(native), ...tokens.map(token)].map(pictured), devRates)
  const answer = dataHandler({
    readers: networks.flatMap((network) => readerOf(network, tokensOn(network, tokens)) ?? []),
    known,
    pageSize,
    nodes,
    nfts: {
      readers: networks.flatMap((network) => nftReaderOf(network) ?? []),
      // Private addresses are safe here, because the developer controls the contracts and the servers of their metadata.
      metadata: new NftMetadataReader({ now: () => Date.now(), allowPrivate: true }),
    },
    names: namesOf(networks, zone),
    swaps: exchange && { exchanges: exchangesFrom(exchange, networks), known, now: () => Date.now() },
    onramp: onramp?.source,
    sessions: sessionsOf(networks),
    ...(named && { accepts: (id: string) => named.has(id) }),
  })
  const requests: string[] = []
  const server = await serveLoopback({
    allowedOrigins,
    bodyLimit,
    routes(app) {
      app.all('*', async (c) => {
        const request = requestOf(c)
        const { method, url, signal } = request
        requests.push(url.pathname + url.search)
        if (requests.length > maxKept) requests.shift()
        const page = method === 'GET' && (await explorerPage(nodes, url, signal))
        return reply(c, page || (await answer(request)))
      })
    },
  })
  const { url } = server
  return {
    url,
    requests,
    zone,
    networks: networks.map((network) => explored(network, url)),
    stop: () => server.stop(),
  }

  function pictured(asset: Omit<KnownAsset, 'iconUrl' | 'price'>): KnownAsset {
    const { symbol } = asset
    const iconUrl = pictures === undefined ? '' : `${pictures}/public/getTokenImage/dev-${symbol}`
    return { ...asset, price: devPrices[symbol], iconUrl }
  }
}

function nodeOf({ caipNetworkId, rpcUrls }: ChainNetwork): readonly (readonly [CaipNetworkId, PostToNode])[] {
  const [url] = rpcUrls.default.http
  return url === undefined ? [] : [[caipNetworkId, postTo(url)]]
}

/** Returns the names of the first network with name contracts. */
function namesOf(networks: readonly ChainNetwork[], zone: string): NameSource | undefined {
  for (const { contracts, rpcUrls } of networks) {
    const address = contracts?.ensUniversalResolver?.address
    const [url] = rpcUrls.default.http
    if (!address || url === undefined) continue
    const node = new NodeCalls(postTo(url))
    const chains = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
    return {
      contracts: new NameContracts(node, address),
      node,
      zone,
      coinTypes: chains.map(({ id }) => eip155CoinType(Number(id))),
      now: () => Date.now(),
    }
  }
  return undefined
}

/** Sessions are in memory, and are lost when the service stops. */
function sessionsOf(networks: readonly ChainNetwork[]): SessionSource | undefined {
  const [url] = networks.find(({ chainNamespace }) => chainNamespace === 'eip155')?.rpcUrls.default.http ?? []
  return url === undefined ? undefined : { node: new NodeCalls(postTo(url)), now: () => Date.now() }
}

function tokensOn({ caipNetworkId }: ChainNetwork, tokens: readonly DevToken[]): readonly Asset[] {
  return tokens
    .map((each) => ({ ...token(each), decimals: each.decimals }))
    .filter(({ chain }) => chain === caipNetworkId)
}

function native({ caipNetworkId, nativeCurrency: { name, symbol } }: ChainNetwork) {
  return { chain: caipNetworkId, name, symbol }
}

function token({ asset, name, symbol }: DevToken) {
  const { networkId, assetReference } = parseCaipAssetId(asset)
  return { chain: networkId, address: assetReference, name, symbol }
}
