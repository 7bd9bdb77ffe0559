import type { ModalController } from '../controllers/coordinators/modal-controller.ts'
import type { SmartSessionsParts } from '../controllers/features/smart-sessions/smart-sessions.ts'
import type { SmartSessionsController } from '../controllers/features/smart-sessions/smart-sessions-controller.ts'
import type { Options } from '../core/options/options.ts'
import type { Platform } from '../ports.ts'
import { reachingFetch } from './reach.ts'

interface Controllers {
  readonly smartSessions: Pick<SmartSessionsController, 'on'>
  readonly modal: Pick<ModalController, 'open'>
}

/**
 * Creates the dependencies of smart sessions, with a service if the host configured one. Opens the modal when a session is
 * granted (S3.9.4).
 */
export async function smartSessionParts(
  { endpoints, projectId, sdkType, sdkVersion }: Options,
  platform: Pick<Platform, 'fetch' | 'clock' | 'page'>,
  { smartSessions, modal }: Controllers,
): Promise<SmartSessionsParts> {
  const { data: baseUrl } = endpoints
  const { clock } = platform
  const fetch = reachingFetch(platform)
  const [{ permissionShapes: shapes }, service] = await Promise.all([
    import('../services/permission-shapes.ts'),
    baseUrl === undefined ? undefined : import('../services/smart-sessions.ts'),
  ])
  smartSessions.on('granted', () => void modal.open({ view: 'SmartSessionCreated' }).catch(() => {}))
  return {
    shapes,
    service:
      baseUrl === undefined
        ? undefined
        : service?.createSmartSessionService({
            ...{ fetch, clock, baseUrl, projectId, sdkType, sdkVersion, shapes },
          }),
  }
}
