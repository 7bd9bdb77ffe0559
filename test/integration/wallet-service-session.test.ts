import { manualClock } from 'latchkey/testing'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  formerProofText,
  passkeyProofText,
  type ServicePasskey,
  type ServiceSession,
  type ServiceShare,
  splitProofText,
  type WalletUpdate,
} from '../../src/core/wallet/wallet-service.ts'
import { signWithKey } from '../../src/embedded-wallet/keys/key-proof.ts'
import { deleteExpired, sweepWalletStore } from '../../src/servers/wallet-service/store/sweep.ts'
import { walletDatabases } from '../support/wallet-databases.ts'
import { type Answer, codeTo, logIn, type WalletDevice, walletDevice } from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'

const minute = 60_000
const day = 24 * 60 * minute
const clock = manualClock(Date.parse('2026-01-31T12:00:00Z'))
const { now } = clock
const key = { eip155: `0x${'1'.repeat(64)}` } as const
const addresses = {
  eip155: privateKeyToAccount(key.eip155).address,
  solana: '4Nd1mYbLhZ2wLfYzZ3tQeLJr1ByT6QeXPEtKtqL1Dq3p',
}
const shareOf = (text: string) => Buffer.from(text).toString('base64')

describe.each(walletDatabases)('the wallet service on $name', ({ isHere, tags, open }) => {
  describe.skipIf(!isHere)('a logged-in visitor', { tags }, () => {
    let service: RunningWalletService
    let closeDatabase: () => Promise<void>
    beforeAll(async () => {
      const { database, stop } = await open()
      closeDatabase = stop
      service = await startWalletService({ origins: ['https://app.example'], networks: [], now, database })
    })
    afterAll(async () => {
      await service?.stop()
      await closeDatabase?.()
      expect(service.errors).toEqual([])
    })

    let device: WalletDevice
    let email: string
    let session: ServiceSession
    let visitors = 0
    beforeEach(async () => {
      await clock.advance(minute)
      device = await walletDevice(service.url, { now })
      email = `visitor-${++visitors}@example.com`
      session = await logIn(device, service.mailbox, email)
    })

    type Refusable<T> = Promise<Answer<T & { readonly code?: string }>>
    const ask = <T = object>(method: string, path: string, body?: unknown, who = device): Refusable<T> =>
      who.ask(method, path, body, { access: session.access })
    const refresh = (token: string, who = device): Refusable<ServiceSession> =>
      who.ask('POST', '/api/session', { refresh: token })
    const isIn = async (access: string) =>
      (await device.ask('GET', '/api/user', undefined, { access })).status === 200
    const auditOf = async () =>
      (
        await service.database.query<{ what: string }>(
          'select what from wallet_service_audit where user_id = $1 order by id',
          [session.user.id],
        )
      ).map(({ what }) => what)

    describe('has an access token, which', () => {
      it('is valid for ten minutes', async () => {
        await clock.advance(10 * minute - 1)
        expect(await isIn(session.access)).toBe(true)
        await clock.advance(1)
        expect((await ask('GET', '/api/user')).body.code).toBe('session/ended')
      })

      it('is valid only on its own device', async () => {
        const thief = await walletDevice(service.url, { now })
        expect(await ask('GET', '/api/user', undefined, thief)).toMatchObject({
          status: 401,
          body: { code: 'session/ended' },
        })
      })

      it('must be present and complete', async () => {
        expect((await device.ask('GET', '/api/user')).body.code).toBe('session/none')
        expect(await isIn(session.access.slice(1))).toBe(false)
        expect(await isIn(`${session.access.slice(0, -1)}${session.access.endsWith('A') ? 'B' : 'A'}`)).toBe(
          false,
        )
      })

      it('becomes invalid at the logout', async () => {
        const out = await device.ask('DELETE', '/api/session', { refresh: session.refresh })
        expect(out.status).toBe(200)
        expect(await isIn(session.access)).toBe(false)
        expect((await refresh(session.refresh)).body.code).toBe('session/ended')
      })

      it("isn't needed for the logout", async () => {
        await clock.advance(60 * minute)
        expect(await isIn(session.access)).toBe(false)
        const { refresh: token } = session
        const thief = await walletDevice(service.url, { now })
        await thief.ask('DELETE', '/api/session', { refresh: token })
        session = (await refresh(token)).body
        // The device may have missed the answer to its last refresh, so the previous refresh token also works here.
        expect((await device.ask('DELETE', '/api/session', { refresh: token })).status).toBe(200)
        expect((await refresh(session.refresh)).body.code).toBe('session/ended')
      })

      it('becomes invalid with the next login on the device', async () => {
        const next = await logIn(device, service.mailbox, email)
        expect(await isIn(session.access)).toBe(false)
        expect(await isIn(next.access)).toBe(true)
      })
    })

    describe('has a refresh token, which', () => {
      it('can be exchanged for a new token, again and again', async () => {
        let { access, refresh: token } = session
        for (let turn = 0; turn < 5; turn++) {
          await clock.advance(day)
          const { status, body } = await refresh(token)
          expect(status).toBe(200)
          expect(body).toMatchObject({ user: session.user, ends: now() + 10 * minute })
          expect(body.refresh).not.toBe(token)
          expect(await isIn(body.access)).toBe(true)
          expect(await isIn(access)).toBe(false)
          access = body.access
          token = body.refresh
        }
      })

      it('can be exchanged twice within half a minute for the same answer', async () => {
        const first = await refresh(session.refresh)
        await clock.advance(30_000)
        const again = await refresh(session.refresh)
        expect(again.body).toEqual(first.body)
        expect((await refresh(first.body.refresh)).status).toBe(200)
      })

      it('can be exchanged by two tabs at the same time', async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(session.refresh)))
        expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
        expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      })

      it('ends the session if the token is used again after half a minute', async () => {
        const { body } = await refresh(session.refresh)
        await clock.advance(30_001)
        expect(await refresh(session.refresh)).toMatchObject({
          status: 401,
          body: { code: 'session/reused' },
        })
        expect(await isIn(body.access)).toBe(false)
        expect((await refresh(body.refresh)).body.code).toBe('session/ended')
        expect((await auditOf()).at(-1)).toBe('session-reused')
      })

      it('ends the session if the token is used after its successor', async () => {
        const { body } = await refresh(session.refresh)
        const next = await refresh(body.refresh)
        expect((await refresh(session.refresh)).body.code).toBe('session/reused')
        expect(await isIn(next.body.access)).toBe(false)
      })

      it('ends the session if another device uses the token', async () => {
        const thief = await walletDevice(service.url, { now })
        expect((await refresh(session.refresh, thief)).body.code).toBe('session/reused')
        expect(await isIn(session.access)).toBe(false)
      })

      it("is deleted when it has ended by the database's clock, even if the clock of a process is fast", async () => {
        const { query } = service.database
        const leftWith = async (left: number) => {
          await query('update wallet_service_sessions set ends_at = $2 where user_id = $1', [
            ...[session.user.id, new Date(Date.now() + left)],
          ])
          await sweepWalletStore(query, Date.now() + 31 * day, { audit: 1e12 })
          return query('select from wallet_service_sessions where user_id = $1', [session.user.id])
        }
        expect(await leftWith(day)).toHaveLength(1)
        expect(await leftWith(-minute)).toEqual([])
      })

      it('expires after thirty days without use', async () => {
        await clock.advance(30 * day)
        expect((await refresh(session.refresh)).body.code).toBe('session/ended')
      })

      it.each(['', 'x', `${'0'.repeat(36)}.${'a'.repeat(43)}`, 5, null])(
        'is refused if it is %j',
        async (token) => {
          expect((await refresh(token as string)).body.code).toBe('request/invalid')
        },
      )
    })

    describe('has a wallet, whose share', () => {
      /** Changes the share. The wallet's key signs the change, as in the owner's browser. */
      const put = async (after: number, share: string, more: Partial<WalletUpdate> = {}) => {
        const update = { after, addresses, share: shareOf(share), ...more }
        const proof = await signWithKey(splitProofText(session.user.id, update), key)
        return ask('PUT', '/api/wallet', { ...update, proof, ...more })
      }
      const putPasskey = async (passkey: ServicePasskey) => {
        const proof = await signWithKey(passkeyProofText(session.user.id, passkey), key)
        expect((await ask('PUT', '/api/wallet/passkeys', { ...passkey, proof })).status).toBe(200)
      }
      const share = (who = device) => ask<ServiceShare>('GET', '/api/wallet/share', undefined, who)

      it('is stored and returned with a version number', async () => {
        expect((await share()).body.code).toBe('wallet/none')
        for (let after = 0; after < 3; after++) {
          const kept = await put(after, `share ${after}`)
          expect(kept).toMatchObject({ status: 200, body: { version: after + 1, splitAt: now(), addresses } })
          expect((await share()).body).toEqual({ version: after + 1, share: shareOf(`share ${after}`) })
        }
        const user = await ask('GET', '/api/user')
        expect(user.body).toEqual({ ...session.user, wallet: { version: 3, splitAt: now(), addresses } })
        expect(await auditOf()).toEqual(
          expect.arrayContaining(['wallet-made', 'wallet-split', 'share-given']),
        )
      })

      it('is encrypted in the database for one user and one version', async () => {
        await put(0, 'a secret share')
        const { user } = session
        const read = () =>
          service.database.query<{ share: string }>(
            'select share from wallet_service_wallets where user_id = $1',
            [user.id],
          )
        const [{ share: sealed = '' } = {}] = await read()
        expect(Buffer.from(sealed.slice(2), 'base64').toString('latin1')).not.toContain('secret')
        expect(sealed).not.toContain(shareOf('a secret share'))
        await service.database.query('update wallet_service_wallets set version = 2 where user_id = $1', [
          user.id,
        ])
        expect((await share()).status).toBe(500)
        expect(service.errors).toHaveLength(1)
        ;(service.errors as unknown[]).length = 0
      })

      it('is changed by only one of twenty concurrent updates', async () => {
        for (const after of [0, 1]) {
          const answers = await Promise.all(
            Array.from({ length: 20 }, (_, at) => put(after, `share ${after} of ${at}`)),
          )
          const winners = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []))
          expect(winners).toHaveLength(1)
          const lost = answers.filter(({ body }) => body.code === 'wallet/other-version')
          expect(lost.map(({ status }) => status)).toEqual(Array(19).fill(409))
          expect((await share()).body).toEqual({
            version: after + 1,
            share: shareOf(`share ${after} of ${winners[0]}`),
          })
        }
      })

      it("isn't changed by an update with a wrong version or wrong addresses", async () => {
        await put(0, 'first')
        const before = (await share()).body
        expect((await put(0, 'x')).body.code).toBe('wallet/other-version')
        expect((await put(2, 'x')).body.code).toBe('wallet/other-version')
        const others = { addresses: { ...addresses, eip155: `0x${'1'.repeat(40)}` } }
        expect((await put(1, 'x', others)).body.code).toBe('wallet/other-addresses')
        expect((await share()).body).toEqual(before)
      })

      it("can be replaced only with a signature by the wallet's key", async () => {
        const kept = await put(0, 'first')
        expect(kept.status).toBe(200)
        const before = (await share()).body
        const update = { after: 1, addresses, share: shareOf('second') }
        const text = splitProofText(session.user.id, update)
        const proofs = {
          missing: undefined,
          'of another key': await signWithKey(text, { eip155: `0x${'2'.repeat(64)}` }),
          'for another share': await signWithKey(
            splitProofText(session.user.id, { ...update, share: shareOf('x') }),
            key,
          ),
          'for another user': await signWithKey(splitProofText('u2', update), key),
          'for another version': await signWithKey(
            splitProofText(session.user.id, { ...update, after: 2 }),
            key,
          ),
          'of a message': (await privateKeyToAccount(key.eip155).signMessage({ message: text })).slice(2),
          zero: '0'.repeat(130),
        }
        for (const [which, proof] of Object.entries(proofs))
          expect((await ask('PUT', '/api/wallet', { ...update, proof })).body.code, which).toBe(
            'wallet/wrong-proof',
          )
        expect((await share()).body).toEqual(before)
        expect((await put(1, 'second')).status).toBe(200)
        expect((await share()).body).toEqual({ version: 2, share: shareOf('second') })
      })

      it("returns to a version of the last thirty days only with the wallet's key", async () => {
        const passkey = { id: 'one', version: 1, sealed: shareOf('sealed by a passkey, forty characters') }
        await put(0, 'first')
        await putPasskey(passkey)
        await put(1, 'second')
        expect((await ask('GET', '/api/wallet/passkeys')).body).toEqual([])
        const former = async (proof?: string, time = now()) =>
          ask('POST', '/api/wallet/former', {
            time,
            proof: proof ?? (await signWithKey(formerProofText(session.user.id, time), key)),
          })
        expect((await former()).body).toEqual([{ version: 1, share: shareOf('first'), passkeys: [passkey] }])
        expect((await former('0'.repeat(130))).body.code).toBe('wallet/wrong-proof')
        const stranger = await signWithKey(formerProofText(session.user.id, now()), {
          eip155: `0x${'2'.repeat(64)}`,
        })
        expect((await former(stranger)).body.code).toBe('wallet/wrong-proof')
        expect((await former(undefined, now() - 6 * minute)).body.code).toBe('wallet/wrong-proof')
        expect((await ask('POST', '/api/wallet/former', {})).body.code).toBe('request/invalid')
        await deleteExpired(service.database.query, now() + 31 * day, { audit: 1e12 })
        for (const table of ['shares', 'passkeys'])
          expect(
            await service.database.query(`select from wallet_service_former_${table} where user_id = $1`, [
              session.user.id,
            ]),
          ).toEqual([])
      })

      it('can be opened with a new passkey, and a mail tells the owner', async () => {
        const former = session.user.email ?? ''
        const email = `new-${former}`
        await service.database.query('update wallet_service_users set email = $2 where id = $1', [
          session.user.id,
          email,
        ])
        await service.database.query('insert into wallet_service_former_addresses values ($1, $2, $3)', [
          ...[session.user.id, former, new Date(now() + day)],
        ])
        await put(0, 'first')
        const sealed = shareOf('sealed by a passkey, forty characters')
        await putPasskey({ id: 'one', version: 1, sealed })
        for (const address of [former, email]) {
          const mails = () =>
            service.mailbox
              .mails()
              .filter(({ to, subject }) => to.includes(address) && subject.startsWith('A passkey was added'))
          await expect.poll(() => mails().length, { message: `${address} gets the mail` }).toBe(1)
          const { text = '' } = mails()[0] ?? {}
          expect(text).toMatch(/was requested at 2026-\d\d-\d\d \d\d:\d\d UTC, in an unknown browser\./)
          expect(text).toContain(`${service.url}/dashboard`)
        }
        // There is no mail about a passkey that is refused.
        expect((await ask('PUT', '/api/wallet/passkeys', { id: 'two', version: 1, sealed })).status).toBe(403)
        expect(service.mailbox.mails().filter(({ to }) => to.includes(email))).toHaveLength(1)
      })

      it('returns to an earlier version together with the passkey of that version', async () => {
        const sealed = shareOf('sealed by a passkey, forty characters')
        const confirmKey = 'k'.repeat(43)
        await put(0, 'first')
        for (const id of ['one', 'two']) await putPasskey({ id, version: 1, sealed })
        await put(1, 'second')
        const bring = async (share: string, version: number) => {
          const update = { after: 2, addresses, share: shareOf(share) }
          const proof = await signWithKey(splitProofText(session.user.id, update), key)
          const former = { version, passkey: { id: 'one', confirmKey } }
          return ask('PUT', '/api/wallet', { ...update, proof, former })
        }
        // Each of these is refused: a wrong share, a version that never existed, and the current version.
        for (const [name, version] of [
          ['another', 1],
          ['first', 7],
          ['first', 2],
        ] as const) {
          expect((await bring(name, version)).body.code).toBe('wallet/other-version')
          expect((await share()).body).toEqual({ version: 2, share: shareOf('second') })
        }
        expect((await bring('first', 1)).status).toBe(200)
        expect((await share()).body).toEqual({ version: 3, share: shareOf('first') })
        expect((await ask('GET', '/api/wallet/passkeys')).body).toMatchObject([
          { id: 'one', version: 3, sealed, madeAt: now(), isNews: false },
        ])
        // The passkey was first stored without a key that confirms devices. The request that restores the passkey adds this key.
        expect(
          await service.database.query('select confirm_key from wallet_service_passkeys where user_id = $1', [
            session.user.id,
          ]),
        ).toEqual([{ confirm_key: confirmKey }])
      })

      it('is returned only to a known device with a session', async () => {
        await put(0, 'first')
        expect((await device.ask('GET', '/api/wallet/share')).body.code).toBe('session/none')
        await service.database.query('delete from wallet_service_devices where user_id = $1', [
          session.user.id,
        ])
        expect((await share()).body.code).toBe('device/unknown')
        expect((await put(1, 'second')).body.code).toBe('device/unknown')
      })

      it('is returned to a second device that the visitor has trusted', async () => {
        await put(0, 'first')
        const other = await walletDevice(service.url, { now })
        await clock.advance(minute)
        const { access, user } = await logIn(other, service.mailbox, email)
        expect(user).toEqual({
          ...session.user,
          wallet: { version: 1, splitAt: expect.any(Number), addresses },
        })
        const answer = await other.ask('GET', '/api/wallet/share', undefined, { access })
        expect(answer.body).toEqual({ version: 1, share: shareOf('first') })
      })

      it.each([
        [{ after: -1 }],
        [{ after: 0.5 }],
        [{ share: 'no base64!' }],
        [{ share: '' }],
        [{ share: 'A'.repeat(5000) }],
        [{ addresses: { eip155: addresses.eip155 } }],
        [{ addresses: { ...addresses, eip155: '0x12' } }],
        [{ addresses: { ...addresses, solana: '0OIl'.repeat(9) } }],
      ])('is not changed by an update with %j', async (more) => {
        expect((await put(0, 'first', more as Partial<WalletUpdate>)).body.code).toBe('request/invalid')
        expect((await share()).body.code).toBe('wallet/none')
      })
    })

    describe('a change of the email address', () => {
      let fresh: string
      beforeEach(() => {
        fresh = `fresh-${visitors}@example.com`
      })
      const begin = (to = fresh) => ask('POST', '/api/email', { email: to })
      const primary = (code: string) => ask('POST', '/api/email/primary', { code })
      const secondary = (code: string) => ask('POST', '/api/email/secondary', { code })
      const mailedTo = (email: string, after = 0) => codeTo({ mailbox: service.mailbox, email, after })
      const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      const emailNow = async () => (await ask<{ email: string }>('GET', '/api/user')).body.email
      /** Changes the email address up to the step that needs the code for the new address. */
      const halfway = async (to = fresh) => {
        await begin(to)
        return primary(await mailedTo(email, 1))
      }

      it('requires the code from the old address and then the code from the new address', async () => {
        expect((await begin(fresh.toUpperCase())).body).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
        expect((await primary(await mailedTo(email, 1))).body).toEqual({ action: 'VERIFY_SECONDARY_OTP' })
        expect(await emailNow()).toBe(email)
        expect(await secondary(await mailedTo(fresh))).toMatchObject({ status: 200, body: { email: fresh } })
        expect(await emailNow()).toBe(fresh)
        expect((await logIn(device, service.mailbox, fresh)).user.id).toBe(session.user.id)
        // The old address is free now, so another user can use it.
        await clock.advance(minute)
        expect((await logIn(device, service.mailbox, email)).user.id).not.toBe(session.user.id)
      })

      it('requires the right code in each of its two steps', async () => {
        expect((await secondary('000000')).body.code).toBe('email/ended')
        await begin()
        const code = await mailedTo(email, 1)
        expect((await secondary(code)).body.code).toBe('email/ended')
        expect((await primary(wrong(code))).body.code).toBe('login/wrong-code')
        expect((await primary(code)).status).toBe(200)
        expect((await primary(code)).body.code).toBe('email/ended')
        const second = await mailedTo(fresh)
        if (second !== code) expect((await secondary(code)).body.code).toBe('login/wrong-code')
        expect(await emailNow()).toBe(email)
        expect((await secondary(second)).status).toBe(200)
        expect((await secondary(second)).body.code).toBe('email/ended')
      })

      it.each([
        ['primary', primary],
        ['secondary', secondary],
      ])('allows five guesses at the code for the %s address', async (step, handIn) => {
        await (step === 'primary' ? begin() : halfway())
        const code = await (step === 'primary' ? mailedTo(email, 1) : mailedTo(fresh))
        for (let guess = 0; guess < 5; guess++)
          expect((await handIn(wrong(code))).body.code).toBe('login/wrong-code')
        expect((await handIn(code)).body.code).toBe('login/too-many-tries')
        expect(await emailNow()).toBe(email)
      })

      it('ends after ten minutes', async () => {
        await begin()
        const code = await mailedTo(email, 1)
        await clock.advance(10 * minute)
        session = (await refresh(session.refresh)).body
        expect((await primary(code)).body.code).toBe('email/ended')
      })

      it('reports a taken address only after the visitor enters the code mailed there', async () => {
        const other = await walletDevice(service.url, { now })
        const theirs = await logIn(other, service.mailbox, fresh)
        await clock.advance(minute)
        expect((await begin()).body).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
        expect((await primary(await mailedTo(email, 1))).body).toEqual({ action: 'VERIFY_SECONDARY_OTP' })
        const code = await mailedTo(fresh, 1)
        expect((await secondary(wrong(code))).body.code).toBe('login/wrong-code')
        expect(await secondary(code)).toMatchObject({ status: 409, body: { code: 'email/taken' } })
        expect(await emailNow()).toBe(email)
        const user = await other.ask('GET', '/api/user', undefined, { access: theirs.access })
        expect(user.body).toEqual(theirs.user)
      })

      it("is refused if the address doesn't change", async () => {
        expect((await begin(email)).body.code).toBe('email/same')
      })

      it('can be continued only on the device that started the change', async () => {
        await begin()
        const code = await mailedTo(email, 1)
        const other = await walletDevice(service.url, { now })
        await clock.advance(minute)
        const second = await logIn(other, service.mailbox, email)
        const answer = await other.ask('POST', '/api/email/primary', { code }, { access: second.access })
        expect(answer.body).toMatchObject({ code: 'email/ended' })
      })

      it("accepts the first code again if the second mail couldn't be sent", async () => {
        // Another device has just requested a mail to the new address, so the next mail must wait.
        await (await walletDevice(service.url, { now })).begin(fresh)
        await begin()
        const code = await mailedTo(email, 1)
        expect((await primary(code)).body.code).toBe('login/too-soon')
        await clock.advance(minute)
        expect((await primary(code)).status).toBe(200)
        expect((await secondary(await mailedTo(fresh, 1))).status).toBe(200)
      })
    })
  })
})
