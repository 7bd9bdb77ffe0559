import { request } from 'node:http'
import { manualClock } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceConfig, ServiceNetwork, ServiceSession } from '../../src/core/wallet/wallet-service.ts'
import type { Database } from '../../src/servers/database/database.ts'
import type { Mail, Mailer } from '../../src/servers/wallet-service/mail/mailer.ts'
import { type Loopback, loopback } from '../support/loopback.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'
import { codeIn, codeTo, logIn, send, tokenTo, walletDevice } from '../support/wallet-device.ts'
import {
  type RunningWalletService,
  type StartWalletServiceOptions,
  startWalletService,
} from '../support/wallet-service.ts'

const minute = 60_000
const clock = manualClock(Date.parse('2026-01-31T12:00:00Z'))
const { now } = clock
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
let visitors = 0
const newEmail = () => `visitor-${++visitors}@example.com`

const key = new Uint8Array(32).fill(7)
let database: Database
let service: RunningWalletService
const closing: (() => unknown)[] = []
beforeAll(async () => {
  database = await snapshotDatabase()
})
afterAll(() => database?.close())
afterEach(async () => {
  await clock.advance(24 * 60 * minute)
  for (const close of closing.splice(0).reverse()) await close()
})
async function start(options: Partial<StartWalletServiceOptions> = {}) {
  service = await startWalletService({
    ...{ origins: ['https://app.example'], networks: [], database, key, now },
    ...options,
  })
  closing.push(service.stop)
  return service
}
const statusOf = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  (await send(`${service.url}${path}`, { method, headers })).status

const opened = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

describe('a page of another site', () => {
  it.each([
    [
      'that have no origin',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    [
      'in a frame',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ],
    [
      'from another subdomain of the same site',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    ],
    [
      "that have this page's origin",
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' },
    ],
  ])("can't use up its visitor's limit with requests %s", async (_, headers) => {
    await start({ rates: { requests: 5, calls: 5 } })
    for (const path of ['/api/config', '/device/page.js', '/social/page.css', '/api/node/eip155:1'])
      for (let turn = 0; turn < 10; turn++) {
        const method = path.startsWith('/api/node') ? 'POST' : 'GET'
        expect(await statusOf(path, headers, method), path).toBe(403)
      }
    expect(await statusOf('/api/config', { 'sec-fetch-site': 'same-origin' })).toBe(200)
  })

  it.each(['/device', '/social/callback/google'])(
    "can't use up its visitor's limit by opening %s",
    async (path) => {
      await start({ rates: { requests: 5 } })
      const statuses: number[] = []
      for (let turn = 0; turn < 10; turn++)
        statuses.push(
          await statusOf(path, { ...opened, 'sec-fetch-site': turn % 2 ? 'same-site' : 'cross-site' }),
        )
      expect(await statusOf('/api/config', { 'sec-fetch-site': 'same-origin' })).toBe(200)
      expect(await statusOf(path, { ...opened, 'sec-fetch-site': 'none' })).toBe(200)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429])
    },
  )

  it("can link to the wallet service's pages", async () => {
    await start()
    expect(await statusOf('/device', opened)).toBe(200)
    expect(await statusOf('/social/callback/google', opened)).toBe(200)
    expect(await statusOf('/device', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' })).toBe(200)
  })
})

describe('invalid requests', () => {
  it("don't count toward the login limits of their IP range", async () => {
    const { mailbox } = await start({ rates: { loginsOfNetwork: 2, loginsOfDevice: 2, tries: 3 } })
    const device = await walletDevice(service.url, { now })
    for (const body of [undefined, {}, [], { email: 1 }, { email: 'x' }])
      for (const path of ['/api/login/email', '/api/login/code', '/api/login/social', '/api/login/farcaster'])
        expect((await device.ask('POST', path, body)).body.code, path).toBe('request/invalid')
    const approve = { method: 'POST', body: '{}', headers: { origin: service.url } }
    for (let turn = 0; turn < 4; turn++)
      expect((await send(`${service.url}/device/approve`, approve)).status).toBe(400)
    const email = newEmail()
    await logIn(device, mailbox, email)
    await clock.advance(minute)
    const other = await walletDevice(service.url, { now })
    const { login } = (await other.begin(email)).body
    const link = await tokenTo({ mailbox, email, after: 1 })
    const origin = { origin: service.url, 'content-type': 'application/json' }
    const approved = await send(`${service.url}/device/approve`, {
      method: 'POST',
      headers: origin,
      body: JSON.stringify({ token: link }),
    })
    expect(approved.status).toBe(200)
    const code = await codeTo({ mailbox, email, after: 2 })
    expect((await other.ask('POST', '/api/login/code', { login, code })).status).toBe(200)
  })

  it('with an unusual id cause no internal error', async () => {
    const { mailbox, errors } = await start()
    const device = await walletDevice(service.url, { now })
    const { access } = await logIn(device, mailbox, newEmail())
    for (const id of ['%00', 'a%00b', '%ff', '%0a'])
      expect((await device.ask('DELETE', `/api/devices/${id}`, undefined, { access })).body.code, id).toBe(
        'request/invalid',
      )
    expect((await device.ask('DELETE', '/api/devices/unknown', undefined, { access })).status).toBe(200)
    expect(await statusOf('/social/callback/%00')).toBe(400)
    expect(errors).toEqual([])
  })
})

describe('the request limits behind a proxy', () => {
  it('count all ports of one IP address as one client', async () => {
    await start({ proxies: 1, rates: { requests: 3 } })
    const from = (address: string) => statusOf('/api/config', { 'x-forwarded-for': address })
    for (const client of ['192.0.2.1:', '[2001:db8::1]:']) {
      const statuses: number[] = []
      for (let port = 1000; port < 1004; port++) statuses.push(await from(`${client}${port}`))
      expect(statuses).toEqual([200, 200, 200, 429])
    }
    // All texts that aren't addresses share one limit.
    const odd: number[] = []
    for (let turn = 0; turn < 4; turn++) odd.push(await from(`unknown-${turn}`))
    expect(odd).toEqual([200, 200, 200, 429])
  })
})

describe('the metrics', () => {
  /** Requests the metrics with this `Host` header, which `fetch` can't set. */
  const as = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${service.url}/metrics`, { headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .on('error', reject)
        .end()
    })

  it('are hidden from a page whose host name resolves to this machine', async () => {
    await start()
    const { port } = new URL(service.url)
    for (const own of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
      expect(await as(own), own).toBe(200)
    for (const other of [
      `evil.example:${port}`,
      'wallet.example',
      `127.0.0.1.evil.example:${port}`,
      '192.0.2.1',
    ])
      expect(await as(other), other).toBe(404)
  })
})

describe("the wallet's nodes", () => {
  const answering = async (
    answer: (body: string) => { status?: number; body: string },
  ): Promise<Loopback> => {
    const node = await loopback(({ body }, response) => {
      const { status = 200, body: text } = answer(body)
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
    closing.push(node.close)
    return node
  }
  const network = (id: ServiceNetwork['id'], rpcUrl: string): ServiceNetwork => ({
    ...{ id, name: id, rpcUrl, nativeCurrency: ether },
  })
  const ok = () => ({ body: '{"jsonrpc":"2.0","id":1,"result":"0x1"}' })
  const call = (method: string, params: unknown = []) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const post = (url: string, body: string, headers: Record<string, string> = {}) =>
    send<{ result?: string; error?: { code: number; message: string } }>(url, {
      ...{ method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } },
    })
  const configOf = async () => (await send<ServiceConfig>(`${service.url}/api/config`)).body

  it('are reached through the service, so that their keys stay secret', async () => {
    const node = await answering(ok)
    await start({ networks: [network('eip155:1', `${node.url}v3/SECRET?key=SECRET`)] })
    const config = await configOf()
    expect(JSON.stringify(config)).not.toContain('SECRET')
    const [{ rpcUrl } = { rpcUrl: '' }] = config.networks
    expect(rpcUrl).toBe(`${service.url}/api/node/eip155:1`)
    expect((await post(rpcUrl, call('eth_blockNumber'))).body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: '0x1',
    })
    expect(node.requests.map(({ path, body }) => [path, body])).toEqual([
      ['/v3/SECRET?key=SECRET', call('eth_blockNumber')],
    ])
  })

  it('for smart accounts get only calls of bundler and paymaster methods', async () => {
    const node = await answering(ok)
    const smartAccounts = [
      {
        ...{ chainId: 1, bundlerUrl: `${node.url}bundle/SECRET`, paymasterUrl: `${node.url}pay/SECRET` },
        factory: `0x${'1'.repeat(40)}`,
      },
    ]
    await start({ networks: [network('eip155:1', node.url)], smartAccounts })
    const config = await configOf()
    expect(JSON.stringify(config)).not.toContain('SECRET')
    const { bundlerUrl = '', paymasterUrl = '' } = config.smartAccounts[0] ?? {}
    const device = await walletDevice(service.url, { now })
    const { access } = await logIn(device, service.mailbox, newEmail())
    const post = (url: string, body: string) =>
      device.ask<{ result?: string; error?: { code: number } }>(
        ...(['POST', url.slice(service.url.length), JSON.parse(body), { access }] as const),
      )
    for (const [url, method] of [
      [bundlerUrl, 'eth_sendUserOperation'],
      [paymasterUrl, 'pm_getPaymasterData'],
    ] as const)
      expect((await post(url, call(method))).body.result, method).toBe('0x1')
    for (const [url, method] of [
      [bundlerUrl, 'debug_bundler_clearState'],
      [bundlerUrl, 'eth_sendRawTransaction'],
      [paymasterUrl, 'pm_addDepositor'],
    ] as const)
      expect((await post(url, call(method))).body.error?.code, method).toBe(-32601)
    expect(node.requests.map(({ path }) => path)).toEqual(['/bundle/SECRET', '/pay/SECRET'])
  })

  it('accept bundler and paymaster requests only from a logged-in device', async () => {
    const node = await answering(ok)
    const smartAccounts = [
      {
        ...{ chainId: 1, bundlerUrl: `${node.url}bundle`, paymasterUrl: `${node.url}pay` },
        factory: `0x${'1'.repeat(40)}`,
      },
    ]
    await start({ networks: [network('eip155:1', node.url)], smartAccounts })
    const device = await walletDevice(service.url, { now })
    const { access } = await logIn(device, service.mailbox, newEmail())
    const stranger = await walletDevice(service.url, { now })
    const body = JSON.parse(call('pm_getPaymasterData')) as object
    const text = JSON.stringify(body)
    for (const path of [
      '/api/node/bundler/1',
      '/api/node/paymaster/1',
      '/api/node/%70aymaster/1',
      '/api/node/paymaster%2F1',
    ]) {
      const authorization = `Bearer ${access}`
      expect((await post(`${service.url}${path}`, text)).status, path).toBe(401)
      expect((await post(`${service.url}${path}`, text, { authorization })).status, path).toBe(401)
      expect((await device.ask('POST', path, body)).status, path).toBe(401)
      expect((await stranger.ask('POST', path, body, { access })).status, path).toBe(401)
    }
    const proof = await device.proof('POST', '/api/node/paymaster/1', text)
    const headers = { ...proof, authorization: `Bearer ${access}` }
    expect(node.requests).toEqual([])
    expect((await post(`${service.url}/api/node/paymaster/1`, text, headers)).status).toBe(200)
    expect((await post(`${service.url}/api/node/paymaster/1`, text, headers)).status).toBe(401)
    expect(node.requests).toHaveLength(1)
  })

  it('get no calls of administration methods', async () => {
    const node = await answering(ok)
    await start({ networks: [network('eip155:1', node.url)] })
    const url = `${service.url}/api/node/eip155:1`
    for (const body of [
      call('admin_addPeer'),
      '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","Method":"admin_addPeer","params":[]}',
    ])
      expect((await post(url, body)).body.error?.code).toBeLessThan(0)
    expect(node.requests).toEqual([])
  })

  it("can be used only by the wallet's own page", async () => {
    const node = await answering(ok)
    await start({ networks: [network('eip155:1', node.url)] })
    const url = `${service.url}/api/node/eip155:1`
    expect((await post(url, call('eth_chainId'), { origin: 'https://app.example' })).status).toBe(403)
    expect((await post(url, call('eth_chainId'), { origin: service.url })).status).toBe(200)
    expect((await post(`${service.url}/api/node/eip155:2`, call('eth_chainId'))).status).toBe(404)
    expect((await post(url, `[${'1,'.repeat(600_000)}1]`)).status).toBe(413)
    expect(node.requests).toHaveLength(1)
  })

  it('that fail cause an error that hides their address', async () => {
    const node = await answering((body) =>
      body.includes('eth_call')
        ? { status: 400, body: '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"execution reverted"}}' }
        : { status: 401, body: '{"message":"the key SECRET is invalid"}' },
    )
    const gone = 'http://127.0.0.1:1/SECRET'
    await start({ networks: [network('eip155:1', `${node.url}SECRET`), network('eip155:2', gone)] })
    for (const id of ['eip155:1', 'eip155:2']) {
      const { status, body } = await post(`${service.url}/api/node/${id}`, call('eth_chainId'))
      expect([status, body]).toEqual([
        502,
        { jsonrpc: '2.0', id: null, error: { code: -32603, message: expect.not.stringContaining('SECRET') } },
      ])
    }
    const reverted = await post(`${service.url}/api/node/eip155:1`, call('eth_call'))
    expect([reverted.status, reverted.body.error?.code]).toEqual([200, 3])
    expect(service.errors).toEqual([])
  })

  it('cause an error of unknown outcome if one node may have sent the transaction', async () => {
    const answers = (status: number) =>
      answering((body) => (body.includes('eth_sendRaw') ? { status, body: '{}' } : ok()))
    const [failing, busy] = [await answers(500), await answers(429)]
    await start({
      networks: [
        { ...network('eip155:1', failing.url), rpcUrls: [busy.url] },
        network('eip155:01', busy.url),
      ],
    })
    const sent = (id: string) => post(`${service.url}/api/node/${id}`, call('eth_sendRawTransaction', ['0x']))
    const doubtful = await sent('eip155:1')
    expect([doubtful.status, doubtful.body.error?.code]).toEqual([502, -32603])
    const unsent = await sent('eip155:01')
    expect([unsent.status, unsent.body.error?.code]).toEqual([429, -32005])
  })

  it('are used only if they serve the requested network', async () => {
    const down = await answering(() => ({ status: 503, body: '{}' }))
    const other = await answering(() => ({ body: '{"jsonrpc":"2.0","id":1,"result":"0x5"}' }))
    const right = await answering(ok)
    const first = network('eip155:1', down.url)
    await start({ networks: [{ ...first, rpcUrls: [other.url] }] })
    expect((await post(`${service.url}/api/node/eip155:1`, call('eth_getBalance'))).status).toBe(502)
    await service.stop()
    await start({ networks: [{ ...first, rpcUrls: [other.url, right.url] }] })
    expect((await post(`${service.url}/api/node/eip155:1`, call('eth_getBalance'))).body.result).toBe('0x1')
  })

  it('are protected by a limit that also counts refused requests', async () => {
    const node = await answering(ok)
    await start({ networks: [network('eip155:1', node.url)], rates: { calls: 3 } })
    const url = `${service.url}/api/node/eip155:1`
    expect((await post(url, call('eth_chainId'))).status).toBe(200)
    expect((await post(url, '{ this is no JSON')).body.error?.code).toBe(-32700)
    expect((await post(url, `[${'1,'.repeat(600_000)}1]`)).status).toBe(413)
    for (const body of ['{ this is no JSON', `[${'1,'.repeat(600_000)}1]`, call('eth_chainId')])
      expect((await post(url, body)).status).toBe(429)
    await clock.advance(minute)
    for (let turn = 0; turn < 3; turn++) expect((await post(url, call('eth_chainId'))).status).toBe(200)
    expect((await post(url, call('eth_chainId'))).status).toBe(429)
    expect(node.requests).toHaveLength(4)
  })

  it('answer a batch of notifications with an empty body', async () => {
    const node = await answering(() => ({ status: 204, body: '' }))
    await start({ networks: [network('eip155:1', node.url)] })
    const url = `${service.url}/api/node/eip155:1`
    const notification = '{"jsonrpc":"2.0","method":"eth_chainId","params":[]}'
    for (const body of [`[${notification},${notification}]`, notification]) {
      const answer = await post(url, body)
      expect([answer.status, answer.body]).toEqual([204, ''])
    }
    expect((await post(url, call('eth_chainId'))).status).toBe(502)
  })

  it('are protected by a limit that counts each call of a batch', async () => {
    const node = await answering((body) => ({ body: body.startsWith('[') ? `[${ok().body}]` : ok().body }))
    await start({ networks: [network('eip155:1', node.url)], rates: { calls: 1200 } })
    const url = `${service.url}/api/node/eip155:1`
    const batch = `[${Array(1000).fill(call('eth_chainId')).join()}]`
    expect((await post(url, batch)).status).toBe(200)
    const refused = await post(url, batch)
    expect([refused.status, refused.body.error?.code]).toEqual([429, -32005])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(url, call('eth_chainId'))).status).toBe(200)
    expect(await statusOf('/api/config')).toBe(200)
    expect(node.requests).toHaveLength(2)
  })
})

describe('a change of the email address', () => {
  it('is answered before the mails about the change are sent', async () => {
    const mails: Mail[] = []
    const mail: Mailer = {
      async send(sent) {
        mails.push(sent)
        if (sent.subject.includes('was changed')) await new Promise(() => {})
      },
      async close() {},
    }
    await start({ mail })
    const email = newEmail()
    const codeTo = (to: string) => codeIn(mails.findLast((mail) => mail.to === to) ?? { text: '' })
    const device = await walletDevice(service.url, { now })
    const { login } = (await device.begin(email)).body
    const { body } = await device.ask<ServiceSession>('POST', '/api/login/code', {
      ...{ login, code: codeTo(email) },
    })
    const ask = (path: string, given: object) =>
      device.ask('POST', path, given, { access: body.access, signal: AbortSignal.timeout(5000) })
    const next = newEmail()
    await ask('/api/email', { email: next })
    await ask('/api/email/primary', { code: codeTo(email) })
    const changed = await ask('/api/email/secondary', { code: codeTo(next) })
    expect(changed).toMatchObject({ status: 200, body: { email: next } })
    const told = () => mails.filter(({ subject }) => subject.includes('was changed')).map(({ to }) => to)
    await expect.poll(told, { message: 'both addresses get a mail' }).toEqual([email, next])
  })
})
