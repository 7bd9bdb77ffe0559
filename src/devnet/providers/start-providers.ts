import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAssetId } from '../../core/chain/caip-19.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { SwapContractsOption } from '../../core/wallet/payments/swap-contracts.ts'
import { devPrices } from '../data/prices.ts'
import type { DevToken, StartOptions } from '../family-devnet.ts'
import { reply, requestOf, serveLoopback } from '../server/loopback-server.ts'
import type { AggregatorAnswer } from './aggregator-trade.ts'
import { alchemyOf } from './alchemy.ts'
import { ankrOf } from './ankr.ts'
import { type Answering, blockscoutOf } from './blockscout.ts'
import { coinbaseAnswer } from './coinbase.ts'
import { cosmosRestOf } from './cosmos-rest.ts'
import { etherscanOf } from './etherscan.ts'
import { heliusOf } from './helius.ts'
import { jupiterOf } from './jupiter.ts'
import { lifiOf } from './lifi.ts'
import { mempoolOf } from './mempool.ts'
import { moonpayAnswer } from './moonpay.ts'
import { oneinchAnswer } from './oneinch.ts'
import { paraswapAnswer } from './paraswap.ts'
import {
  coingeckoAnswer,
  defillamaAnswer,
  feedOf,
  namesOf,
  type PricedAsset,
  pythAnswer,
} from './price-answers.ts'
import { rampAnswer } from './ramp.ts'
import { placeStandIns, standIns } from './stand-ins.ts'
import { subscanOf } from './subscan.ts'
import { transakAnswer } from './transak.ts'
import { zeroxAnswer } from './zerox.ts'

/**
 * Services on loopback that imitate the real services, with the data of the devnet's networks. Pass their URLs to the providers
 * of the same names. Tests of a page then need no internet.
 */
export interface DevProviders {
  /** For `blockscout({ url })`: an instance for each eip155 network. */
  readonly blockscout: Readonly<Record<CaipNetworkId<'eip155'>, string>>
  /** For `alchemy({ url })`: an endpoint for each eip155 network. */
  readonly alchemy: Readonly<Record<CaipNetworkId<'eip155'>, string>>
  /** For `ankr({ url, blockchains })`. */
  readonly ankr: string
  /** For the option `blockchains` of `ankr`: the names of the devnet's networks. */
  readonly ankrBlockchains: Readonly<Record<CaipNetworkId<'eip155'>, string>>
  /** For `etherscan({ url })`. */
  readonly etherscan: string
  /** For `helius({ url, historyUrl })`: one URL for both options, on the first solana network. Undefined if there is none. */
  readonly helius: string | undefined
  /** For the option `api` of `moonpay()`: the URL of an API with quotes. */
  readonly moonpay: string
  /** For the option `api` of `ramp()`: the URL of an API with quotes. */
  readonly ramp: string
  /**
   * For the option `api` of `transak()`, and for `urls.api` and `urls.gateway` of `transakLinks`: the URL of an API with quotes
   * and sessions.
   */
  readonly transak: string
  /** For `pyth({ url, feeds })`. */
  readonly pyth: string
  /** For the option `feeds` of `pyth`: the feeds of the devnet's coins and tokens. */
  readonly pythFeeds: Readonly<
    Record<CaipNetworkId, { readonly coin: string; readonly tokens: Readonly<Record<string, string>> }>
  >
  /** For `urls.api` of `coinbaseLinks`: the URL of an API with session tokens. */
  readonly coinbase: string
  /** For `coingecko({ url, networks })`. */
  readonly coingecko: string
  /** For `defillama({ url, networks })`. */
  readonly defillama: string
  /** For `mempool({ url })`: an instance for each bip122 network. */
  readonly mempool: Readonly<Record<CaipNetworkId<'bip122'>, string>>
  /** For `cosmosRest({ url })`: a REST API for each cosmos network. */
  readonly cosmosRest: Readonly<Record<CaipNetworkId<'cosmos'>, string>>
  /** For `subscan({ url })`: an API for each polkadot network. */
  readonly subscan: Readonly<Record<CaipNetworkId<'polkadot'>, string>>
  /** For `oneinch({ url })`. */
  readonly oneinch: string
  /** For `zerox({ url })`. */
  readonly zerox: string
  /** For `paraswap({ url })`. */
  readonly paraswap: string
  /** For `jupiter({ url })`: swaps on the first solana network. Undefined if there is none. */
  readonly jupiter: string | undefined
  /** For `lifi({ url })`. */
  readonly lifi: string
  /**
   * For `eip155({ swapContracts })`, and for the option `contracts` of swap providers. These contracts replace the aggregators'
   * contracts. The first request to an aggregator deploys them.
   */
  readonly swapContracts: SwapContractsOption
  /** For the option `networks` of `coingecko` and `defillama`: the names of the devnet's networks at these services. */
  readonly pricedNetworks: Readonly<
    Record<CaipNetworkId, { readonly platform: string; readonly coin: string }>
  >
  /** The paths and queries of the requests. The last 10,000 are kept. */
  readonly requests: readonly string[]
  stop(): Promise<void>
}

export interface DevProvidersOptions extends StartOptions {
  readonly networks: readonly ChainNetwork[]
  /** The devnet's own tokens. Besides the native coins, only these have prices. */
  readonly tokens: readonly DevToken[]
}

const maxKept = 10_000

const aggregators: Readonly<Record<string, AggregatorAnswer>> = {
  oneinch: oneinchAnswer,
  zerox: zeroxAnswer,
  paraswap: paraswapAnswer,
}

/**
 * Starts services for nodes that are already running. Their prices are the fixed prices of the devnet's data service. Node only.
 * @throws `validation/invalid-input` for an invalid origin.
 * @example
 * const services = await startProviders(devnet)
 * const { blockscout: url, coingecko: prices, pricedNetworks: networks } = services
 * const providers = [blockscout({ url }), coingecko({ url: prices, networks })]
 */
export async function startProviders({
  networks,
  tokens,
  allowedOrigins,
}: DevProvidersOptions): Promise<DevProviders> {
  const priced = [...networks.map(nativeOf), ...tokens.map(tokenOf)].flatMap(
    (one): readonly PricedAsset[] => {
      const price = devPrices[one.symbol]
      return price === undefined ? [] : [{ ...one, price }]
    },
  )
  const scouts = new Map<string, Answering>()
  for (const network of networks) {
    const own = tokens.map(tokenOf).filter(({ chain }) => chain === network.caipNetworkId)
    const scout = blockscoutOf(network, own)
    if (scout) scouts.set(network.caipNetworkId, scout)
  }
  const mempools = new Map<string, (path: string) => Promise<unknown>>()
  for (const network of networks) {
    const answering = mempoolOf(network)
    if (answering) mempools.set(network.caipNetworkId, answering)
  }
  const cosmosApis = new Map<string, (path: string, query: URLSearchParams) => Promise<unknown>>()
  for (const network of networks) {
    const answering = cosmosRestOf(network)
    if (answering) cosmosApis.set(network.caipNetworkId, answering)
  }
  const subscans = new Map<string, (path: string, body: unknown) => Promise<unknown>>()
  for (const network of networks) {
    const own = tokens.map(tokenOf).filter(({ chain }) => chain === network.caipNetworkId)
    const answering = subscanOf(network, own)
    if (answering) subscans.set(network.caipNetworkId, answering)
  }
  const etherscan = etherscanOf(scouts)
  const ankr = ankrOf(scouts)
  const alchemies = new Map([...scouts].map(([id, scout]) => [id, alchemyOf(scout)]))
  const solana = networks.find(({ chainNamespace }) => chainNamespace === 'solana')
  const ofSolana = tokens.map(tokenOf).filter(({ chain }) => chain === solana?.caipNetworkId)
  const helius = solana && heliusOf(solana, ofSolana)
  const jupiter = solana && jupiterOf(solana, priced)
  const requests: string[] = []
  const chains = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const lifi = lifiOf(chains)
  let placed: Promise<unknown> | undefined

  async function answer({ pathname, searchParams }: URL, sent: string | undefined): Promise<unknown> {
    const [, service = '', rest = ''] = /^\/(\w+)\/(.*)$/.exec(pathname) ?? []
    const body = sent === undefined ? undefined : jsonOf(sent)
    const aggregator = service === 'lifi' ? lifi : aggregators[service]
    if (aggregator) {
      placed ??= Promise.all(chains.map((network) => placeStandIns(network, tokens)))
      await placed
      return aggregator({ path: rest, query: searchParams, body, assets: priced })
    }
    if (service === 'jupiter') return jupiter?.(rest, searchParams, body)
    if (service === 'helius') return helius?.(rest, searchParams, sent ?? '')
    if (service === 'ankr') return ankr(rest, searchParams, sent)
    if (service === 'etherscan') return etherscan(rest, searchParams)
    if (service === 'moonpay') return moonpayAnswer(rest, searchParams)
    if (service === 'coinbase') return coinbaseAnswer(rest, body)
    if (service === 'ramp') return rampAnswer(rest, searchParams, body)
    if (service === 'transak') return transakAnswer(rest, searchParams, body)
    if (service === 'pyth') return pythAnswer(priced, rest, searchParams)
    if (service === 'coingecko') return coingeckoAnswer(priced, rest, searchParams)
    if (service === 'defillama') return defillamaAnswer(priced, rest)
    const [, pool = '', part = ''] = /^([^/]+)\/(.+)$/.exec(rest) ?? []
    if (service === 'alchemy')
      return alchemies.get(decodeURIComponent(pool))?.(part, searchParams, sent ?? '')
    if (service === 'mempool') return mempools.get(decodeURIComponent(pool))?.(part)
    if (service === 'cosmosRest') return cosmosApis.get(decodeURIComponent(pool))?.(part, searchParams)
    if (service === 'subscan') return subscans.get(decodeURIComponent(pool))?.(part, body)
    const [, network = '', path = ''] = /^([^/]+)\/api\/v2\/(.+)$/.exec(rest) ?? []
    return service === 'blockscout'
      ? scouts.get(decodeURIComponent(network))?.(path, searchParams)
      : undefined
  }

  const server = await serveLoopback({
    allowedOrigins,
    routes(app) {
      app.all('*', async (c) => {
        const { method, url, body: sent } = requestOf(c)
        requests.push(url.pathname + url.search)
        if (requests.length > maxKept) requests.shift()
        const isRead = method === 'GET'
        const found = isRead || method === 'POST' ? await answer(url, isRead ? undefined : sent) : undefined
        const body = JSON.stringify(found ?? { message: 'Not found' })
        return reply(c, { status: found === undefined ? 404 : 200, contentType: 'application/json', body })
      })
    },
  })
  const { url } = server
  return {
    blockscout: Object.fromEntries(
      [...scouts.keys()].map((id) => [id, `${url}/blockscout/${encodeURIComponent(id)}`]),
    ),
    alchemy: Object.fromEntries(
      [...alchemies.keys()].map((id) => [id, `${url}/alchemy/${encodeURIComponent(id)}`]),
    ),
    ankr: `${url}/ankr`,
    ankrBlockchains: Object.fromEntries([...scouts.keys()].map((id) => [id, id])),
    etherscan: `${url}/etherscan`,
    helius: helius && `${url}/helius`,
    moonpay: `${url}/moonpay`,
    ramp: `${url}/ramp`,
    transak: `${url}/transak`,
    pyth: `${url}/pyth`,
    pythFeeds: Object.fromEntries(
      networks.map(({ caipNetworkId: chain }) => {
        const listed = priced.flatMap((one) =>
          one.chain === chain && one.address ? [[one.address, feedOf(one)]] : [],
        )
        return [chain, { coin: feedOf({ chain }), tokens: Object.fromEntries(listed) }]
      }),
    ),
    coinbase: `${url}/coinbase`,
    coingecko: `${url}/coingecko`,
    defillama: `${url}/defillama`,
    oneinch: `${url}/oneinch`,
    zerox: `${url}/zerox`,
    paraswap: `${url}/paraswap`,
    jupiter: jupiter && `${url}/jupiter`,
    lifi: `${url}/lifi`,
    swapContracts: Object.fromEntries(chains.map(({ caipNetworkId }) => [caipNetworkId, standIns])),
    mempool: Object.fromEntries(
      [...mempools.keys()].map((id) => [id, `${url}/mempool/${encodeURIComponent(id)}`]),
    ),
    cosmosRest: Object.fromEntries(
      [...cosmosApis.keys()].map((id) => [id, `${url}/cosmosRest/${encodeURIComponent(id)}`]),
    ),
    subscan: Object.fromEntries(
      [...subscans.keys()].map((id) => [id, `${url}/subscan/${encodeURIComponent(id)}`]),
    ),
    pricedNetworks: Object.fromEntries(
      networks.map(({ caipNetworkId }) => [caipNetworkId, namesOf(caipNetworkId)]),
    ),
    requests,
    stop: () => server.stop(),
  }
}

function nativeOf({ caipNetworkId: chain, nativeCurrency: { name, symbol, decimals } }: ChainNetwork) {
  return { chain, address: undefined, name, symbol, decimals }
}

function tokenOf({ asset, name, symbol, decimals }: DevToken) {
  const { networkId, assetReference } = parseCaipAssetId(asset)
  return { chain: networkId, address: assetReference, name, symbol, decimals }
}

/** Parses JSON. Returns null if the body isn't JSON. */
function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
