import type { Fetch } from '../../ports.ts'
import type { Device } from './device.ts'
import type { Session } from './session.ts'

/**
 * Returns a `fetch` for bundlers and paymasters. The service forwards requests to them only for logged-in visitors, so requests
 * have this browser's proof and the access token. If the service refuses the token, it doesn't forward the request, so the
 * request is sent once more with a new token.
 * @returns A `fetch` for URLs of the service, with a text as body. It throws `LoggedOut` if no visitor is logged in.
 */
export function userFetch({
  fetch,
  device,
  session,
}: {
  readonly fetch: Fetch
  readonly device: Device
  readonly session: Pick<Session, 'access' | 'markRejected'>
}): Fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(input)
    const send = async (access: string) => {
      const headers = new Headers(init.headers)
      const body = typeof init.body === 'string' ? init.body : ''
      const proof = await device.proof(init.method ?? 'GET', `${pathname}${search}`, body)
      for (const [name, value] of Object.entries(proof)) headers.set(name, value)
      headers.set('authorization', `Bearer ${access}`)
      return fetch(input, { ...init, headers })
    }
    const access = await session.access()
    const response = await send(access)
    if (response.status !== 401) return response
    await response.body?.cancel()
    session.markRejected(access)
    return send(await session.access())
  }
}
