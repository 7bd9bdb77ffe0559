import type { AlertController } from '../controllers/shell/alert-controller.ts'
import type { Fetch } from '../ports.ts'

/**
 * Alerts the host's developers once if a service refuses the project id. Without the alert, the features of the service would
 * only look empty. The request still fails. Without a project id, a 401 has another cause, so there is no alert.
 */
export function alertingFetch(
  fetch: Fetch,
  projectId: string | undefined,
  alert: Pick<AlertController, 'raise'>,
): Fetch {
  if (!projectId) return fetch
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status === 401) void alert.raise('invalidProjectId', { once: true })
    return response
  }
}
