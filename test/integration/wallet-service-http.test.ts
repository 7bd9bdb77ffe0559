import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manualClock } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ServiceNetwork } from '../../src/core/wallet/wallet-service.ts'
import type { Database } from '../../src/servers/database/database.ts'
import { embedded } from '../../src/servers/database/embedded.ts'
import { migrate } from '../../src/servers/database/migrate.ts'
import { walletMigrations } from '../../src/servers/wallet-service/store/migrations.ts'
import { openWalletStore } from '../../src/servers/wallet-service/store/open-store.ts'
import { keepPasskey, readPasskeys } from '../../src/servers/wallet-service/store/passkeys.ts'
import { deleteExpired } from '../../src/servers/wallet-service/store/sweep.ts'
import { addressesOnFile } from '../../src/servers/wallet-service/store/users.ts'
import { readWallet } from '../../src/servers/wallet-service/store/wallets.ts'
import {
  approve,
  codeIn,
  codeTo,
  logIn,
  send,
  tokenIn,
  tokenTo,
  type WalletDevice,
  walletDevice,
} from '../support/wallet-device.ts'
import {
  type RunningWalletService,
  type StartWalletServiceOptions,
  startWalletService,
} from '../support/wallet-service.ts'

const minute = 60_000
const networks: readonly ServiceNetwork[] = [
  {
    id: 'eip155:31337',
    name: 'Anvil',
    rpcUrl: 'http://127.0.0.1:8545/path?key=1',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
  },
  {
    id: 'eip155:1',
    name: 'Ethereum',
    rpcUrl: 'https://node.example/v1',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
]
const origins = ['https://app.example', 'http://localhost:5173']

let folder: string
let database: Database
const key = new Uint8Array(32).fill(7)
const clock = manualClock(Date.parse('2026-01-31T12:00:00Z'))
const { now } = clock
const chunk = 'export {};'.repeat(1000)
let service: RunningWalletService
let visitors = 0
const newEmail = () => `visitor-${++visitors}@example.com`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-assets-'))
  mkdirSync(join(folder, 'sdk/assets'), { recursive: true })
  writeFileSync(join(folder, 'sdk/index.html'), '<!doctype html><title>Wallet</title>')
  writeFileSync(join(folder, 'sdk/assets/app.js'), 'export {}')
  mkdirSync(join(folder, 'sdk/chunks'))
  writeFileSync(join(folder, 'sdk/chunks/request-y27nlM_G.js'), chunk)
  writeFileSync(join(folder, 'outside.txt'), 'secret')
  database = await embedded()
})
afterAll(async () => {
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})
const start = async (options: Partial<StartWalletServiceOptions> = {}) => {
  service = await startWalletService({ origins, networks, key, database, now, ...options })
  return service
}
afterEach(async () => {
  await clock.advance(24 * 60 * minute)
  await service.stop()
})

describe('the wallet page', () => {
  it("is served with headers that let only the hosts' pages frame it", async () => {
    const { url } = await start({ assets: join(folder, 'sdk') })
    const { status, body, headers } = await send<unknown>(`${url}/sdk?version=4&projectId=any`)
    expect([status, body]).toEqual([200, '<!doctype html><title>Wallet</title>'])
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      'frame-ancestors https://app.example http://localhost:5173',
      "base-uri 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers.get('strict-transport-security')).toBeNull()
    // The page must not have this header, which would separate the approval window from the frame that opened it.
    expect(headers.get('cross-origin-opener-policy')).toBeNull()
  })

  it("can't be shown in any frame if no origin is allowed", async () => {
    const { url } = await start({ assets: join(folder, 'sdk'), origins: [] })
    const { headers } = await fetch(`${url}/sdk`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('is opened by a redirect from /dashboard', async () => {
    const { url } = await start({ assets: join(folder, 'sdk') })
    const answer = await fetch(`${url}/dashboard`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/sdk'])
  })

  it('loads only files from its own folder', async () => {
    const { url } = await start({ assets: join(folder, 'sdk') })
    const script = await send<unknown>(`${url}/sdk/assets/app.js`)
    expect([script.status, script.body]).toEqual([200, 'export {}'])
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const again = await fetch(`${url}/sdk/assets/app.js`, {
      headers: { 'if-none-match': script.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    for (const path of ['../outside.txt', '..%2foutside.txt', '%2e%2e/outside.txt', 'assets', 'missing.js'])
      expect(await statusOf(url, `/sdk/${path}`), path).toBe(404)
  })

  it('is compressed, and cached for a year if the name of a file has a digest', async () => {
    const { url } = await start({ assets: join(folder, 'sdk') })
    const path = '/sdk/chunks/request-y27nlM_G.js'
    const get = (from: string, encoding: string, tag?: string) =>
      fetch(`${url}${from}`, {
        headers: { 'accept-encoding': encoding, ...(tag && { 'if-none-match': tag }) },
      })
    const zipped = await get(path, 'br, gzip;q=0.5')
    expect(Object.fromEntries(zipped.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    // `fetch` decompresses the body.
    expect(await zipped.text()).toBe(chunk)
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(chunk.length / 10)
    for (const encoding of ['identity', 'gzip;q=0', 'gzip; q=0.000', 'xgzip']) {
      const plain = await get(path, encoding)
      expect(plain.headers.get('content-encoding'), encoding).toBeNull()
      expect(await plain.text()).toBe(chunk)
      expect(plain.headers.get('etag')).not.toBe(zipped.headers.get('etag'))
    }
    expect((await get(path, 'gzip', zipped.headers.get('etag') ?? '')).status).toBe(304)
    expect((await get(path, 'identity', zipped.headers.get('etag') ?? '')).status).toBe(200)
    expect((await get('/sdk/assets/app.js', 'gzip')).headers.get('cache-control')).toBe('no-cache')
  })

  it('must exist when the service starts', async () => {
    await expect(start({ assets: folder })).rejects.toThrow(/There is no page of the wallet: .*index\.html/)
  })
})

/** Requests the path exactly as written, because `fetch` would normalize the path. */
function statusOf(url: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${url}`, { path }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

describe('the wallet service', () => {
  it("publishes the settings that the wallet's page needs", async () => {
    const smartAccounts = [
      { chainId: 31337, bundlerUrl: 'https://bundler.example', factory: `0x${'1'.repeat(40)}` },
    ]
    const { url } = await start({ smartAccounts })
    const { status, body, headers } = await send(`${url}/api/config`)
    // The settings contain no URLs of nodes, because these URLs can contain keys.
    expect([status, body]).toEqual([
      200,
      {
        ...{ origins, approveInFrame: [], socials: [], socialOnPage: false, farcaster: false },
        networks: networks.map((each) => ({ ...each, rpcUrl: `${url}/api/node/${each.id}` })),
        smartAccounts: [{ ...smartAccounts[0], bundlerUrl: `${url}/api/node/bundler/31337` }],
      },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('does not answer pages of another origin', async () => {
    const { url } = await start()
    const as = async (headers: Readonly<Record<string, string>>) =>
      (await send(`${url}/api/config`, { headers })).body.code
    for (const origin of ['https://app.example', 'null', url.replace('127.0.0.1', 'localhost'), `${url}0`])
      expect(await as({ origin }), origin).toBe('request/foreign-origin')
    for (const site of ['cross-site', 'same-site'])
      expect(await as({ 'sec-fetch-site': site }), site).toBe('request/foreign-origin')
    expect(await as({ origin: url, 'sec-fetch-site': 'same-origin' })).toBeUndefined()
    expect(
      (
        await fetch(`${url}/api/login/email`, {
          method: 'OPTIONS',
          headers: { origin: 'https://app.example' },
        })
      ).status,
    ).toBe(403)
  })

  it('refuses a body that is larger than a key share can be', async () => {
    const { url } = await start()
    const device = await walletDevice(url, { now })
    const answer = await device.ask('POST', '/api/login/email', { email: 'a'.repeat(20_000) })
    expect([answer.status, answer.body.code]).toEqual([413, 'request/too-large'])
  })

  it.each([
    ['https://wallet.example', 'with', 'max-age=31536000'],
    ['http://127.0.0.1:1', 'without', null],
  ])('with the URL %s, answers %s the header strict-transport-security', async (own, _, expected) => {
    const { walletServiceApp } = await import('../../src/servers/wallet-service/wallet-service.ts')
    await start()
    const app = walletServiceApp({
      ...{ database, key, now, mail: { send: async () => {}, close: async () => {} }, onError() {} },
      config: { url: own, origins, networks },
    })
    const { headers } = await app.request('/healthz')
    expect(headers.get('strict-transport-security')).toBe(expected)
  })

  it.each(['app.example', 'https://app.example/', 'https://app.example/path', 'javascript:alert(1)', '*'])(
    'does not accept %s as an origin',
    async (origin) => {
      await expect(startWalletService({ origins: [origin], networks, key, database, now })).rejects.toThrow(
        "isn't an origin",
      )
      await start()
    },
  )

  it.each([
    ['http://app.example', 'must be https'],
    ['https://*.app.example', 'has a wildcard'],
    ['https://app.example/path', "isn't an origin"],
    ['https://other.example', "isn't among the origins"],
  ])('refuses to start if `approveInFrame` lists %s', async (origin, reason) => {
    const allowed = ['https://app.example', 'http://app.example', 'https://*.app.example']
    await expect(
      startWalletService({ origins: allowed, approveInFrame: [origin], networks, key, database, now }),
    ).rejects.toThrow(reason)
    await start({ origins: ['http://localhost:5173'], approveInFrame: ['http://localhost:5173'] })
  })

  it('starts only with the key that created the database', async () => {
    await start()
    await openWalletStore(database, key)
    await expect(openWalletStore(database, new Uint8Array(32).fill(8))).rejects.toThrow(
      "key: it isn't the key with which this database was created",
    )
    await expect(openWalletStore(database, new Uint8Array(31))).rejects.toThrow('32 bytes, not 31')
  })

  it("doesn't start with a database of a newer version", async () => {
    await start()
    await database.query('insert into wallet_service_migrations (number, applied_at) values (99, now())')
    await expect(openWalletStore(database, key)).rejects.toThrow('migration 99')
    await database.query('delete from wallet_service_migrations where number = 99')
  })

  it('migrates the database of an earlier version without losing data', { tags: ['ci'] }, async () => {
    await start()
    const old = await embedded()
    onTestFinished(() => old.close())
    const { name, migrations } = walletMigrations
    await migrate(old, { name, migrations: migrations.slice(0, 1) })
    const user = randomUUID()
    await old.query('insert into wallet_service_users (id, email, created_at) values ($1, $2, now())', [
      user,
      'old@example.com',
    ])
    await old.query(
      `insert into wallet_service_wallets (user_id, version, eip155, solana, share, split_at)
      values ($1, 1, 'a', 'b', 'sealed', now())`,
      [user],
    )
    await migrate(old, { name, migrations: migrations.slice(0, 6) })
    await old.query('update wallet_service_users set former_email = $1, former_ends_at = $2', [
      ...['former@example.com', new Date(now() + minute)],
    ])
    for (const _ of ['the first start', 'a later one']) await openWalletStore(old, key)
    const told = async (at: number) => [...(await addressesOnFile(old.query, user, at))].sort()
    expect(await told(now())).toEqual(['former@example.com', 'old@example.com'])
    expect(await told(now() + minute)).toEqual(['old@example.com'])
    expect(await readWallet(old.query, user)).toMatchObject({ version: 1, share: 'sealed' })
    const made = { id: 'passkey', version: 1, sealed: 'x' }
    expect(await keepPasskey(old.query, user, made, { by: { device: 'd', name: 'n' }, now: 0, max: 1 })).toBe(
      true,
    )
    expect(await readPasskeys(old.query, user, 'd')).toEqual([
      { ...made, madeAt: 0, madeBy: 'n', isNews: false },
    ])
  })

  it('reports its health and its metrics', async () => {
    const { url, mailbox } = await start()
    expect((await send(`${url}/healthz`)).body).toEqual({ ok: true })
    expect((await send(`${url}/readyz`)).body).toEqual({ ok: true, database: { wallet: true } })
    const device = await walletDevice(url, { now })
    await logIn(device, mailbox, newEmail())
    await send(`${url}/api/user`)
    await send(`${url}/api/some/other/path`)
    const text = (await send(`${url}/metrics`)).body as unknown as string
    expect(text).toContain('latchkey_wallet_logins_total{device="own"} 1\n')
    expect(text).toContain('latchkey_wallet_mails_total{kind="login-code"} 1\n')
    expect(text).toContain('latchkey_wallet_refusals_total{code="device/no-proof"} 2\n')
    expect(text).toMatch(/latchkey_wallet_request_seconds_count\{route="POST \/api\/login\/code"\} 1\n/)
    expect(text).not.toContain('some/other')
    const forwarded = await send(`${url}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(forwarded.status).toBe(404)
  })

  it('shows its metrics only with the token, if a token is set', async () => {
    const { url } = await start({ metricsToken: 'a token' })
    const as = async (authorization: string) =>
      (await send(`${url}/metrics`, { headers: { authorization } })).status
    expect([await as('Bearer a token'), await as('Bearer another'), await as('')]).toEqual([200, 404, 404])
  })

  it('runs one query for requests to /readyz that come at once', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let queries = 0
    const slow: Database = {
      ...database,
      query: async (text, ...all) => {
        if (text === 'select 1 from wallet_service_key limit 1') {
          queries++
          await gate
        }
        return database.query(text, ...all) as never
      },
    }
    const { url } = await start({ database: slow })
    const first = send(`${url}/readyz`)
    await expect.poll(() => queries, { message: 'the first request has reached the database' }).toBe(1)
    const others = Array.from({ length: 20 }, () => send(`${url}/readyz`))
    // An answer to a later request shows that the service has received the others.
    for (let turn = 0; turn < 20; turn++) expect((await send(`${url}/healthz`)).status).toBe(200)
    open()
    const answers = await Promise.all([first, ...others])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(queries).toBe(1)
    expect((await send(`${url}/readyz`)).status).toBe(200)
    expect(queries, 'a later request asks again').toBe(2)
  })

  it('hides the details of internal errors', async () => {
    const broken: Database = {
      query: () => Promise.reject(new Error('the password of the database is hunter2')),
      transaction: () => Promise.reject(new Error('the password of the database is hunter2')),
      close: async () => {},
    }
    let isBroken = false
    const flaky: Database = {
      query: (...all) => (isBroken ? broken : database).query(...(all as [string])) as never,
      transaction: (run) => (isBroken ? broken : database).transaction(run),
      close: async () => {},
    }
    const { url, errors } = await start({ database: flaky })
    isBroken = true
    const device = await walletDevice(url, { now })
    const answer = await device.begin(newEmail())
    expect(answer).toMatchObject({
      status: 500,
      body: { code: 'service/failed', message: 'The service could not do this. Try again later.' },
    })
    expect((await send(`${url}/healthz`)).status).toBe(200)
    expect(await send(`${url}/readyz`)).toMatchObject({
      status: 503,
      body: { ok: false, database: { wallet: false } },
    })
    expect(errors).toHaveLength(1)
    isBroken = false
    expect((await device.begin(newEmail())).status).toBe(200)
  })
})

describe('a link that approves a device', () => {
  /** A service whose database fails to run the statements that contain one of `failing`. */
  async function approving(failing: readonly string[]) {
    const fails: Database = {
      ...database,
      query: async (text, ...all) => {
        if (failing.some((part) => text.includes(part))) throw new Error('the database is gone')
        return database.query(text, ...all) as never
      },
    }
    const { url, mailbox } = await start({ database: fails })
    const email = newEmail()
    await logIn(await walletDevice(url, { now }), mailbox, email)
    await clock.advance(minute)
    const device = await walletDevice(url, { now })
    const { login } = (await device.begin(email)).body
    const link = await tokenTo({ mailbox, email, after: 1 })
    const press = async () => (await approve(url, link)).status
    const logInWith = async (after: number) => {
      const code = await codeTo({ mailbox, email, after })
      return (await device.ask('POST', '/api/login/code', { login, code })).status
    }
    return { press, logInWith }
  }

  it('works again if the code was mailed but not stored', async () => {
    const failing = ['set code_hash']
    const { press, logInWith } = await approving(failing)
    expect(await press()).toBe(500)
    failing.length = 0
    expect(await press()).toBe(200)
    expect(await press(), 'a link works once').toBe(410)
    expect(await logInWith(3)).toBe(200)
  })

  it('works again after a minute if the database stayed down', async () => {
    const failing = ['set code_hash', 'set approved_at = null']
    const { press, logInWith } = await approving(failing)
    expect(await press()).toBe(500)
    failing.length = 0
    expect(await press()).toBe(410)
    await clock.advance(minute + 1)
    expect(await press()).toBe(200)
    await clock.advance(2 * minute)
    expect(await press(), 'a link works once').toBe(410)
    expect(await logInWith(3)).toBe(200)
  })
})

describe('while no mail can be sent', () => {
  let fails = true
  const flaky = async (rates?: StartWalletServiceOptions['rates']) => {
    const inner = await start()
    const sent: { to: string; text: string }[] = []
    await inner.stop()
    await start({
      rates,
      mail: {
        async send(mail) {
          if (fails) throw new Error('no server takes it')
          sent.push(mail)
        },
        async close() {},
      },
    })
    return sent
  }

  it('the service refuses a login', async () => {
    fails = true
    const sent = await flaky()
    const device = await walletDevice(service.url, { now })
    const email = newEmail()
    expect(await device.begin(email)).toMatchObject({ status: 502, body: { code: 'mail/failed' } })
    fails = false
    expect((await device.begin(email)).status).toBe(200)
    expect(sent).toHaveLength(1)
    expect(service.errors).toHaveLength(1)
  })

  it("the earlier mails of the day still count for an address's limit", async () => {
    fails = false
    await flaky({ mails: 2 })
    const email = newEmail()
    const begin = async () => {
      await clock.advance(minute)
      const { status } = await (await walletDevice(service.url, { now })).begin(email)
      await deleteExpired(database.query, now(), { audit: minute })
      return status
    }
    expect(await begin()).toBe(200)
    fails = true
    expect(await begin()).toBe(502)
    fails = false
    expect([await begin(), await begin()]).toEqual([200, 429])
    await clock.advance(24 * 60 * minute)
    expect(await begin()).toBe(200)
  })

  it('the button on the page of a mailed link can be pressed again', async () => {
    fails = false
    const sent = await flaky()
    const email = newEmail()
    const device = await walletDevice(service.url, { now })
    const { login } = (await device.begin(email)).body
    await device.ask('POST', '/api/login/code', { login, code: codeIn(sent[0]!) })
    await clock.advance(minute)
    const other = await walletDevice(service.url, { now })
    const begun = (await other.begin(email)).body
    const token = tokenIn(sent[1]!)
    fails = true
    expect((await approve(service.url, token)).body.code).toBe('mail/failed')
    fails = false
    expect((await approve(service.url, token)).status).toBe(200)
    const session = await other.ask('POST', '/api/login/code', { login: begun.login, code: codeIn(sent[2]!) })
    expect(session.status).toBe(200)
  })
})

describe('too many requests', () => {
  const limited = (
    rates: StartWalletServiceOptions['rates'],
    more: Partial<StartWalletServiceOptions> = {},
  ) => start({ rates, ...more })
  const from = async (address: string) => {
    const device = await walletDevice(service.url, { now })
    return device.ask(
      'POST',
      '/api/login/email',
      { email: newEmail() },
      { headers: { 'x-forwarded-for': address } },
    )
  }

  it('from one IP range block all logins from this range for an hour', async () => {
    await limited({ loginsOfNetwork: 2 }, { proxies: 1 })
    const statuses = async (...addresses: readonly string[]) => {
      const found: number[] = []
      for (const address of addresses) found.push((await from(address)).status)
      return found
    }
    expect(await statuses('192.0.2.1', '192.0.2.1', '192.0.2.1')).toEqual([200, 200, 429])
    // The proxy appends the client's real address. Everything before this address can be forged.
    expect(await statuses('10.0.0.1, 192.0.2.1')).toEqual([429])
    expect(await statuses('2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:1::3')).toEqual([
      200, 200, 429,
    ])
    expect(await statuses('2001:db8:0:2::1', '192.0.2.2')).toEqual([200, 200])
    const refused = await from('192.0.2.1')
    expect(refused.body.code).toBe('request/too-many')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    await clock.advance(60 * minute)
    expect(await statuses('192.0.2.1')).toEqual([200])
  })

  it('from one device block all logins on this device for an hour', async () => {
    await limited({ loginsOfDevice: 2 })
    const device = await walletDevice(service.url, { now })
    const statuses: number[] = []
    for (let turn = 0; turn < 3; turn++) statuses.push((await device.begin(newEmail())).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await (await walletDevice(service.url, { now })).begin(newEmail())).status).toBe(200)
  })

  it('for an email address block its logins on unknown devices for a day', async () => {
    const { mailbox } = await limited({ mails: 3 })
    const email = newEmail()
    const own = await walletDevice(service.url, { now })
    await logIn(own, mailbox, email)
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      await clock.advance(minute)
      statuses.push((await (await walletDevice(service.url, { now })).begin(email)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await own.begin(email)).status).toBe(200)
    await clock.advance(24 * 60 * minute)
    expect((await (await walletDevice(service.url, { now })).begin(email)).status).toBe(200)
  })

  it("by a stranger don't use up the limit for the owner's known devices", async () => {
    const { mailbox } = await limited({ mails: 6, mailsOfNetwork: 2 }, { proxies: 1 })
    const email = newEmail()
    const begin = async (network: string, device?: WalletDevice) => {
      await clock.advance(minute)
      const from = device ?? (await walletDevice(service.url, { now }))
      const headers = { 'x-forwarded-for': network }
      return (await from.ask('POST', '/api/login/email', { email }, { headers })).status
    }
    const own = await walletDevice(service.url, { now })
    await logIn(own, mailbox, email)
    const stranger = '198.51.100.7'
    expect([await begin(stranger), await begin(stranger), await begin(stranger)]).toEqual([200, 200, 429])
    // A stranger's requests count neither for the pause between two mails nor for the number of mails.
    expect(await begin('203.0.113.1')).toBe(200)
    expect(await begin(stranger)).toBe(429)
    for (const network of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) expect(await begin(network)).toBe(200)
    // Requests from many networks use up the limit for links of new devices, but not the limit for known devices.
    expect(await begin('192.0.2.4')).toBe(429)
    expect(await begin(stranger, own)).toBe(200)
  })

  it('from a device are refused while its three allowed requests wait', async () => {
    const { mailbox } = await limited({ waits: 4 })
    const email = newEmail()
    await logIn(await walletDevice(service.url, { now }), mailbox, email)
    const other = await walletDevice(service.url, { now })
    await clock.advance(minute)
    const { login } = (await other.begin(email)).body
    const left = new AbortController()
    const wait = () => other.ask('POST', '/api/login/device', { login }, { signal: left.signal })
    const waiting = [wait(), wait(), wait(), wait()]
    for (const one of waiting) one.catch(() => {})
    // The last request is refused at once, while the others wait.
    expect((await Promise.race(waiting)).body.code).toBe('request/too-many')
    // Each device has its own limit. So another device in the same IP range can still send requests.
    const third = await walletDevice(service.url, { now })
    const ended = (await third.ask('POST', '/api/login/device', { login })).body.code
    expect(ended).toBe('login/ended')
    const { login: unknown } = (await third.begin(newEmail())).body
    left.abort()
    await expect
      .poll(async () => (await other.ask('POST', '/api/login/device', { login: unknown })).body.code, {
        message: "waits that were abandoned don't count",
      })
      .toBe('login/ended')
  })

  it('with wrong codes block the right code for an hour', async () => {
    const { mailbox } = await limited({ tries: 2 })
    const device = await walletDevice(service.url, { now })
    const email = newEmail()
    const { login } = (await device.begin(email)).body
    const code = await codeTo({ mailbox, email })
    const handIn = async (text: string) =>
      (await device.ask('POST', '/api/login/code', { login, code: text })).body.code
    const wrong = code === '000000' ? '111111' : '000000'
    expect([await handIn(wrong), await handIn(wrong), await handIn(code)]).toEqual([
      'login/wrong-code',
      'login/wrong-code',
      'request/too-many',
    ])
  })

  it('of any kind make the service refuse all requests for a minute', async () => {
    const { url } = await limited({ requests: 3 })
    const ask = async () => (await send(`${url}/api/config`)).status
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429])
    expect((await send(`${url}/device/page.js`)).status).toBe(429)
    await clock.advance(minute)
    expect(await ask()).toBe(200)
  })
})
