import type { ModalController } from '../controllers/coordinators/modal-controller.ts'
import type { SmartSessionsParts } from '../controllers/features/smart-sessions/smart-sessions.ts'
import type { SmartSessionsController } from '../controllers/features/smart-sessions/smart-sessions-controller.ts'
import type { Options } from '../core/options/options.ts'
import type { Platform } from '../ports.ts'
import type { DataService } from '../services/data/data-service.ts'
import { reachingFetch } from './reach.ts'
import { sdkQuery } from './sdk-query.ts'

interface Controllers {
  readonly smartSessions: Pick<SmartSessionsController, 'on'>
  readonly modal: Pick<ModalController, 'open'>
}

/**
 * Creates the dependencies of smart sessions, with a service if the host configured one. Opens the modal when a session is
 * granted (S3.9.4).
 */
export async function smartSessionParts(
  options: Options,
  platform: Pick<Platform, 'fetch' | 'clock' | 'page'>,
  data: () => Promise<{ readonly service: Pick<DataService, 'supports'> | undefined }>,
  { smartSessions, modal }: Controllers,
): Promise<SmartSessionsParts> {
  const { endpoints, projectId, sdkType } = options
  const { data: baseUrl } = endpoints
  const { clock } = platform
  const fetch = reachingFetch(platform)
  const [{ permissionShapes: shapes }, sessions, { service }] = await Promise.all([
    import('../services/permission-shapes.ts'),
    baseUrl === undefined ? undefined : import('../services/smart-sessions.ts'),
    data(),
  ])
  smartSessions.on('granted', () => void modal.open({ view: 'SmartSessionCreated' }).catch(() => {}))
  if (baseUrl === undefined || !service) return { shapes, service: undefined }
  const { supports } = service
  const about = { projectId, sdkType, sdkVersion: sdkQuery(options).sv }
  return {
    shapes,
    service: sessions?.createSmartSessionService({ fetch, clock, baseUrl, ...about, supports, shapes }),
  }
}
