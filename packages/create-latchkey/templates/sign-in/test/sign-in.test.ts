import { createLatchkey } from 'latchkey'
import { manualClock, memoryPlatform } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { auth, domain } from '../server/auth'
import { families } from '../src/families'
import { options } from '../src/options'
import { localChains } from './local-chains'

const [family] = families
const { networks, connectors } = await localChains([family])

const origin = `http://${domain}`

/** Sends requests as a browser that keeps the server's cookie. */
function browser() {
  let cookie = ''
  return async (url: string | URL, init?: RequestInit) => {
    const request = new Request(new URL(url, origin), init)
    if (!request.url.startsWith(`${origin}/auth/`)) return fetch(request)
    request.headers.set('cookie', cookie)
    const response = await auth(request)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  }
}

it('signs in, and out', async () => {
  const latchkey = createLatchkey({
    ...options,
    networks,
    connectors: [connectors[family]()],
    platform: memoryPlatform({ origin, fetch: browser(), clock: manualClock(Date.now()) }),
  })
  await latchkey.connect({ connectorId: 'dev' })
  await latchkey.signIn.sign()
  expect(latchkey.signIn.state.status).toBe('signed-in')

  await latchkey.signIn.signOut()
  expect(latchkey.account.active.status).toBe('disconnected')
  await latchkey.dispose()
})
