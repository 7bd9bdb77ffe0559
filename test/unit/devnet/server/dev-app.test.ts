import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { devApp } from '../../../../src/devnet/server/dev-app.ts'

it("answers on Node's response if another server has replaced the global Response", async () => {
  const { Request, Response } = globalThis
  // The public services of `latchkey serve` start such a server.
  getRequestListener(() => new Response())
  expect(globalThis.Response).not.toBe(Response)
  onTestFinished(() => {
    Object.defineProperty(globalThis, 'Request', { value: Request })
    Object.defineProperty(globalThis, 'Response', { value: Response })
  })
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const listener = devApp(() => ({ origin: undefined }), {
    bodyLimit: 1000,
    routes: (app) =>
      void app.get('/direct', ({ env, var: { answered } }) => {
        env.outgoing.end('whole')
        return answered
      }),
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await (await fetch(`${url}/direct`)).text()).toBe('whole')
  expect((await fetch(`${url}/none`)).status).toBe(426)
  expect(errors.mock.calls).toEqual([])
})
