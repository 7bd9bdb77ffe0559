import type { AlertController } from '../controllers/shell/alert-controller.ts'
import { type ChainNetwork, findNetwork } from '../core/chain/network.ts'
import type { Options } from '../core/options/options.ts'
import type { CacheStore } from '../core/timed-cache.ts'
import type { DataProviderContext } from '../core/wallet/data-provider.ts'
import type { Platform } from '../ports.ts'
import type { DataService } from '../services/data/data-service.ts'
import type { HistoryService } from '../services/data/history.ts'
import type { HoldingsService } from '../services/data/holdings.ts'
import { dataProvidersOf, joinProviders } from './data-providers.ts'
import { reachingFetch } from './reach.ts'
import { alertingFetch } from './refusal-alert.ts'

export interface DataParts {
  /** The service of `endpoints.data`. */
  readonly service: DataService | undefined
  /** The service, and the host's providers of balances, history and prices. */
  readonly known: (HoldingsService & HistoryService) | undefined
}

/** Creates the sources of data, which the features share; undefined if the host configured none. */
export async function dataParts(
  options: Omit<Options, 'networks'> & { readonly networks: readonly ChainNetwork[] },
  platform: Pick<Platform, 'fetch' | 'clock' | 'page' | 'log'>,
  store: CacheStore,
  alert: Pick<AlertController, 'raise'>,
  rpc: DataProviderContext['rpc'],
): Promise<DataParts> {
  const service = await serviceOf(options, platform, store, alert)
  const providers = dataProvidersOf(options)
  if (providers.length === 0) return { service, known: service }
  const coin: DataProviderContext['coin'] = (network) =>
    findNetwork(options.networks, network)?.nativeCurrency
  return { service, known: await joinProviders(providers, platform, { rpc, coin }, service) }
}

async function serviceOf(
  { endpoints, projectId, sdkType, sdkVersion }: Omit<Options, 'networks'>,
  platform: Pick<Platform, 'fetch' | 'clock' | 'page'>,
  store: CacheStore,
  alert: Pick<AlertController, 'raise'>,
): Promise<DataService | undefined> {
  const { data: baseUrl } = endpoints
  const { clock } = platform
  const fetch = alertingFetch(reachingFetch(platform), projectId, alert)
  if (baseUrl === undefined) return undefined
  const [{ createDataService }, { dataAnswers: answers }] = await Promise.all([
    import('../services/data/data-service.ts'),
    import('../services/data/data-answers.ts'),
  ])
  return createDataService({ fetch, clock, baseUrl, projectId, sdkType, sdkVersion, answers, store })
}
