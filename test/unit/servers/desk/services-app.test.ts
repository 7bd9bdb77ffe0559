import { describe, expect, it } from 'vitest'
import type { DataRequest } from '../../../../src/servers/data/requests.ts'
import { createDeskMetrics } from '../../../../src/servers/desk/metrics.ts'
import { servicesApp } from '../../../../src/servers/desk/services-app.ts'
import { readProjects } from '../../../../src/servers/project-config/projects.ts'

const picture = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
const wallets = [{ id: 'one', name: 'One', chains: ['eip155:1'] }]

function app(source = { wallets }, asked: DataRequest[] = []) {
  const listed = readProjects('{"projects":{"app":{}}}')
  return servicesApp({
    ...{ projects: () => listed, metrics: createDeskMetrics(), proxies: 1, now: () => 0 },
    catalogue: { ...source, picture: (_, id) => (id === 'none' ? undefined : picture) },
    data: async (request) => {
      asked.push(request)
      return { status: 200, contentType: 'application/json', body: '{}' }
    },
    keep: async () => {},
    query: async () => [],
    onError(error) {
      throw error
    },
  })
}

const ask = (from: ReturnType<typeof app>, path: string, tag?: string) =>
  from.request(path, {
    headers: { 'x-forwarded-for': '192.0.2.1', ...(tag !== undefined && { 'if-none-match': tag }) },
  })
const tagOf = (response: Response) => response.headers.get('etag') ?? ''

describe('the wallet catalogue of the public services', () => {
  it('answers a repeated request with status 304 if the list is unchanged', async () => {
    const first = await ask(app(), '/getWallets?projectId=app')
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const again = await ask(app(), '/getWallets?projectId=app', tagOf(first))
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('access-control-allow-origin')).toBe('*')
    const longer = app({ wallets: [...wallets, { id: 'two', name: 'Two', chains: ['eip155:1'] }] })
    const changed = await ask(longer, '/getWallets?projectId=app', tagOf(first))
    expect(await changed.json()).toMatchObject({ count: 2 })
  })

  it.each([
    ['/getWalletImage/one', 'public, max-age=31536000, immutable'],
    ['/public/getAssetImage/one', 'public, max-age=86400'],
    ['/public/getTokenImage/one', 'public, max-age=86400'],
  ])('lets browsers keep the picture %s', async (path, expected) => {
    const found = await ask(app(), path)
    expect(found.headers.get('cache-control')).toBe(expected)
    expect((await ask(app(), path, tagOf(found))).status).toBe(304)
  })

  it.each(['/getWalletImage/none', '/getWallets?entries=none', '/projects/v1/origins?projectId=app'])(
    'lets no browser keep %s',
    async (path) => {
      expect((await ask(app(), path)).headers.get('cache-control')).toBe('no-store')
    },
  )
})

describe('the data service of the public services', () => {
  it.each([
    [200, '/v1/supported-chains?projectId=app'],
    [401, '/v1/supported-chains?projectId=other'],
    [404, '/none'],
  ])('lets pages of every origin read an answer with status %i', async (status, path) => {
    const found = await ask(app(), path)
    expect(found.status).toBe(status)
    expect(found.headers.get('access-control-allow-origin')).toBe('*')
    expect(found.headers.get('access-control-expose-headers')).toBe('retry-after')
  })

  it("takes the client's address from the entry of the last proxy", async () => {
    const asked: DataRequest[] = []
    await app({ wallets }, asked).request('/v1/onramp/links/coinbase?projectId=app', {
      method: 'POST',
      body: '{}',
      headers: { 'x-forwarded-for': '203.0.113.9, 2001:db8::1' },
    })
    expect(asked.map(({ client }) => client)).toEqual(['2001:db8::1'])
  })
})
