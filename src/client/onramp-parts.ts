import type { OnRampParts, Seller } from '../controllers/features/onramp/onramp.ts'
import type { Options } from '../core/options/options.ts'
import { isSafeLink } from '../core/wallet/links/deep-links.ts'
import type { Platform } from '../ports.ts'
import type { DataService } from '../services/data/data-service.ts'
import { defaultCurrencies } from '../services/onramp/default-currencies.ts'
import { meld as meldSeller } from '../services/onramp/meld.ts'
import { onRampAnswers } from '../services/onramp/onramp-answers.ts'
import { createOnRampService } from '../services/onramp/onramp-service.ts'
import { readJson } from '../transport/read-json.ts'
import { reachingFetch } from './reach.ts'

/** Creates the providers that sell crypto. */
export async function onRampParts(
  { endpoints, meld, onRampProviders = [], projectId }: Options,
  platform: Pick<Platform, 'page' | 'fetch' | 'clock'>,
  data: () => Promise<{ readonly service: DataService | undefined }>,
): Promise<OnRampParts> {
  const { service: requests } = await data()
  const service = requests && createOnRampService(requests, { answers: onRampAnswers, projectId })
  const ports = { fetch: reachingFetch(platform), clock: platform.clock }
  const json = (baseUrl: string) => readJson(baseUrl, ports)
  const sellers = new Map<string, Seller>()
  if (service) sellers.set('coinbase', { ...service, local: isLocalhost(endpoints.data) })
  if (meld) sellers.set('meld', { ...meldSeller(meld, projectId), local: isLocalhost(meld.url) })
  for (const provider of onRampProviders) {
    sellers.set(provider.name, {
      ...(provider.quote && { quote: (order, opts) => provider.quote?.(order, { ...opts, json }) as never }),
      link: (order, opts) => provider.link(order, { ...opts, json }),
      // Allow http links if the page itself is on localhost.
      local: isLocalhost(platform.page.location?.href),
    })
  }
  return { service, sellers, defaults: defaultCurrencies, readQuote: onRampAnswers.quote }
}

/** Returns whether the URL is plain `http` on localhost. Plain `http` is safe only there. */
function isLocalhost(url = ''): boolean {
  return url.startsWith('http:') && isSafeLink(new URL(url).origin)
}
