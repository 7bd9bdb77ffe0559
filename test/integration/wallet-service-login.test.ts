import { manualClock } from 'latchkey/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  deviceHeaders,
  type LoginStarted,
  type ServiceSession,
} from '../../src/core/wallet/wallet-service.ts'
import { deleteExpired } from '../../src/servers/wallet-service/store/sweep.ts'
import { walletDatabases } from '../support/wallet-databases.ts'
import {
  type Answer,
  approve,
  codeIn,
  codeTo,
  logIn,
  send,
  tokenTo,
  type WalletDevice,
  walletDevice,
} from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'

const minute = 60_000
const clock = manualClock(Date.parse('2026-01-31T12:00:00Z'))
const { now } = clock

describe.each(walletDatabases)('the wallet service on $name', ({ name, isHere, tags, open }) => {
  describe.skipIf(!isHere)('a login by email', { tags }, () => {
    let service: RunningWalletService
    let closeDatabase: () => Promise<void>
    beforeAll(async () => {
      const { database, stop } = await open()
      closeDatabase = stop
      service = await startWalletService({
        ...{ origins: ['https://app.example'], networks: [], now, database },
        lifetimes: { wait: 3000 },
      })
    })
    afterAll(async () => {
      await service?.stop()
      await closeDatabase?.()
      expect(service.errors).toEqual([])
    })

    let device: WalletDevice
    let email: string
    let visitors = 0
    beforeEach(async () => {
      device = await walletDevice(service.url, { now })
      email = `visitor-${++visitors}@example.com`
    })
    const handIn = (
      login: string,
      code: string,
      who = device,
    ): Promise<Answer<ServiceSession & { readonly code?: string }>> =>
      who.ask('POST', '/api/login/code', { login, code })
    const mailedTo = (address: string) => service.mailbox.mails().filter(({ to }) => to.includes(address))
    const begin = async () => {
      const { login } = (await device.begin(email)).body
      return { login, code: await codeTo({ mailbox: service.mailbox, email }) }
    }
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

    it('creates a user, and finds this user at the next login', async () => {
      const session = await logIn(device, service.mailbox, email.toUpperCase())
      expect(session.user).toEqual({ id: expect.any(String), provider: 'email', email })
      expect(session.ends).toBe(now() + 10 * minute)
      const { body } = await device.ask('GET', '/api/user', undefined, { access: session.access })
      expect(body).toEqual(session.user)
      await clock.advance(minute)
      expect((await logIn(device, service.mailbox, email)).user).toEqual(session.user)
    })

    it('sends a mail without any text that a stranger could choose', async () => {
      const agent =
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
      const ask = (site: string, headers: Readonly<Record<string, string>> = { 'user-agent': agent }) =>
        device.ask('POST', '/api/login/email', { email, site }, { headers })
      await ask('https://evil.example')
      const { subject, text, html } = await service.mailbox.waitFor(email)
      const host = new URL(service.url).host
      const code = codeIn({ text })
      const time = new Date(now()).toISOString().slice(0, 16).replace('T', ' ')
      expect(subject).toBe(`${code} is your code for ${host}`)
      expect(text).toBe(
        [
          `Your code to log in to ${host}:`,
          code,
          "It expires in 10 minutes. Don't share this code.",
          `The code was requested at ${time} UTC, in Chrome on Windows.\n`,
        ].join('\n\n'),
      )
      expect(html).toContain(code)
      await clock.advance(minute)
      await ask('https://app.example')
      expect((await service.mailbox.waitFor(email, { after: 1 })).text).toContain(
        'UTC on https://app.example, in Chrome on Windows.',
      )
      await clock.advance(minute)
      await ask('https://app.example', { 'user-agent': 'call +1 555 0100 now' })
      expect((await service.mailbox.waitFor(email, { after: 2 })).text).toContain('in an unknown browser.')
    })

    it('accepts each code only once', async () => {
      const { login, code } = await begin()
      const answers = await Promise.all(Array.from({ length: 4 }, () => handIn(login, code)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
      expect((await handIn(login, code)).body.code).toBe('login/ended')
    })

    it('refuses a wrong code, and then accepts the right code', async () => {
      const { login, code } = await begin()
      expect(await handIn(login, wrong(code))).toMatchObject({
        status: 401,
        body: { code: 'login/wrong-code', message: 'The code is wrong.' },
      })
      expect((await handIn(login, code)).status).toBe(200)
    })

    it('refuses the right code after five wrong codes', async () => {
      const { login, code } = await begin()
      for (let guess = 0; guess < 5; guess++)
        expect((await handIn(login, wrong(code))).body.code).toBe('login/wrong-code')
      expect((await handIn(login, code)).body.code).toBe('login/too-many-tries')
    })

    it('checks only five of the codes that arrive at the same time', async () => {
      const { login, code } = await begin()
      const answers = await Promise.all(Array.from({ length: 30 }, () => handIn(login, wrong(code))))
      const codes = answers.map(({ body }) => body.code)
      expect(codes.filter((one) => one === 'login/wrong-code')).toHaveLength(5)
      expect(codes.filter((one) => one === 'login/too-many-tries')).toHaveLength(25)
    })

    it('refuses a code after ten minutes', async () => {
      const { login, code } = await begin()
      await clock.advance(10 * minute)
      expect((await handIn(login, code)).body.code).toBe('login/ended')
    })

    it('refuses a code of another login or from another device', async () => {
      const first = await begin()
      await clock.advance(minute)
      const { login } = (await device.begin(email)).body
      const second = await codeTo({ mailbox: service.mailbox, email, after: 1 })
      // In one of a million cases, the two codes are equal.
      if (second !== first.code) expect((await handIn(login, first.code)).body.code).toBe('login/wrong-code')
      const thief = await walletDevice(service.url, { now })
      expect((await handIn(login, second, thief)).body.code).toBe('login/ended')
      expect((await handIn(login, second)).status).toBe(200)
    })

    it('sends at most one mail per half minute to an address', async () => {
      const others = await Promise.all(Array.from({ length: 9 }, () => walletDevice(service.url, { now })))
      const answers = await Promise.all([device, ...others].map((one) => one.begin(email)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)])
      const refused = answers.find(({ status }) => status === 429)
      expect(refused?.body).toMatchObject({ code: 'login/too-soon' })
      expect(refused?.headers.get('retry-after')).toBe('30')
      await clock.advance(29_000)
      const late = await device.begin(email)
      expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1'])
      await clock.advance(1000)
      expect((await device.begin(email)).status).toBe(200)
      expect(mailedTo(email)).toHaveLength(2)
      await service.database.query(
        `update wallet_service_mailings set mailed_at = mailed_at + interval '1 hour', day_began_at = now()`,
      )
      expect((await device.begin(email)).status).toBe(200)
    })

    it('on two devices at the same time creates only one account', async () => {
      const first = await begin()
      await clock.advance(minute)
      const other = await walletDevice(service.url, { now })
      const { login } = (await other.begin(email)).body
      const code = await codeTo({ mailbox: service.mailbox, email, after: 1 })
      expect((await handIn(first.login, first.code)).status).toBe(200)
      expect((await handIn(login, code, other)).body.code).toBe('device/unknown')
      await clock.advance(minute)
      expect((await logIn(other, service.mailbox, email)).user.email).toBe(email)
    })

    it('creates a user for each of two hundred concurrent visitors', async () => {
      const devices = await Promise.all(Array.from({ length: 200 }, () => walletDevice(service.url, { now })))
      const began = performance.now()
      const sessions = await Promise.all(
        devices.map((one, at) => logIn(one, service.mailbox, `crowd-${at}@example.com`)),
      )
      console.log(`${name}: two hundred logins in ${Math.round(performance.now() - began)} ms`)
      expect(sessions.map(({ user }) => user.email)).toEqual(
        devices.map((_, at) => `crowd-${at}@example.com`),
      )
      expect(new Set(sessions.map(({ user }) => user.id)).size).toBe(200)
    })

    it.each(['', 'nobody', 'a@b', 'a@example.com, b@example.com', `${'a'.repeat(250)}@example.com`, 7, null])(
      'refuses %j as an address',
      async (given) => {
        const answer = await device.ask('POST', '/api/login/email', { email: given })
        expect(answer).toMatchObject({ status: 400, body: { code: 'request/invalid' } })
        const addresses = [String(given), ...String(given).split(', ')]
        expect(service.mailbox.mails().filter(({ to }) => to.some((one) => addresses.includes(one)))).toEqual(
          [],
        )
      },
    )

    describe('on a device that the account does not know', () => {
      let other: WalletDevice
      let login: string
      let token: string
      beforeEach(async () => {
        await logIn(device, service.mailbox, email)
        await clock.advance(minute)
        other = await walletDevice(service.url, { now })
        const begun = await other.begin(email)
        expect(begun.body.action).toBe('VERIFY_DEVICE' satisfies LoginStarted['action'])
        login = begun.body.login
        token = await tokenTo({ mailbox: service.mailbox, email, after: 1 })
      })
      const wait = (who = other) => who.ask('POST', '/api/login/device', { login })
      const letIn = () => approve(service.url, token)
      const codeAfterLink = () => codeTo({ mailbox: service.mailbox, email, after: 2 })

      it("mails the code when the visitor presses the button on the link's page", async () => {
        const waiting = wait()
        expect((await letIn()).status).toBe(200)
        expect((await waiting).body).toEqual({ approved: true })
        expect((await handIn(login, await codeAfterLink(), other)).status).toBe(200)
        await clock.advance(minute)
        expect((await other.begin(email)).body.action).toBe('VERIFY_OTP')
      })

      it("does nothing when a mail scanner opens the link and loads the page's files", async () => {
        const page = await fetch(`${service.url}/device#${token}`)
        const text = await page.text()
        expect(text).toContain('Approve a new device')
        for (const [, path] of text.matchAll(/(?:src|href)="([^"]+)"/g))
          expect((await fetch(service.url + path)).status).toBe(200)
        expect((await fetch(`${service.url}/device/approve`)).status).not.toBe(200)
        expect((await fetch(`${service.url}/device?token=${token}`)).status).toBe(200)
        expect((await wait()).body).toEqual({ approved: false })
        expect(mailedTo(email)).toHaveLength(2)
        expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      })

      it('accepts each link only once', async () => {
        const answers = await Promise.all(Array.from({ length: 5 }, letIn))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
        await codeAfterLink()
        expect(mailedTo(email)).toHaveLength(3)
      })

      it('ends a link after ten minutes', async () => {
        await clock.advance(10 * minute)
        expect((await letIn()).body.code).toBe('link/ended')
        expect((await wait()).body.code).toBe('login/ended')
      })

      it('accepts no code before the visitor has used the link', async () => {
        expect((await handIn(login, '000000', other)).body.code).toBe('login/ended')
        const foreign = await send(`${service.url}/device/approve`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
          body: JSON.stringify({ token }),
        })
        expect(foreign.body.code).toBe('request/foreign-origin')
        expect((await letIn()).status).toBe(200)
      })

      it('reveals nothing about the login to another device', async () => {
        await letIn()
        expect((await wait(device)).body.code).toBe('login/ended')
      })
    })

    describe('is refused', () => {
      const path = '/api/login/email'
      const post = (headers: Readonly<Record<string, string>>, body: string) =>
        send(service.url + path, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', ...headers },
        })
      let body: string
      beforeEach(() => {
        body = JSON.stringify({ email })
      })

      it('without a proof by the key of its device', async () => {
        expect(await post({}, body)).toMatchObject({ status: 401, body: { code: 'device/no-proof' } })
      })

      it('with a proof that was used before', async () => {
        const proof = await device.proof('POST', path, body)
        expect((await post(proof, body)).status).toBe(200)
        expect((await post(proof, body)).body.code).toBe('device/used-proof')
        // Each ECDSA signature has a second valid form, with the s value negated. That form is refused too.
        const signature = Buffer.from(proof[deviceHeaders.proof]!, 'base64url')
        const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
        const s = order - BigInt(`0x${signature.subarray(32).toString('hex')}`)
        signature.write(s.toString(16).padStart(64, '0'), 32, 'hex')
        const twin = { ...proof, [deviceHeaders.proof]: signature.toString('base64url') }
        expect((await post(twin, body)).body.code).toBe('device/used-proof')
      })

      it.each([
        ['another body', { body: '{"email":"thief@example.com"}' }],
        ['another method', { method: 'PUT' }],
        ['another path', { path: '/api/login/code' }],
      ])('with a proof that was made for %s', async (_, of) => {
        const { method, path: signed, body: text } = { method: 'POST', path, body, ...of }
        const proof = await device.proof(method, signed, text)
        expect((await post(proof, body)).body.code).toBe('device/wrong-proof')
      })

      it('with the proof of another device', async () => {
        const other = await walletDevice(service.url, { now })
        const proof = await other.proof('POST', path, body)
        const { [deviceHeaders.key]: key = '' } = await device.proof('POST', path, body)
        expect((await post({ ...proof, [deviceHeaders.key]: key }, body)).body.code).toBe(
          'device/wrong-proof',
        )
      })

      it.each([
        ['ahead', 5 * minute + 1],
        ['behind', -5 * minute - 1],
      ])('with a proof whose time is more than five minutes %s', async (_, by) => {
        const other = await walletDevice(service.url, { now: () => now() + by })
        expect((await other.begin(email)).body).toMatchObject({ code: 'device/wrong-time' })
        const near = await walletDevice(service.url, { now: () => now() + by - Math.sign(by) })
        expect((await near.begin(email)).status).toBe(200)
      })

      it.each([
        ['without fields', Buffer.from('{}').toString('base64url')],
        ['that is invalid JSON', 'AAAA'],
        [
          "whose point isn't on the curve",
          Buffer.from(
            JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) }),
          ).toString('base64url'),
        ],
        ['that is very long', 'A'.repeat(5000)],
      ])('with a proof by a key %s', async (_, key) => {
        const proof = await device.proof('POST', path, body)
        expect((await post({ ...proof, [deviceHeaders.key]: key }, body)).body.code).toBe(
          'device/wrong-proof',
        )
      })
    })

    it('is deleted when it has ended', async () => {
      await begin()
      await clock.advance(31 * 24 * 60 * minute)
      await deleteExpired(service.database.query, now(), { audit: minute })
      for (const table of ['logins', 'proofs', 'sessions', 'mailings', 'audit', 'email_updates'])
        expect(await service.database.query(`select * from wallet_service_${table}`)).toEqual([])
      expect((await service.database.query('select * from wallet_service_users')).length).toBeGreaterThan(0)
    })

    it('stores no code and no token in readable form', async () => {
      const { login, code } = await begin()
      const session = await handIn(login, code)
      const tables = await service.database.query<{ name: string }>(
        `select tablename as name from pg_tables where tablename like 'wallet_service_%'`,
      )
      expect(tables.length).toBeGreaterThan(10)
      for (const { name } of tables) {
        const text = JSON.stringify(await service.database.query(`select * from ${name}`))
        for (const secret of [`"${code}"`, session.body.access, session.body.refresh])
          expect(text, name).not.toContain(secret)
        if (!/_(users|logins|email_updates)$/.test(name)) expect(text, name).not.toContain(email)
      }
    })
  })
})
