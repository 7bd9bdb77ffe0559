import type { CatalogueParts } from '../controllers/wallet/catalogue.ts'
import type { Options } from '../core/options.ts'
import type { Platform } from '../ports.ts'
import { createPictures } from '../services/pictures.ts'
import { wellKnownWallets } from '../services/well-known-wallets.ts'

/** What the catalogue is made of. The service is fetched only where the host names one. */
export async function catalogueParts(
  { endpoints, projectId }: Options,
  platform: Pick<Platform, 'fetch' | 'clock'>,
): Promise<CatalogueParts> {
  const { catalogue: baseUrl } = endpoints
  const service =
    baseUrl === undefined
      ? undefined
      : (await import('../services/wallet-catalogue.ts')).createWalletCatalogue({
          ...platform,
          baseUrl,
          projectId,
        })
  return { service, pictures: createPictures(), wellKnown: wellKnownWallets }
}
