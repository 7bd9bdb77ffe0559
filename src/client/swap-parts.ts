import type { SwapParts } from '../controllers/features/swap/swap.ts'
import type { Options } from '../core/options/options.ts'
import type { SwapProvider, SwapProviderContext } from '../core/wallet/payments/swap-provider.ts'
import type { Platform } from '../ports.ts'
import type { DataService } from '../services/data/data-service.ts'
import { ownSwapProviders } from './swap-providers.ts'

/** Creates the swap providers: the host's own first, then the service of `endpoints.data`, which is loaded only if configured. */
export async function swapParts(
  options: Options,
  { clock }: Pick<Platform, 'clock'>,
  rpc: SwapProviderContext['rpc'],
  service: DataService | undefined,
): Promise<SwapParts> {
  const { currency, projectId } = options
  const all: SwapProvider[] = []
  for (const one of ownSwapProviders(options))
    all.push('create' in one ? await one.create({ rpc, clock }) : one)
  if (service) {
    const [{ createSwapService }, { swapAnswers: answers }] = await Promise.all([
      import('../services/swap/swap-service.ts'),
      import('../services/swap/swap-answers.ts'),
    ])
    all.push(createSwapService({ requests: service, ...{ currency, projectId }, answers, clock }))
  }
  return { providers: new Map(all.map((one) => [one.name, one])) }
}
