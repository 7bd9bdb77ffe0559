import type { AlertController } from '../controllers/shell/alert-controller.ts'
import type { Fetch } from '../ports.ts'

/**
 * Tells the host's developers, once, that a service refuses the project id. Otherwise its features only look empty.
 * The request itself still fails as before. Without a project id, a 401 is about something else, so nothing is said.
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
