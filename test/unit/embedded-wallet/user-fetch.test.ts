import { describe, expect, it } from 'vitest'
import { userFetch } from '../../../src/embedded-wallet/service/user-fetch.ts'

const url = 'https://wallet.example/api/node/paymaster/1'

function world(...statuses: readonly number[]) {
  const sent: { readonly url: string; readonly headers: Record<string, string> }[] = []
  const rejected: string[] = []
  const proofs: (readonly string[])[] = []
  let turn = 0
  const fetch = userFetch({
    fetch: async (input, init) => {
      sent.push({ url: String(input), headers: Object.fromEntries(new Headers(init?.headers)) })
      return new Response('{}', { status: statuses[turn++] ?? 200 })
    },
    device: {
      async proof(...given) {
        proofs.push(given)
        return { 'x-proof': String(proofs.length) }
      },
    },
    session: {
      access: async () => `token ${rejected.length + 1}`,
      markRejected: (token) => void rejected.push(token),
    },
  })
  const init = { method: 'POST', body: '{"id":1}', headers: { 'content-type': 'application/json' } }
  return { sent, rejected, proofs, ask: () => fetch(url, init) }
}

describe('a request for the logged-in visitor', () => {
  it("carries the device's proof and the access token", async () => {
    const { sent, proofs, ask } = world()
    expect((await ask()).status).toBe(200)
    expect(proofs).toEqual([['POST', '/api/node/paymaster/1', '{"id":1}']])
    const headers = { 'content-type': 'application/json', 'x-proof': '1', authorization: 'Bearer token 1' }
    expect(sent).toEqual([{ url, headers }])
  })

  it('is sent again with a new token and proof if the service refuses the token', async () => {
    const { sent, rejected, ask } = world(401)
    expect((await ask()).status).toBe(200)
    expect(rejected).toEqual(['token 1'])
    expect(sent.map(({ headers }) => [headers['x-proof'], headers.authorization])).toEqual([
      ['1', 'Bearer token 1'],
      ['2', 'Bearer token 2'],
    ])
  })

  it('is sent at most twice after status 401, and once after status 502', async () => {
    const refused = world(401, 401)
    expect((await refused.ask()).status).toBe(401)
    expect(refused.sent).toHaveLength(2)
    const failed = world(502)
    expect((await failed.ask()).status).toBe(502)
    expect(failed.sent).toHaveLength(1)
  })
})
