import type { AlertController } from '../controllers/shell/alert-controller.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { type ChainNetwork, findNetwork } from '../core/chain/network.ts'
import type { Options } from '../core/options/options.ts'
import { pictureUrl } from '../core/picture-url.ts'
import type { CacheStore } from '../core/timed-cache.ts'
import type { DataProviderContext, DataProviderFactory } from '../core/wallet/data-provider.ts'
import type { Platform } from '../ports.ts'
import type { DataService } from '../services/data/data-service.ts'
import { joinProviders, type KnownData } from '../services/data/joined-providers.ts'
import { reachingFetch } from './reach.ts'
import { alertingFetch } from './refusal-alert.ts'
import { sdkQuery } from './sdk-query.ts'

export interface DataParts {
  /** The service of `endpoints.data`. */
  readonly service: DataService | undefined
  /** The sources of balances, history, NFTs and prices: the service and the host's providers. */
  readonly known: KnownData | undefined
  /** Returns the URL from which the page may load a picture, or undefined if the page may not load it. */
  picture(link: string | undefined): string | undefined
}

/** Creates the data sources, which several features use. `known` is undefined if the host configured none. */
export async function dataParts(
  options: Omit<Options, 'networks'> & { readonly networks: readonly ChainNetwork[] },
  platform: Pick<Platform, 'fetch' | 'clock' | 'page' | 'log'>,
  store: CacheStore,
  alert: Pick<AlertController, 'raise'>,
  rpc: DataProviderContext['rpc'],
): Promise<DataParts> {
  const service = await serviceOf(options, platform, store, alert)
  const providers = dataProvidersOf(options)
  const picture: DataParts['picture'] = (link) => pictureUrl(link, options.endpoints.ipfs)
  if (providers.length === 0) return { service, known: service && shown(service, picture), picture }
  const networkOf = (network: CaipNetworkId) => findNetwork(options.networks, network)
  const coin: DataProviderContext['coin'] = (network) => networkOf(network)?.nativeCurrency
  const cosmos: DataProviderContext['cosmos'] = (network) => networkOf(network)?.cosmos
  const ports = { fetch: reachingFetch(platform), clock: platform.clock, log: platform.log }
  const { currency } = options
  return {
    service,
    known: shown(await joinProviders(providers, ports, { rpc, coin, cosmos, currency }, service), picture),
    picture,
  }
}

/** Replaces the URL of each NFT's picture with a URL that pages can load, or removes the picture. */
function shown(known: KnownData, picture: DataParts['picture']): KnownData {
  const { nfts } = known
  if (!nfts) return known
  return {
    ...known,
    async nfts(...request) {
      const page = await nfts(...request)
      return (
        page && {
          ...page,
          nfts: page.nfts.map((nft) => ({ ...nft, imageUrl: picture(nft.imageUrl) })),
        }
      )
    },
  }
}

async function serviceOf(
  options: Omit<Options, 'networks'>,
  platform: Pick<Platform, 'fetch' | 'clock' | 'page'>,
  store: CacheStore,
  alert: Pick<AlertController, 'raise'>,
): Promise<DataService | undefined> {
  const { endpoints, currency, projectId, sdkType } = options
  const { data: baseUrl } = endpoints
  const { clock } = platform
  const fetch = alertingFetch(reachingFetch(platform), projectId, alert)
  if (baseUrl === undefined) return undefined
  const [{ createDataService }, { dataAnswers: answers }] = await Promise.all([
    import('../services/data/data-service.ts'),
    import('../services/data/data-answers.ts'),
  ])
  return createDataService({
    fetch,
    clock,
    baseUrl,
    currency,
    projectId,
    sdkType,
    sdkVersion: sdkQuery(options).sv,
    answers,
    store,
  })
}

/** Returns the host's data providers. The other entries of `providers` are swap providers. */
function dataProvidersOf({ providers = [] }: Pick<Options, 'providers'>): readonly DataProviderFactory[] {
  return providers.flatMap((one) => ('covers' in one ? [one] : []))
}
