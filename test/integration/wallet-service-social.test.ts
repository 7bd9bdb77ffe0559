import { createHash, randomBytes } from 'node:crypto'
import { manualClock } from 'latchkey/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ServiceConfig, ServiceSession, SocialStarted } from '../../src/core/wallet/wallet-service.ts'
import {
  type DevSocialProvider,
  startSocialProvider,
} from '../../src/devnet/social-provider/start-social-provider.ts'
import { deleteExpired } from '../../src/servers/wallet-service/store/sweep.ts'
import { walletServiceApp } from '../../src/servers/wallet-service/wallet-service.ts'
import { type ScriptedProvider, scriptedProvider } from '../support/scripted-provider.ts'
import { socialVisitor } from '../support/social-visitor.ts'
import { walletDatabases } from '../support/wallet-databases.ts'
import { type Answer, logIn, send, type WalletDevice, walletDevice } from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'

const clock = manualClock(Date.now())
const { now } = clock
const site = 'https://app.example'

type Finished = Answer<ServiceSession & { readonly code?: string }>

describe.each(walletDatabases)('the wallet service on $name', ({ isHere, tags, open }) => {
  describe.skipIf(!isHere)('a login by a social provider', { tags }, () => {
    let provider: DevSocialProvider
    let scripted: ScriptedProvider
    let service: RunningWalletService
    let closeDatabase: () => Promise<void>
    let device: WalletDevice
    beforeAll(async () => {
      const { database, stop } = await open()
      closeDatabase = stop
      provider = await startSocialProvider()
      scripted = await scriptedProvider('facebook')
      const { google, x, ...rest } = provider.socials
      const facebook = { clientId: 'facebook', clientSecret: 'secret', issuer: scripted.issuer }
      service = await startWalletService({
        ...{ origins: [site, 'https://other.example'], networks: [], now, database },
        socials: { google, x, ...rest, facebook },
      })
      await provider.serve(service.url)
    })
    afterAll(async () => {
      await service?.stop()
      await Promise.all([provider?.stop(), scripted?.stop()])
      await closeDatabase?.()
    })
    beforeEach(async () => {
      device = await walletDevice(service.url, { now })
      Object.assign(scripted, { token: 'right', claims: {}, forged: false })
    })

    const begin = (provider: string, who = device, from = site): Promise<Answer<SocialStarted>> =>
      who.ask('POST', '/api/login/social', { provider, site: from })
    const finish = (uri: string, who = device): Promise<Finished> =>
      who.ask('POST', '/api/login/social/finish', { uri })
    /** Goes through the login at the provider. Returns the URL of the provider's redirect to the wallet. */
    async function result(provider: string, person: string, who = device): Promise<string> {
      const { status, body } = await begin(provider, who)
      expect(status).toBe(200)
      return socialVisitor().logIn(body.uri, person)
    }

    /** Returns the URL of the scripted provider's redirect, after the browser that started the login has opened it. */
    async function scriptedResult(changes?: Readonly<Record<string, string>>): Promise<string> {
      const visitor = socialVisitor()
      const answer = scripted.answer(await visitor.start((await begin('facebook')).body.uri), changes)
      await visitor.land(answer)
      return answer
    }

    it.each(['google', 'apple', 'discord', 'github', 'x'])(
      'creates a user with %s, and finds this user at the next login',
      async (by) => {
        const first = await finish(await result(by, 'ann'))
        expect(first.status).toBe(200)
        const called = by === 'discord' ? 'ann#0' : 'ann'
        expect(first.body.user).toEqual({ id: expect.any(String), provider: by, userName: called })
        const other = await walletDevice(service.url, { now })
        const second = await finish(await result(by, 'ann', other), other)
        expect(second.body.user).toEqual(first.body.user)
        const { body } = await other.ask('GET', '/api/user', undefined, { access: second.body.access })
        expect(body).toEqual(first.body.user)
      },
    )

    const code = ({ status, body }: Finished) => [status, body.code]
    const ended = [410, 'login/ended']

    it('accepts only one of several requests that send the same answer', async () => {
      const uri = await result('google', 'ben')
      const answers = await Promise.all(Array.from({ length: 4 }, () => finish(uri)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
      expect(code(await finish(uri))).toEqual(ended)
    })

    it('gives a session only to the device that started the login', async () => {
      const uri = await result('google', 'ben')
      const thief = await walletDevice(service.url, { now })
      expect(code(await finish(uri, thief))).toEqual(ended)
      expect((await finish(uri)).status).toBe(200)
    })

    it('exchanges a code at the provider only once', async () => {
      const uri = await scriptedResult()
      const sent = new URL(uri).searchParams.get('code')
      await Promise.all([finish(uri), finish(uri), finish(uri)])
      expect(scripted.codes.filter((one) => one === sent)).toEqual([sent])
    })

    it.each([
      ['another path', (uri: URL) => Object.assign(uri, { pathname: '/social/callback' })],
      ['another host', (uri: URL) => Object.assign(uri, { hostname: 'localhost' })],
      ['a fragment', (uri: URL) => Object.assign(uri, { hash: 'state' })],
      ['two states', (uri: URL) => uri.searchParams.append('state', 'x'.repeat(43))],
      ['no state', (uri: URL) => uri.searchParams.delete('state')],
    ])('refuses an answer with %s', async (_, change) => {
      const uri = new URL(await result('google', 'ben'))
      change(uri)
      expect(code(await finish(uri.href))).toEqual([400, 'request/invalid'])
    })

    it('refuses an answer of one provider in a login by another provider', async () => {
      const uri = await result('google', 'ben')
      expect(code(await finish(uri.replace('/callback/google', '/callback/apple')))).toEqual(ended)
      // An answer names the provider that issued the code (RFC 9207). This answer names another provider.
      const mixed = await scriptedResult({ iss: provider.url })
      expect(code(await finish(mixed))).toEqual([502, 'social/failed'])
      expect(scripted.codes).not.toContain(new URL(mixed).searchParams.get('code'))
    })

    it("accepts an OAuth provider's answer only with the issuer that is configured", async () => {
      const other = await startSocialProvider()
      onTestFinished(() => other.stop())
      const { github } = other.socials
      // GitHub's issuer isn't the origin of its URLs either.
      const issuer = 'https://login.example/oauth'
      const own = await startWalletService({
        ...{ origins: [site], networks: [], now },
        socials: { github: { ...github, endpoints: { ...github.endpoints!, issuer } } },
      })
      onTestFinished(() => own.stop())
      await other.serve(own.url)
      const who = await walletDevice(own.url, { now })
      async function logInWith(iss: string | undefined) {
        const visitor = socialVisitor()
        const answer = new URL(await visitor.answerOf((await begin('github', who)).body.uri, 'ben'))
        answer.searchParams.delete('iss')
        if (iss) answer.searchParams.set('iss', iss)
        await visitor.land(answer.href)
        return code(await finish(answer.href, who))
      }
      expect(await logInWith(issuer)).toEqual([200, undefined])
      expect(await logInWith(undefined)).toEqual([200, undefined])
      for (const wrong of ['https://login.example', other.url])
        expect(await logInWith(wrong)).toEqual([502, 'social/failed'])
    })

    it('refuses the code of another login', async () => {
      const first = new URL(await result('google', 'ben'))
      const visitor = socialVisitor()
      const second = new URL(await visitor.answerOf((await begin('google')).body.uri, 'cleo'))
      second.searchParams.set('code', first.searchParams.get('code') ?? '')
      await visitor.land(second.href)
      expect(code(await finish(second.href))).toEqual([502, 'social/failed'])
    })

    it('deletes a login after ten minutes', async () => {
      const uri = await result('google', 'ben')
      await clock.advance(10 * 60_000)
      expect(code(await finish(uri))).toEqual(ended)
      await deleteExpired(service.database.query, now(), { audit: 1e9 })
      const left = await service.database.query(
        'select from wallet_service_social_logins where ends_at <= $1',
        [new Date(now())],
      )
      expect(left).toEqual([])
    })

    it('reports that the visitor declined', async () => {
      expect(code(await finish(await result('google', '')))).toEqual([403, 'social/declined'])
    })

    it.each([
      ['of another issuer', { iss: 'https://evil.example' }],
      ['for another app', { aud: 'somebody-else' }],
      ['for another login', { nonce: 'another' }],
      ['that has expired', { iat: 1, exp: 2 }],
      ['without a subject', { sub: undefined }],
    ])('refuses an ID token %s', async (_, claims) => {
      scripted.claims = claims
      expect(code(await finish(await scriptedResult()))).toEqual([502, 'social/failed'])
    })

    it("refuses an ID token that was signed with a key other than the provider's", async () => {
      const right = await finish(await scriptedResult())
      expect(right.status).toBe(200)
      scripted.forged = true
      const forged = await finish(await scriptedResult())
      expect(code(forged)).toEqual([502, 'social/failed'])
    })

    it.each([
      ['answers a token request with HTML', 'html'],
      ['never answers a token request', 'never'],
      ['never ends its answer to a token request', 'endless'],
      ['refuses a token request', 'refused'],
    ] as const)('fails without hanging if the provider %s', async (_, token) => {
      scripted.token = token
      const answer = await finish(await scriptedResult())
      expect(code(answer)).toEqual([502, 'social/failed'])
    })

    it('refuses an unknown provider and an unknown page', async () => {
      expect((await begin('myspace')).body).toMatchObject({ code: 'social/unknown' })
      expect((await begin('google', device, 'https://evil.example')).body).toMatchObject({
        code: 'request/foreign-origin',
      })
    })

    it('opens another account than a login by email with the same address', async () => {
      const byEmail = await logIn(device, service.mailbox, 'dora@example.org')
      scripted.claims = { sub: 'dora', email: 'dora@example.org', email_verified: true }
      const bySocial = await finish(await scriptedResult())
      expect(bySocial.body.user.id).not.toBe(byEmail.user.id)
      expect(bySocial.body.user.email).toBeUndefined()
      const asked = new URL(await socialVisitor().start((await begin('google')).body.uri)).searchParams
      expect(asked.get('scope')).not.toContain('email')
    })

    it('stores no data that lets a reader of the database log in or identify users', async () => {
      const uri = new URL(await result('google', 'erin'))
      const { body } = await finish(await result('google', 'erin'))
      const rows = JSON.stringify([
        await service.database.query('select * from wallet_service_social_logins'),
        await service.database.query('select * from wallet_service_identities'),
      ])
      expect(rows).not.toContain(uri.searchParams.get('state'))
      expect(rows).toContain(body.user.id)
      expect(rows).not.toContain(provider.url)
    })

    it("accepts an answer only from the browser that opened the provider's page", async () => {
      const { uri } = (await begin('google')).body
      expect(new URL(uri).origin).toBe(service.url)
      const owner = socialVisitor()
      const there = await owner.start(uri)
      const stranger = socialVisitor()
      // The attacker completes a login with the attacker's account, but with the state of the owner's login.
      const second = (await begin('google')).body.uri
      const forged = new URL(await stranger.answerOf(second, 'mallory'))
      forged.searchParams.set('state', new URL(uri).searchParams.get('state') ?? '')
      for (const browser of [stranger, socialVisitor()])
        expect((await browser.land(forged.href)).page).toContain('was started in another browser')
      expect(code(await finish(forged.href))).toEqual(ended)
      // The attacker can't open the provider's page for the owner's login either.
      expect(await stranger.start(uri)).toBe(uri)
      // The owner can go back, open the provider's page again, and complete the login.
      expect(await owner.start(uri)).toBe(there)
      expect(new URL(there).origin).toBe(provider.url)
      // An answer counts only if the browser has opened the wallet's page with this answer in the URL.
      const answer = await socialVisitor().answerOf((await begin('google')).body.uri, 'ben')
      expect(code(await finish(answer))).toEqual(ended)
      expect((await finish(await owner.logIn(uri, 'ben'))).status).toBe(200)
    })

    it('accepts only the first answer of the provider', async () => {
      const visitor = socialVisitor()
      const answer = await visitor.logIn((await begin('google')).body.uri, 'ben')
      const other = new URL(answer)
      other.searchParams.set('code', 'another')
      expect((await visitor.land(other.href)).page).not.toContain('data-site')
      expect(code(await finish(other.href))).toEqual(ended)
      expect((await finish(answer)).status).toBe(200)
    })

    it("sets a cookie that pages can't read and other hosts can't set", async () => {
      const { uri } = (await begin('google')).body
      const cookieOf = (response: Response) => response.headers.get('set-cookie') ?? ''
      const here = cookieOf(await fetch(uri, { redirect: 'manual' }))
      expect(here).toMatch(/^wallet-login-on-loopback-only=[\w-]{43}; /)
      for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(here).toContain(part)
      const app = walletServiceApp({
        ...{ database: service.database, key: randomBytes(32), now, onError: () => {} },
        mail: { send: async () => {}, close: async () => {} },
        config: {
          url: 'https://wallet.example',
          origins: [site],
          networks: [],
          socials: { google: provider.socials.google! },
        },
      })
      const secret = 's'.repeat(43)
      await service.database.query(
        `insert into wallet_service_social_logins (state_hash, provider, device, site, ends_at)
        values ($1, 'google', 'd', $2, $3)`,
        [createHash('sha256').update(secret).digest('hex'), site, new Date(now() + 60_000)],
      )
      const there = cookieOf(await app.request(`https://wallet.example/social/start/google?state=${secret}`))
      expect(there).toMatch(/^__Host-wallet-login=[\w-]{43}; /)
      for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(there).toContain(part)
      expect(there).not.toContain('Domain')
    })

    it('has a window that sends its result only to the page that opened the window', async () => {
      const visitor = socialVisitor()
      const uri = await visitor.answerOf((await begin('google')).body.uri, 'ben')
      const { page, headers } = await visitor.land(uri)
      expect(page).toContain(`<body data-site="${site}">`)
      const policy = headers.get('content-security-policy')
      expect(policy).toContain("script-src 'self'")
      expect(policy).not.toContain('unsafe')
      expect(page).not.toMatch(/<script(?![^>]* src=)/)
      const unknown = await visitor.land(uri.replace(/state=[\w-]{3}/, 'state=zzz'))
      expect(unknown.page).not.toContain('data-site')
      const loading = await send<string>(`${service.url}/loading`)
      expect(loading.body).not.toContain('<script')
      expect(loading.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    })

    const onPage = async (page: string, at = service) => {
      const who = await walletDevice(at.url, { now })
      const { uri } = (await begin('google', who)).body
      const state = new URL(uri).searchParams.get('state')
      const asked = new URL(uri)
      asked.searchParams.set('state', `${state}--${page}`)
      const visitor = socialVisitor()
      const back = (returned: string) =>
        visitor.land(
          `${at.url}/social/callback/google?code=c&state=${encodeURIComponent(`${state}--${returned}`)}`,
        )
      return { uri, state, asked, visitor, back }
    }

    it("doesn't pass a login to the page through a redirect", async () => {
      const { uri, asked, visitor, back } = await onPage(`${site}/shop`)
      expect(await visitor.start(asked.href)).toBe(asked.href)
      expect((await visitor.land(asked.href)).page).toContain('needs a window')
      // The script starts the login without naming the page, and then adds the page to the answer's URL.
      expect(new URL(await visitor.start(uri)).origin).toBe(provider.url)
      const { page, location } = await back(`${site}/shop`)
      expect(location).toBeNull()
      expect(page).not.toContain('result_uri')
      expect(page).not.toContain('data-site')
      expect(page).toContain('needs a window')
      expect((await send<ServiceConfig>(`${service.url}/api/config`)).body.socialOnPage).toBe(false)
    })

    it('passes the answer to the page without a window if the operator allows this', async () => {
      const allowing = await startWalletService({
        ...{ origins: [site, 'https://other.example'], networks: [], now },
        ...{ socials: { google: provider.socials.google! }, socialOnPage: true },
      })
      onTestFinished(() => allowing.stop())
      const { state, asked, visitor, back } = await onPage(`${site}/shop`, allowing)
      const there = new URL(await visitor.start(asked.href))
      expect(there.searchParams.get('state')).toBe(`${state}--${site}/shop`)
      const { page, location } = await back(`${site}/shop?item="1"&more=2#top`)
      expect(location).toBeNull()
      expect(page).toContain(`<b>${site}</b>`)
      expect(page).toContain('<b>an unknown browser</b>')
      const href = /<a href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
      const led = new URL(href)
      expect(led.origin + led.pathname + led.hash).toBe(`${site}/shop#top`)
      expect(led.searchParams.get('item')).toBe('"1"')
      expect(led.searchParams.get('result_uri')).toBe(
        `${allowing.url}/social/callback/google?code=c&state=${state}`,
      )
      for (const other of [
        'https://other.example/',
        'https://evil.example/',
        'javascript:alert(1)',
        '//evil.example',
      ]) {
        const answer = await back(other)
        expect(answer.location).toBeNull()
        expect(answer.page).not.toContain('<a ')
      }
      expect((await send<ServiceConfig>(`${allowing.url}/api/config`)).body.socialOnPage).toBe(true)
    })
  })
})
