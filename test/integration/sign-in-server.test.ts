import { manualClock } from 'latchkey/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createBrowser, findBrowser } from '../../examples/sign-in-server/store/browsers.ts'
import { sweep } from '../../examples/sign-in-server/store/sweep.ts'
import type { Database } from '../../src/servers/database/database.ts'
import { type Account, newAccount } from '../support/sign-in-accounts.ts'
import { memoryDatabase, type RunningServer, startSignInServer } from '../support/sign-in-server.ts'
import { signed, type Visitor, visitor } from '../support/sign-in-visitor.ts'

const minute = 60_000
const day = 24 * 60 * minute
const clock = manualClock(Date.parse('2026-01-31T12:00:00Z'))
let database: Database
let server: RunningServer

beforeAll(async () => {
  database = await memoryDatabase()
  server = await startSignInServer({
    database,
    now: clock.now,
    rates: { nonces: 10_000, signIns: 10_000 },
    chains: [
      ...['eip155:1', 'eip155:10', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      ...['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'bip122:000000000019d6689c085ae165831e93'],
      ...['cosmos:cosmoshub-4'],
    ] as `eip155:${string}`[],
  })
})
afterAll(async () => {
  await server?.close()
  await database?.close()
  expect(server?.errors).toEqual([])
})

let browser: Visitor
let account: Account
beforeEach(async () => {
  browser = open()
  account = await newAccount.eip155()
})

function open(options: { readonly expiration?: number; readonly domain?: string } = {}): Visitor {
  return visitor(server.url, { clock, ...options })
}
const meOf = async (who: Visitor) => (await who.ask('GET', '/auth/me')).json()
const on = (chainId: `eip155:${string}`, { address, sign }: Account): Account => ({ chainId, address, sign })

describe('signing in with the server', () => {
  it.each(Object.entries(newAccount))(
    'works with an account of %s until the session is revoked',
    async (_, make) => {
      const account = await make()
      const session = await browser.signIn(account)
      expect(await browser.sessionsOf(account)).toEqual([session])
      await browser.sessions.revokeSession(account.chainId, account.address)
      expect(await browser.sessionsOf(account)).toEqual([])
    },
  )

  it('gives a session only to the browser that signs in', async () => {
    await browser.signIn(account)
    expect(await open().sessionsOf(account)).toEqual([])
  })

  it('stores the values of the signed text, not values that the browser adds', async () => {
    const session = await signed(account, await browser.messageFor(account))
    const data = { ...session.data, accountAddress: '0x0000000000000000000000000000000000000001' }
    const answer = await browser.ask('POST', '/auth/sessions', { sessions: [{ ...session, data }] })
    expect(answer.status).toBe(200)
    expect(await browser.sessionsOf(account)).toEqual([session])
  })

  it('works with several accounts that share one nonce', async () => {
    const data = await browser.messageFor(account)
    const other = on('eip155:10', account)
    const sessions = [
      await signed(account, data),
      await signed(other, { ...data, chainId: 'eip155:10', toString: () => textOn(data.toString(), '10') }),
    ]
    await browser.sessions.setSessions(sessions)
    expect(await browser.sessionsOf(account)).toHaveLength(1)
    expect(await browser.sessionsOf(other)).toHaveLength(1)
    await expect(browser.sessions.setSessions(sessions)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
  })

  it('stores all sessions of a request, or none of them', async () => {
    const data = await browser.messageFor(account)
    const stranger = await newAccount.solana()
    const forged = { ...(await signed(stranger, await browser.messageFor(stranger))), signature: '1111' }
    await expect(browser.sessions.setSessions([await signed(account, data), forged])).rejects.toMatchObject({
      code: 'siwx/invalid-signature',
    })
    expect(await browser.sessionsOf(account)).toEqual([])
  })

  it('replaces all sessions of the browser if the request is a PUT', async () => {
    await browser.signIn(account)
    const other = await newAccount.solana()
    await browser.sessions.setSessions([await signed(other, await browser.messageFor(other))])
    expect(await browser.sessionsOf(account)).toEqual([])
    expect(await browser.sessionsOf(other)).toHaveLength(1)
    expect(await meOf(browser)).toMatchObject({ accounts: [`solana:${other.address}`] })
  })
})

describe('a sign-in is refused if it', () => {
  it('is for another domain', async () => {
    const elsewhere = open({ domain: 'elsewhere.example' })
    await expect(elsewhere.signIn(account)).rejects.toMatchObject({
      code: 'siwx/wrong-domain',
      values: { value: 'elsewhere.example' },
    })
    expect(await elsewhere.sessionsOf(account)).toEqual([])
  })

  it('is on a network that the server does not accept', async () => {
    await expect(browser.signIn(on('eip155:5', account))).rejects.toMatchObject({ code: 'siwx/wrong-chain' })
  })

  it('has an unknown nonce', async () => {
    await browser.messageFor(account)
    const message = await browser.messageFor(account)
    const foreign = { ...message, nonce: 'abcdefgh12345678' }
    const text = message.toString().replace(message.nonce, foreign.nonce)
    const session = await signed(account, { ...foreign, toString: () => text })
    await expect(browser.sessions.addSession(session)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
  })

  it('has a nonce that was issued to another browser', async () => {
    const theirs = open()
    await browser.messageFor(account)
    const session = await signed(account, await theirs.messageFor(account))
    await expect(browser.sessions.addSession(session)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
    // The nonce still works in the browser that got it.
    await theirs.sessions.addSession(session)
  })

  it('has a nonce but no cookie', async () => {
    const session = await signed(account, await browser.messageFor(account))
    browser.cookies.clear()
    await expect(browser.sessions.addSession(session)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
  })

  it('has a used nonce', async () => {
    const session = await browser.signIn(account)
    await expect(browser.sessions.addSession(session)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
    expect(await browser.sessionsOf(account)).toHaveLength(1)
  })

  it("has a nonce that was already used with another account's signature", async () => {
    const message = await browser.messageFor(account)
    const good = await signed(account, message)
    const bad = { ...good, ...(await (await newAccount.eip155()).sign(good.message)) }
    // The signature could come from a smart contract, which the server can't check without a node.
    await expect(browser.sessions.addSession(bad)).rejects.toMatchObject({ code: 'siwx/unverifiable' })
    await expect(browser.sessions.addSession(good)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
  })

  it('arrives ten minutes after its nonce was issued', async () => {
    const [inTime, late] = [
      await signed(account, await browser.messageFor(account)),
      await signed(account, await browser.messageFor(account)),
    ]
    await clock.advance(10 * minute - 1)
    await browser.sessions.addSession(inTime)
    await clock.advance(1)
    await expect(browser.sessions.addSession(late)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
  })

  it('was signed more than ten minutes ago, even with a new nonce', async () => {
    const dated = async (age: number) => {
      const data = await browser.messageFor(account)
      const issued = new Date(clock.now() - age).toISOString()
      const message = data.toString().replace(/^Issued At: .*$/m, `Issued At: ${issued}`)
      return browser.ask('POST', '/auth/sessions', {
        sessions: [{ message, ...(await account.sign(message)) }],
      })
    }
    const refused = await dated(10 * minute + 1)
    expect([refused.status, (await refused.json()).code]).toEqual([401, 'siwx/too-old'])
    expect((await dated(10 * minute)).status).toBe(200)
  })

  it('has expired', async () => {
    const brief = open({ expiration: minute })
    const session = await signed(account, await brief.messageFor(account))
    await clock.advance(minute)
    await expect(brief.sessions.addSession(session)).rejects.toMatchObject({
      code: 'siwx/expired',
      values: { value: session.data.expirationTime },
    })
  })

  it.each(['solana', 'polkadot', 'bip122', 'cosmos'] as const)(
    'is of a %s account, with a signature by another account or of another text',
    async (family) => {
      const [one, other] = [await newAccount[family](), await newAccount[family]()]
      const data = await browser.messageFor(one)
      const message = data.toString()
      const byOther = { data, message, ...(await other.sign(message)) }
      await expect(browser.sessions.addSession(byOther)).rejects.toMatchObject({
        code: 'siwx/invalid-signature',
      })
      const next = await browser.messageFor(one)
      const ofOther = { data: next, message: next.toString(), ...(await one.sign(`${next} `)) }
      await expect(browser.sessions.addSession(ofOther)).rejects.toMatchObject({
        code: 'siwx/invalid-signature',
      })
      expect(await browser.sessionsOf(one)).toEqual([])
    },
  )

  it('has a text that was changed after the signature', async () => {
    const session = await signed(account, await browser.messageFor(account))
    const message = session.message.replace(account.address, (await newAccount.eip155()).address)
    const answer = await browser.ask('POST', '/auth/sessions', { sessions: [{ ...session, message }] })
    expect(answer.status).toBe(401)
    expect(await browser.sessionsOf(account)).toEqual([])
  })
})

describe('a session ends', () => {
  it('at the expiry time in the signed message', async () => {
    const brief = open({ expiration: minute })
    await brief.signIn(account)
    await clock.advance(minute - 1)
    expect(await meOf(brief)).toMatchObject({ accounts: [`eip155:${account.address}`] })
    await clock.advance(1)
    expect(await (await brief.ask('GET', '/auth/sessions')).json()).toEqual({ sessions: [] })
    expect(await meOf(brief)).toEqual({ code: 'siwx/not-authenticated' })
  })

  it('seven days after the browser was last used', async () => {
    await browser.signIn(account)
    for (let visits = 0; visits < 3; visits++) {
      await clock.advance(7 * day - 2 * minute)
      expect(await browser.sessionsOf(account)).toHaveLength(1)
    }
    await clock.advance(7 * day)
    expect(await browser.sessionsOf(account)).toEqual([])
  })

  it('seven days after the browser was last used, even if the clock was ahead before', async () => {
    const [now, idle] = [clock.now(), 7 * day]
    const { token } = await createBrowser(database.query, now + 300 * day)
    expect(await findBrowser(database.query, token, { now, idle })).toBeDefined()
    expect(await findBrowser(database.query, token, { now: now + idle, idle })).toBeUndefined()
  })

  it('thirty days after it started, even if the browser is used every day', async () => {
    await browser.signIn(account)
    for (let visits = 0; visits < 29; visits++) {
      await clock.advance(day)
      expect(await browser.sessionsOf(account)).toHaveLength(1)
    }
    await clock.advance(day - 1)
    expect(await meOf(browser)).toMatchObject({ accounts: [`eip155:${account.address}`] })
    await clock.advance(1)
    expect(await meOf(browser)).toEqual({ code: 'siwx/not-authenticated' })
    expect(await browser.sessionsOf(account)).toEqual([])
  })

  it("when it is revoked, but the session of the browser's other account continues", async () => {
    const other = await newAccount.polkadot()
    await browser.signIn(account)
    await browser.signIn(other)
    // Some wallets write eip155 addresses in lower case, so an address in lower case must end the session too.
    await browser.sessions.revokeSession(account.chainId, account.address.toLowerCase())
    expect(await browser.sessionsOf(account)).toEqual([])
    expect(await browser.sessionsOf(other)).toHaveLength(1)
  })

  it("together with the browser's other sessions when the visitor signs out", async () => {
    const elsewhere = open()
    await browser.signIn(account)
    await elsewhere.signIn(account)
    await browser.sessions.setSessions([])
    expect(await browser.sessionsOf(account)).toEqual([])
    expect(await meOf(browser)).toEqual({ code: 'siwx/not-authenticated' })
    expect(await elsewhere.sessionsOf(account)).toHaveLength(1)
  })

  it('in all browsers of the user when the user signs out everywhere', async () => {
    const [second, stranger] = [open(), open()]
    const other = await newAccount.solana()
    await browser.signIn(account)
    await browser.signIn(other)
    await second.signIn(other)
    const theirs = await newAccount.eip155()
    await stranger.signIn(theirs)
    expect((await browser.ask('DELETE', '/auth/everywhere')).status).toBe(200)
    expect(await browser.sessionsOf(account)).toEqual([])
    expect(await second.sessionsOf(other)).toEqual([])
    expect(await stranger.sessionsOf(theirs)).toHaveLength(1)
    expect((await browser.ask('DELETE', '/auth/everywhere')).status).toBe(401)
  })
})

describe('a user', () => {
  it('has all accounts that signed in in one browser, and can use each of them in another browser', async () => {
    const other = await newAccount.cosmos()
    await browser.signIn(account)
    const before = await meOf(browser)
    await browser.signIn(other)
    const me = await meOf(browser)
    expect(me).toEqual({
      id: before.id,
      accounts: [`cosmos:${other.address}`, `eip155:${account.address}`].sort(),
    })
    const elsewhere = open()
    await elsewhere.signIn(other)
    expect(await meOf(elsewhere)).toEqual(me)
  })

  it('is the same user on every network, if the same key signs', async () => {
    await browser.signIn(account)
    const elsewhere = open()
    await elsewhere.signIn(on('eip155:10', account))
    expect(await meOf(elsewhere)).toEqual(await meOf(browser))
  })

  it("can't add an account that belongs to another user", async () => {
    const theirs = await newAccount.eip155()
    const them = open()
    await them.signIn(theirs)
    await browser.signIn(account)
    const before = await meOf(browser)
    const session = await signed(theirs, await browser.messageFor(theirs))
    const answer = await browser.ask('POST', '/auth/sessions', { sessions: [session] })
    expect([answer.status, await answer.json()]).toEqual([409, { code: 'siwx/other-user' }])
    expect(await browser.sessionsOf(theirs)).toEqual([])
    expect(await meOf(browser)).toEqual(before)
    expect(await meOf(them)).toMatchObject({ accounts: [`eip155:${theirs.address}`] })
  })

  it('stays separate from a second user who signs in with PUT in the same browser', async () => {
    await browser.signIn(account)
    const other = await newAccount.eip155()
    const before = await meOf(browser)
    await browser.sessions.setSessions([await signed(other, await browser.messageFor(other))])
    const after = await meOf(browser)
    expect(after.id).not.toBe(before.id)
    expect(after.accounts).toEqual([`eip155:${other.address}`])
  })

  it("is passed to the host's own route if the visitor has signed in", async () => {
    expect((await browser.ask('GET', '/hello')).status).toBe(401)
    await browser.signIn(account)
    expect(await (await browser.ask('GET', '/hello')).json()).toEqual({ hello: `eip155:${account.address}` })
  })
})

describe('a smart contract', () => {
  it('is a separate account on each network', async () => {
    const asked: string[] = []
    const yes = `0x1626ba7e${'0'.repeat(56)}`
    const node = await startSignInServer({
      database,
      now: clock.now,
      nodes: {
        // This node says that every smart contract has signed.
        async rpc(chainId, method, [call]) {
          asked.push(method)
          if (method === 'eth_chainId') return `0x${Number(chainId.split(':')[1]).toString(16)}`
          return (call as { to?: string }).to ? yes : `0x${'1'.padStart(64, '0')}`
        },
      },
    })
    onTestFinished(() => node.close())
    const contract: Account = { ...account, sign: async () => ({ signature: `0x${'11'.repeat(80)}` }) }
    const ids = await Promise.all(
      [on('eip155:1', contract), on('eip155:10', contract)].map(async (one) => {
        const browser = visitor(node.url, { clock })
        await browser.signIn(one)
        const me = await meOf(browser)
        expect(me.accounts).toEqual([`${one.chainId}:${account.address}`])
        return me.id
      }),
    )
    expect(new Set(ids).size).toBe(2)
    asked.splice(0)
    const browser = visitor(node.url, { clock })
    await browser.signIn(account)
    expect(asked).toEqual([])
    // An address can belong to a key and to a smart contract, with different owners.
    expect(ids).not.toContain((await meOf(browser)).id)
  })
})

describe('the session cookie', () => {
  it('changes with each sign-in, which makes the previous cookie invalid', async () => {
    await browser.messageFor(account)
    const planted = new Map(browser.cookies)
    await browser.signIn(account)
    const first = new Map(browser.cookies)
    expect(first).not.toEqual(planted)
    await browser.signIn(await newAccount.solana())
    expect(browser.cookies).not.toEqual(first)
    for (const cookies of [planted, first]) {
      const thief = open()
      for (const [name, value] of cookies) thief.cookies.set(name, value)
      expect(await thief.sessionsOf(account)).toEqual([])
      expect(await meOf(thief)).toEqual({ code: 'siwx/not-authenticated' })
    }
    expect(await browser.sessionsOf(account)).toHaveLength(1)
  })

  it("is random, is sent only with requests from pages of the host, and isn't stored in the database", async () => {
    await browser.signIn(account)
    const [[name, token] = [], ...others] = browser.cookies
    expect(others).toEqual([])
    expect(name).toBe('sign-in')
    expect(Buffer.from(token ?? '', 'base64url')).toHaveLength(32)
    expect(browser.setCookies).toHaveLength(2)
    for (const line of browser.setCookies)
      expect(line.split('; ').slice(1).sort()).toEqual([
        'HttpOnly',
        `Max-Age=${30 * 24 * 60 * 60}`,
        'Path=/',
        'SameSite=Lax',
      ])
    const rows = await database.query('select * from browsers')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('the cleanup', () => {
  it('deletes only what has expired', async () => {
    const lifetimes = { nonce: 10 * minute, idle: 7 * day }
    const [idle, brief, asked] = [open(), open({ expiration: minute }), open()]
    await idle.signIn(await newAccount.eip155())
    await clock.advance(7 * day - minute)
    await browser.signIn(account)
    await brief.signIn(await newAccount.eip155())
    await asked.messageFor(account)
    await clock.advance(11 * minute)
    const fresh = open()
    const message = await fresh.messageFor(account)
    await sweep(database.query, clock.now(), lifetimes)
    const counts = ['browsers', 'sessions', 'nonces'].map(
      (table) => `(select count(*)::int from ${table}) ${table}`,
    )
    // Two browsers are left: one is signed in, and one has a valid nonce.
    expect(await database.query(`select ${counts.join(', ')}`)).toEqual([
      { browsers: 2, sessions: 1, nonces: 1 },
    ])
    expect(await browser.sessionsOf(account)).toHaveLength(1)
    await fresh.sessions.addSession(await signed(account, message))
  })
})

function textOn(text: string, chain: string): string {
  return text.replace(/^Chain ID: \d+$/m, `Chain ID: ${chain}`)
}
