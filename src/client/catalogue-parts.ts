import type { AlertController } from '../controllers/shell/alert-controller.ts'
import type { CatalogueParts } from '../controllers/wallet/catalogue.ts'
import type { Options } from '../core/options/options.ts'
import type { Platform } from '../ports.ts'
import { createImages } from '../services/images.ts'
import { wellKnownWallets } from '../services/well-known-wallets.ts'
import { reachingFetch } from './reach.ts'
import { alertingFetch } from './refusal-alert.ts'
import { sdkQuery } from './sdk-query.ts'

/** Creates the dependencies of the catalogue. Loads the service's code only if the host configured a service. */
export async function catalogueParts(
  options: Options,
  platform: Pick<Platform, 'fetch' | 'clock' | 'page'>,
  alert: Pick<AlertController, 'raise'>,
): Promise<CatalogueParts> {
  const { endpoints, projectId, sdkType } = options
  const { catalogue: baseUrl } = endpoints
  const pictures = createImages()
  if (baseUrl === undefined) return { service: undefined, pictures, wellKnown: wellKnownWallets }
  const [{ createWalletCatalogue }, { readWalletAnswer: readAnswer }] = await Promise.all([
    import('../services/wallet-catalogue.ts'),
    import('../services/wallet-answer.ts'),
  ])
  const service = createWalletCatalogue({
    ...{ baseUrl, projectId, sdkType, sdkVersion: sdkQuery(options).sv, readAnswer },
    clock: platform.clock,
    fetch: alertingFetch(reachingFetch(platform), projectId, alert),
  })
  return { service, pictures, wellKnown: wellKnownWallets }
}
