import type { SwapParts } from '../controllers/features/swap/swap.ts'
import type { Options } from '../core/options/options.ts'
import type {
  SwapNamespace,
  SwapProvider,
  SwapProviderContext,
} from '../core/wallet/payments/swap-provider.ts'
import type { Platform } from '../ports.ts'
import type { DataService } from '../services/data/data-service.ts'
import { readJson } from '../transport/read-json.ts'
import { reachingFetch } from './reach.ts'
import { ownSwapProviders } from './swap-providers.ts'

/**
 * Creates the swap providers: first the host's own, then the service of `endpoints.data`. Loads the service's code only if the
 * host configured the service.
 */
export async function swapParts(
  options: Options,
  platform: Pick<Platform, 'fetch' | 'clock' | 'page'>,
  rpc: SwapProviderContext['rpc'],
  data: () => Promise<{ readonly service: DataService | undefined }>,
): Promise<SwapParts> {
  const { currency, projectId } = options
  const { clock } = platform
  const json = (baseUrl: string) => readJson(baseUrl, { fetch: reachingFetch(platform), clock })
  const all: SwapProvider<SwapNamespace>[] = []
  for (const one of ownSwapProviders(options))
    all.push('create' in one ? await one.create({ rpc, json, clock }) : one)
  const { service } = await data()
  if (service) {
    const [{ createSwapService }, { swapAnswers: answers }] = await Promise.all([
      import('../services/swap/swap-service.ts'),
      import('../services/swap/swap-answers.ts'),
    ])
    all.push(createSwapService({ requests: service, ...{ currency, projectId }, answers, clock }))
  }
  return { providers: new Map(all.map((one) => [one.name, one])) }
}
