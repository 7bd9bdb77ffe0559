import type { AlertController } from '../controllers/shell/alert-controller.ts'
import type { Options } from '../core/options/options.ts'
import type { CacheStore } from '../core/timed-cache.ts'
import type { Platform } from '../ports.ts'
import type { DataService } from '../services/data/data-service.ts'
import { reachingFetch } from './reach.ts'
import { alertingFetch } from './refusal-alert.ts'

/** Creates the data service, which the features share; undefined if the host configured none. */
export async function dataParts(
  { endpoints, projectId, sdkType, sdkVersion }: Options,
  platform: Pick<Platform, 'fetch' | 'clock' | 'page'>,
  store: CacheStore,
  alert: Pick<AlertController, 'raise'>,
): Promise<{ readonly service: DataService | undefined }> {
  const { data: baseUrl } = endpoints
  const { clock } = platform
  const fetch = alertingFetch(reachingFetch(platform), projectId, alert)
  if (baseUrl === undefined) return { service: undefined }
  const [{ createDataService }, { dataAnswers: answers }] = await Promise.all([
    import('../services/data/data-service.ts'),
    import('../services/data/data-answers.ts'),
  ])
  const service = createDataService({ fetch, clock, baseUrl, projectId, sdkType, sdkVersion, answers, store })
  return { service }
}
