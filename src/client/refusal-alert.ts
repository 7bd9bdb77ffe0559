import type { AlertController } from '../controllers/shell/alert-controller.ts'
import type { Fetch } from '../ports.ts'

/**
 * Tells the host's developers, once, that a service refuses the project id. Otherwise its features only look empty.
 * The request itself still fails as before.
 */
export function alertingFetch(fetch: Fetch, alert: Pick<AlertController, 'raise'>): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status === 401) void alert.raise('invalidProjectId', { once: true })
    return response
  }
}
