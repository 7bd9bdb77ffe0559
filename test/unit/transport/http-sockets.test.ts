import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HttpClientOptions } from '../../../src/transport/http-client.ts'
import { failure, httpClient } from '../../support/http.ts'
import { type Loopback, loopback, quickClock } from '../../support/loopback.ts'

describe('the HTTP client with a real socket', () => {
  let server: Loopback
  beforeEach(async () => {
    server = await loopback(({ path }, response, index) => {
      if (path === '/stalls') return
      if (path === '/stalls-after-headers') return void response.writeHead(200).write('{"a":')
      if (path === '/resets-once' && index === 0) return void response.socket?.destroy()
      if (path === '/resets') return void response.socket?.destroy()
      if (path === '/lies-about-length') {
        response.writeHead(200, { 'content-length': '100' }).write('{"a":1}')
        return void response.socket?.destroy()
      }
      if (path === '/endless') {
        const more = () => {
          while (response.write(Buffer.alloc(65_536, 32)));
        }
        response.writeHead(200).on('drain', more)
        return more()
      }
      response.end('{"fine":true}')
    })
  })
  afterEach(() => server.close())
  const here = (options: Partial<HttpClientOptions> = {}) => httpClient({ baseUrl: server.url, ...options })

  it.each(['stalls', 'stalls-after-headers'])(
    'rejects after 10,000 ms, without a retry, if the server %s',
    async (path) => {
      const { http, clock } = here()
      const start = clock.now()
      const error = await failure(http.get(path))
      expect(error).toMatchObject({
        code: 'http/timeout',
        message: `${server.host} did not answer within 10000 ms`,
      })
      expect(clock.now() - start).toBeGreaterThan(9000)
      expect(server.requests).toHaveLength(1)
      expect(clock.pending).toBe(0)
      await expect
        .poll(() => server.requests[0]?.socket.destroyed, { message: 'the socket closes' })
        .toBe(true)
    },
  )

  it('retries only reads after the connection is reset', async () => {
    expect(await here().http.get('resets-once')).toEqual({ fine: true })
    expect(server.requests).toHaveLength(2)
    expect(await failure(here().http.post('resets'))).toMatchObject({ code: 'http/unreachable' })
    expect(server.requests).toHaveLength(3)
  })

  it('rejects a body that ends early', async () => {
    expect(await failure(here({ retries: 0 }).http.get('lies-about-length'))).toMatchObject({
      code: 'http/unreachable',
    })
  })

  it('stops reading an endless body', async () => {
    expect(await failure(here({ clock: quickClock(1) }).http.get('endless'))).toMatchObject({
      code: 'http/invalid-body',
    })
    await expect.poll(() => server.requests[0]?.socket.destroyed, { message: 'the socket closes' }).toBe(true)
  })

  it.each(['stalls', 'stalls-after-headers'])(
    'closes the socket when the caller aborts, if the server %s',
    async (path) => {
      const controller = new AbortController()
      const { http, clock } = here()
      const call = failure(http.get(path, { signal: controller.signal }))
      await expect.poll(() => server.requests.length, { message: 'the request arrives' }).toBe(1)
      controller.abort()
      expect(await call).toMatchObject({ code: 'flow/aborted' })
      expect(clock.pending).toBe(0)
      await expect
        .poll(() => server.requests[0]?.socket.destroyed, { message: 'the socket closes' })
        .toBe(true)
      expect(server.requests).toHaveLength(1)
    },
  )

  it('sends nothing after the caller aborts between two attempts', async () => {
    const controller = new AbortController()
    const { http, clock } = here({ clock: quickClock(0.001) })
    const call = failure(http.get('resets', { signal: controller.signal }))
    await expect.poll(() => server.requests.length, { message: 'the request arrives' }).toBe(1)
    await expect.poll(() => server.requests[0]?.socket.destroyed, { message: 'the socket closes' }).toBe(true)
    controller.abort()
    expect(await call).toMatchObject({ code: 'flow/aborted' })
    expect(await failure(http.get('x', { signal: controller.signal }))).toMatchObject({
      code: 'flow/aborted',
    })
    expect(server.requests).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })

  it("names an unreachable host without the URL's path and query", async () => {
    await server.close()
    const { http, pauses } = here()
    const error = await failure(http.get('v1/secret-key', { params: { projectId: 'hidden' } }))
    expect(error).toMatchObject({ code: 'http/unreachable', message: `${server.host} cannot be reached` })
    expect(pauses()).toEqual([150, 300, 600])
    expect(JSON.stringify([error, error.message, String(error.cause)])).not.toMatch(/secret-key|hidden/)
  })
})
