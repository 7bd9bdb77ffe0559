import { describe, expect, it } from 'vitest'
import { blockedFetch } from '../../../src/client/blocked-fetch.ts'
import { reachingFetch } from '../../../src/client/reach.ts'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import type { Fetch } from '../../../src/ports.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { failure, httpClient } from '../../support/http.ts'

const unreachable: Fetch = async () => {
  throw new TypeError('Failed to fetch')
}
const reasonOf = (error: unknown) => (error as { reason?: unknown }).reason
const a = 'https://a.example/key'
const b = 'https://b.example/key'

describe('a failed request', () => {
  it('is not counted as offline if only one host failed', async () => {
    const fetch = reachingFetch(memoryPlatform({ fetch: unreachable }))
    for (let i = 0; i < 5; i++) expect(reasonOf(await failure(fetch(a)))).toBeUndefined()
    expect(reasonOf(await failure(fetch('https://a.example/other')))).toBeUndefined()
  })

  it('is counted as offline if a second host fails within ten seconds, and no host answered in between', async () => {
    const platform = memoryPlatform({ fetch: unreachable })
    const fetch = reachingFetch(platform)
    await failure(fetch(a))
    await platform.clock.advance(9_999)
    expect(reasonOf(await failure(fetch(b)))).toBe('offline')
  })

  it('is not counted as offline if the second host fails after ten seconds', async () => {
    const platform = memoryPlatform({ fetch: unreachable })
    const fetch = reachingFetch(platform)
    await failure(fetch(a))
    await platform.clock.advance(10_000)
    expect(reasonOf(await failure(fetch(b)))).toBeUndefined()
  })

  it('is not counted as offline if any host answered between two failures', async () => {
    const answering: Fetch = (input, init) =>
      String(input) === 'https://c.example/'
        ? Promise.resolve(new Response('', { status: 500 }))
        : unreachable(input, init)
    const fetch = reachingFetch(memoryPlatform({ fetch: answering }))
    await failure(fetch(a))
    await fetch('https://c.example/')
    expect(reasonOf(await failure(fetch(b)))).toBeUndefined()
  })

  it('is counted as offline if the browser is offline', async () => {
    const platform = memoryPlatform({ fetch: unreachable })
    platform.page.setOnline(false)
    expect(reasonOf(await failure(reachingFetch(platform)(a)))).toBe('offline')
  })

  it('is counted as offline if it timed out, but not if its caller aborted it', async () => {
    const fetch = reachingFetch(memoryPlatform({ fetch: unreachable }))
    await failure(fetch(a, { signal: AbortSignal.abort() }))
    expect(reasonOf(await failure(fetch(b)))).toBeUndefined()
    await failure(fetch(a, { signal: AbortSignal.abort(latchkeyError('http/timeout')) }))
    expect(reasonOf(await failure(fetch(b)))).toBe('offline')
  })

  it('has the word offline in the details and the values of its error', async () => {
    const platform = memoryPlatform({ fetch: unreachable })
    platform.page.setOnline(false)
    const { http } = httpClient({ fetch: reachingFetch(platform), retries: 0, baseUrl: a })
    expect(await failure(http.get('/'))).toMatchObject({
      code: 'http/unreachable',
      host: 'a.example',
      details: 'The browser is offline: no host answers',
      values: { reason: 'offline' },
    })
  })
})

describe('a request that the browser blocks', () => {
  const violation = (blockedURI: string, effectiveDirective = 'connect-src') =>
    Object.assign(new Event('securitypolicyviolation'), { blockedURI, effectiveDirective })
  const permissions = (state: string | undefined) => ({
    navigator: {
      permissions: {
        query: async () => {
          if (state === undefined) throw new TypeError('unknown permission')
          return { state }
        },
      },
    },
  })

  function blocking(options: Parameters<typeof memoryPlatform>[0] = {}) {
    const platform = memoryPlatform({ origin: 'https://app.example', ...options })
    const events = new EventTarget()
    const listen = (event: string, listener: (event: Event) => void) => {
      events.addEventListener(event, listener)
      return () => events.removeEventListener(event, listener)
    }
    const page = { ...platform.page, listen, global: platform.page.global, location: platform.page.location }
    const fetch: Fetch = async (input, init) => {
      if (String(input).includes('a.example')) events.dispatchEvent(violation('https://a.example/key'))
      return unreachable(input, init)
    }
    return blockedFetch({ page, fetch })
  }

  it("has an error that names the page's Content-Security-Policy", async () => {
    const { fetch } = blocking()
    expect(reasonOf(await failure(fetch(b)))).toBeUndefined()
    const { http } = httpClient({ fetch, retries: 0, baseUrl: a })
    expect(await failure(http.get('/'))).toMatchObject({
      code: 'http/unreachable',
      details: expect.stringContaining('add https://a.example to connect-src'),
      values: { reason: 'csp' },
    })
  })

  it.each(['http://127.0.0.1:8545', 'http://localhost:8545', 'http://192.168.1.4', 'http://[::1]:8545'])(
    'has an error that names Local Network Access if the page lacks the permission for %s',
    async (url) => {
      for (const state of ['denied', 'prompt'])
        expect(reasonOf(await failure(blocking({ globals: permissions(state) }).fetch(url)))).toBe(
          'local-network',
        )
      for (const state of ['granted', undefined])
        expect(reasonOf(await failure(blocking({ globals: permissions(state) }).fetch(url)))).toBeUndefined()
    },
  )

  it('has an error that does not name Local Network Access if the host is public or the page is local', async () => {
    const globals = permissions('denied')
    expect(reasonOf(await failure(blocking({ globals }).fetch(b)))).toBeUndefined()
    const own = blocking({ globals, origin: 'http://localhost:3000' })
    expect(reasonOf(await failure(own.fetch('http://127.0.0.1:8545')))).toBeUndefined()
  })

  it('is noticed by a single listener, which is removed when the client ends', async () => {
    const { page } = memoryPlatform()
    const { fetch, release } = blockedFetch({ page, fetch: unreachable })
    await failure(fetch(a))
    await failure(fetch(a))
    expect(page.listenerCount('securitypolicyviolation')).toBe(1)
    release()
    expect(page.listenerCount('securitypolicyviolation')).toBe(0)
  })
})
