import { manualClock } from 'latchkey/testing'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  confirmDeviceText,
  type ListedPasskey,
  passkeyProofText,
  type ServiceDevice,
  type ServicePasskey,
  type ServiceSession,
} from '../../src/core/wallet/wallet-service.ts'
import { signWithKey } from '../../src/embedded-wallet/keys/key-proof.ts'
import { passkeyConfirmation } from '../../src/embedded-wallet/keys/passkey-confirmation.ts'
import { deleteExpired } from '../../src/servers/wallet-service/store/sweep.ts'
import { walletDatabases } from '../support/wallet-databases.ts'
import {
  type Answer,
  codeTo,
  logIn,
  send,
  type WalletDevice,
  walletDevice,
} from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'

const minute = 60_000
const hour = 60 * minute
const clock = manualClock(Date.parse('2026-01-31T12:00:00Z'))
const { now } = clock
const key = { eip155: `0x${'1'.repeat(64)}` } as const
const addresses = {
  eip155: privateKeyToAccount(key.eip155).address,
  solana: '4Nd1mYbLhZ2wLfYzZ3tQeLJr1ByT6QeXPEtKtqL1Dq3p',
}
const sealed = Buffer.from('sealed by a passkey, at least forty characters').toString('base64')
const secret = () => ({ id: 'one', secret: new Uint8Array(32).fill(7) })

type Answered<T> = Promise<Answer<T & { readonly code?: string }>>

describe.each(walletDatabases)('the wallet service on $name', ({ isHere, tags, open }) => {
  describe.skipIf(!isHere)('a new device', { tags }, () => {
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

    let email: string
    let owner: WalletDevice
    let session: ServiceSession
    let visitors = 0
    beforeEach(async () => {
      await clock.advance(minute)
      email = `devices-${++visitors}@example.com`
      owner = await walletDevice(service.url, { now })
      session = await logIn(owner, service.mailbox, email)
      await ask(owner, session, 'PUT', '/api/wallet', { after: 0, addresses, share: 'Zmlyc3Q=' })
    })

    const ask = <T = object>(
      who: WalletDevice,
      { access }: ServiceSession,
      method: string,
      path: string,
      body?: unknown,
    ): Answered<T> => who.ask(method, path, body, { access })
    const devices = async (who: WalletDevice, as: ServiceSession) =>
      (await ask<readonly ServiceDevice[]>(who, as, 'GET', '/api/devices')).body
    /** Adds the proof to a passkey: a signature by the wallet's key, as the owner's browser makes it. */
    const proven = async (passkey: ServicePasskey, by: { readonly eip155: `0x${string}` } = key) => ({
      ...passkey,
      proof: await signWithKey(passkeyProofText(session.user.id, passkey), by),
    })
    const keepPasskey = async () => {
      const { publicKey: confirmKey } = await passkeyConfirmation(secret())
      const body = await proven({ id: 'one', version: 1, sealed, confirmKey })
      expect((await ask(owner, session, 'PUT', '/api/wallet/passkeys', body)).status).toBe(200)
    }
    const newPasskeys = async (who: WalletDevice, as: ServiceSession) =>
      (await ask<readonly ListedPasskey[]>(who, as, 'GET', '/api/wallet/passkeys')).body
        .filter(({ isNews }) => isNews)
        .map(({ id, madeAt, madeBy }) => ({ id, madeAt, madeBy }))
    async function addDevice() {
      await clock.advance(minute)
      const device = await walletDevice(service.url, { now })
      return { device, session: await logIn(device, service.mailbox, email) }
    }
    const noticesTo = (address: string) =>
      service.mailbox
        .mails()
        .filter(({ to, text }) => to.includes(address) && text.includes('/device/remove#'))
    async function noticeTo(address: string, at = 0): Promise<string> {
      await expect
        .poll(() => noticesTo(address).length, { message: `${address} gets the notice` })
        .toBeGreaterThan(at)
      return noticesTo(address)[at]?.text ?? ''
    }
    const remove = (text: string, origin = service.url) =>
      send(`${service.url}/device/removal`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ token: /remove#([\w-]+)/.exec(text)?.[1] }),
      })

    it('can use the key at once if the account has no passkey that can confirm the device', async () => {
      const { device, session: its } = await addDevice()
      expect((await ask(device, its, 'GET', '/api/wallet/share')).body).toMatchObject({ version: 1 })
      expect(await noticeTo(email)).not.toContain("can't use your key before")
    })

    it('must wait a day before it can use the key if the account has a passkey', async () => {
      await keepPasskey()
      const { device, session: its } = await addDevice()
      const refused = async (method: string, path: string, body?: object) =>
        (await ask(device, its, method, path, body)).body.code
      const [{ device: first = '' } = {}] = (await devices(owner, session)).filter(({ isThis }) => isThis)
      expect(await refused('GET', '/api/wallet/share')).toBe('device/waiting')
      expect(await refused('PUT', '/api/wallet', { after: 1, addresses, share: 'eA==' })).toBe(
        'device/waiting',
      )
      expect(await refused('PUT', '/api/wallet/passkeys', { id: 'two', version: 1, sealed })).toBe(
        'device/waiting',
      )
      expect(await refused('POST', '/api/email', { email: `x-${email}` })).toBe('device/waiting')
      expect(await refused('DELETE', `/api/devices/${first}`)).toBe('device/waiting')
      const own = (await devices(device, its)).find(({ isThis }) => isThis)
      expect(own).toMatchObject({ readyAt: now() + 24 * hour })
      const day = new Date(now() + 24 * hour).toISOString().slice(0, 10)
      expect(await noticeTo(email)).toContain(`can't use your key before ${day}`)
      await clock.advance(24 * hour)
      const again = await logIn(device, service.mailbox, email)
      expect((await devices(device, again)).find(({ isThis }) => isThis)?.readyAt).toBeUndefined()
      expect((await ask(device, again, 'GET', '/api/wallet/share')).body).toMatchObject({ version: 1 })
    })

    it('can be confirmed only with the passkey', async () => {
      await keepPasskey()
      const { device, session: its } = await addDevice()
      const { user } = its
      const own = (await devices(device, its)).find(({ isThis }) => isThis)!
      const confirm = (passkey: string, proof: string, knownAt = own.knownAt) =>
        ask(device, its, 'POST', '/api/devices/confirm', { passkey, knownAt, proof })
      const right = await passkeyConfirmation(secret())
      const wrong = await passkeyConfirmation({ id: 'one', secret: new Uint8Array(32).fill(8) })
      const text = confirmDeviceText(user.id, own)
      for (const [passkey, proof, knownAt] of [
        ['one', wrong.sign(text)],
        ['two', right.sign(text)],
        ['one', right.sign(confirmDeviceText('u2', own))],
        ['one', right.sign(confirmDeviceText(user.id, { ...own, device: 'other' }))],
        ['one', right.sign(text), own.knownAt - 1],
      ] as const)
        expect((await confirm(passkey, proof, knownAt)).body.code).toBe('device/wrong-passkey')
      expect((await ask(device, its, 'GET', '/api/wallet/share')).body.code).toBe('device/waiting')
      expect((await confirm('one', right.sign(text))).status).toBe(200)
      expect((await ask(device, its, 'GET', '/api/wallet/share')).body).toMatchObject({ version: 1 })
    })

    it("can't store a passkey after only a login", async () => {
      const { device, session: its } = await addDevice()
      const { publicKey: confirmKey } = await passkeyConfirmation(secret())
      const passkey = { id: 'one', version: 1, sealed, confirmKey }
      const stranger = { eip155: `0x${'2'.repeat(64)}` } as const
      const other = await proven({ ...passkey, confirmKey: 'k'.repeat(43) })
      for (const body of [
        passkey,
        { ...passkey, proof: '0'.repeat(130) },
        await proven(passkey, stranger),
        // The proof belongs to another confirmation key.
        { ...passkey, proof: other.proof },
      ])
        expect((await ask(device, its, 'PUT', '/api/wallet/passkeys', body)).body.code).toBe(
          'wallet/wrong-proof',
        )
      expect((await ask(device, its, 'GET', '/api/wallet/passkeys')).body).toEqual([])
      // The attacker's passkey wasn't stored. So the next device doesn't have to wait, and the link in the mail can remove this
      // device.
      await addDevice()
      expect((await remove(await noticeTo(email, 1))).status).toBe(200)
    })

    it("is shown with its name on the visitor's other devices until the visitor has seen it there", async () => {
      expect(await devices(owner, session)).toMatchObject([{ isThis: true, isNews: false }])
      const { device, session: its } = await addDevice()
      // A new browser can't know which devices its visitor has seen, so it shows the other device as new.
      const [known, ...none] = (await devices(device, its)).filter(({ isNews }) => isNews)
      expect([known?.isThis, none]).toEqual([false, []])
      const news = async () => (await devices(owner, session)).filter(({ isNews }) => isNews)
      const [found] = await news()
      expect(found).toMatchObject({ isThis: false, name: 'an unknown browser' })
      await ask(owner, session, 'POST', '/api/devices/told', { until: (found?.knownAt ?? 0) - 1 })
      expect(await news()).toHaveLength(1)
      await ask(owner, session, 'POST', '/api/devices/told', { until: found?.knownAt })
      expect(await news()).toEqual([])
      await addDevice()
      expect(await news()).toHaveLength(1)
    })

    it("is shown as new on the owner's device, even if the new device removed the owner's device before", async () => {
      const intruder = await addDevice()
      const first = (await devices(owner, session)).find(({ isThis }) => isThis)?.device
      const removed = await ask(intruder.device, intruder.session, 'DELETE', `/api/devices/${first}`)
      expect(removed.status).toBe(200)
      await clock.advance(minute)
      const again = await logIn(owner, service.mailbox, email)
      const news = async (as: ServiceSession) =>
        (await devices(owner, as)).filter(({ isNews }) => isNews).map(({ device }) => device)
      const known = (await devices(intruder.device, intruder.session)).find(({ isThis }) => isThis)
      expect(await news(again)).toEqual([known?.device])
      // On a new device, devices that were added more than thirty days ago don't count as new.
      await clock.advance(31 * 24 * hour)
      const later = await addDevice()
      expect((await devices(later.device, later.session)).filter(({ isNews }) => isNews)).toEqual([])
    })

    it("shows another device's passkey as new until the visitor has seen the passkey", async () => {
      const { device, session: its } = await addDevice()
      await keepPasskey()
      const shown = { id: 'one', madeAt: now(), madeBy: 'an unknown browser' }
      expect(await newPasskeys(device, its)).toEqual([shown])
      // The browser that stored the passkey doesn't show it as new.
      expect(await newPasskeys(owner, session)).toEqual([])
      const told = (until: number) => ask(device, its, 'POST', '/api/wallet/passkeys/told', { until })
      expect((await told(now() - 1)).status).toBe(200)
      expect(await newPasskeys(device, its)).toEqual([shown])
      // This request marks only devices as seen.
      await ask(device, its, 'POST', '/api/devices/told', { until: now() })
      expect(await newPasskeys(device, its)).toEqual([shown])
      // A time in the future counts as the current time. So a passkey that is stored after the request isn't marked as
      // seen.
      await told(now() + hour)
      expect(await newPasskeys(device, its)).toEqual([])
      await clock.advance(minute)
      await ask(
        owner,
        session,
        'PUT',
        '/api/wallet/passkeys',
        await proven({ id: 'two', version: 1, sealed }),
      )
      expect(await newPasskeys(device, its)).toEqual([{ ...shown, id: 'two', madeAt: now() }])
    })

    it("can't hide its passkey from the owner's devices by removing a device", async () => {
      const intruder = await addDevice()
      const passkey = await proven({ id: 'one', version: 1, sealed })
      const by = (method: string, path: string, body?: object) =>
        ask(intruder.device, intruder.session, method, path, body)
      const all = await devices(intruder.device, intruder.session)
      const [own, first] = [true, false].map((mine) => all.find(({ isThis }) => isThis === mine)?.device)
      expect((await by('PUT', '/api/wallet/passkeys', passkey)).status).toBe(200)
      const shown = { id: 'one', madeAt: now(), madeBy: 'an unknown browser' }
      await by('POST', '/api/wallet/passkeys/told', { until: now() })
      expect(await newPasskeys(owner, session)).toEqual([shown])
      expect((await by('DELETE', `/api/devices/${first}`)).status).toBe(200)
      expect((await by('DELETE', `/api/devices/${own}`)).status).toBe(200)
      await clock.advance(minute)
      const again = await logIn(owner, service.mailbox, email)
      expect(await newPasskeys(owner, again)).toEqual([shown])
      // On a new device, passkeys that were added more than thirty days ago don't count as new.
      await clock.advance(31 * 24 * hour)
      const later = await addDevice()
      expect(await newPasskeys(later.device, later.session)).toEqual([])
    })

    it("doesn't have to wait if the account's only passkey can't confirm devices", async () => {
      // The format in which an earlier version of the wallet stored passkeys.
      const body = await proven({ id: 'old', version: 1, sealed })
      expect((await ask(owner, session, 'PUT', '/api/wallet/passkeys', body)).status).toBe(200)
      const { device, session: its } = await addDevice()
      expect((await ask(device, its, 'GET', '/api/wallet/share')).body).toMatchObject({ version: 1 })
      // The second passkey can confirm devices, so the next device must wait.
      await keepPasskey()
      const next = await addDevice()
      expect((await ask(next.device, next.session, 'GET', '/api/wallet/share')).body.code).toBe(
        'device/waiting',
      )
    })

    it("can't be removed with the link in the mail after a passkey has confirmed it", async () => {
      await keepPasskey()
      const { device, session: its } = await addDevice()
      const text = await noticeTo(email)
      const own = (await devices(device, its)).find(({ isThis }) => isThis)!
      const proof = (await passkeyConfirmation(secret())).sign(confirmDeviceText(its.user.id, own))
      const { knownAt } = own
      const confirmed = await ask(device, its, 'POST', '/api/devices/confirm', {
        ...{ passkey: 'one', knownAt, proof },
      })
      expect(confirmed.status).toBe(200)
      expect((await remove(text)).body).toMatchObject({ code: 'link/ended' })
      expect((await ask(device, its, 'GET', '/api/user')).status).toBe(200)
      // The other devices can still remove this device.
      expect((await ask(owner, session, 'DELETE', `/api/devices/${own.device}`)).status).toBe(200)
      expect((await ask(device, its, 'GET', '/api/user')).status).toBe(401)
    })

    it('can be removed only with the link in its own mail, for two days', async () => {
      await addDevice()
      const first = await noticeTo(email)
      await clock.advance(47 * hour)
      await addDevice()
      const second = await noticeTo(email, 1)
      await clock.advance(2 * hour)
      expect((await remove(first)).body).toMatchObject({ code: 'link/ended' })
      expect((await remove(second)).status).toBe(200)
    })

    it("is removed on the service's own page with the link in the mail, which works only once", async () => {
      const { device, session: its } = await addDevice()
      const text = await noticeTo(email)
      expect(text).toMatch(/was requested at 2026-\d\d-\d\d \d\d:\d\d UTC, in an unknown browser\./)
      expect((await remove(text, 'https://evil.example')).body).toMatchObject({
        code: 'request/foreign-origin',
      })
      expect((await ask(device, its, 'GET', '/api/user')).status).toBe(200)
      expect((await remove(text)).status).toBe(200)
      expect((await ask(device, its, 'GET', '/api/user')).body.code).toBe('session/ended')
      expect((await ask(owner, session, 'GET', '/api/user')).status).toBe(200)
      expect((await remove(text)).body).toMatchObject({ code: 'link/ended' })
    })

    it('is also announced to an address that was replaced in the last thirty days', async () => {
      const other = `new-${email}`
      await ask(owner, session, 'POST', '/api/email', { email: other })
      const primary = await codeTo({ mailbox: service.mailbox, email, after: 1 })
      await ask(owner, session, 'POST', '/api/email/primary', { code: primary })
      const secondary = await codeTo({ mailbox: service.mailbox, email: other })
      expect((await ask(owner, session, 'POST', '/api/email/secondary', { code: secondary })).status).toBe(
        200,
      )
      const former = email
      email = other
      await addDevice()
      await Promise.all([noticeTo(former), noticeTo(other)])
      await clock.advance(31 * 24 * hour)
      await addDevice()
      await noticeTo(other, 1)
      expect(noticesTo(former)).toHaveLength(1)
    })

    it('is announced to each address that the account had in the last thirty days, once', async () => {
      const first = email
      const second = `second-${first}`
      const third = `third-${first}`
      const change = async (from: string, to: string, after: number) => {
        await clock.advance(minute)
        const known = mailsTo(to).length
        await ask(owner, session, 'POST', '/api/email', { email: to })
        const primary = await codeTo({ mailbox: service.mailbox, email: from, after })
        await ask(owner, session, 'POST', '/api/email/primary', { code: primary })
        const code = await codeTo({ mailbox: service.mailbox, email: to, after: known })
        expect((await ask(owner, session, 'POST', '/api/email/secondary', { code })).status).toBe(200)
      }
      const mailsTo = (address: string) => service.mailbox.mails().filter(({ to }) => to.includes(address))
      const toldOf = (address: string) =>
        mailsTo(address).filter(({ subject }) => subject.includes('was changed'))
      await change(first, second, 1)
      await expect
        .poll(() => toldOf(second).length, {
          message: 'the second address gets the notice of the change',
        })
        .toBe(1)
      await change(second, third, 2)
      for (const [address, notices] of [
        [first, 2],
        [second, 2],
        [third, 1],
      ] as const)
        await expect
          .poll(() => toldOf(address).length, { message: `${address} gets the notices of the changes` })
          .toBe(notices)
      email = third
      await addDevice()
      await Promise.all([first, second, third].map((address) => noticeTo(address)))

      // An address that is the current address again gets one notice.
      await change(third, first, mailsTo(third).length)
      await expect.poll(() => toldOf(third).length, { message: 'the third address gets the notice' }).toBe(2)
      email = first
      await addDevice()
      await Promise.all([first, second, third].map((address) => noticeTo(address, 1)))
      expect(noticesTo(first)).toHaveLength(2)
      await deleteExpired(service.database.query, now() + 31 * 24 * hour, { audit: 1e12 })
      expect(await service.database.query('select from wallet_service_former_addresses')).toEqual([])
    })

    it('can change the address only within ten minutes after its login', async () => {
      await clock.advance(9 * minute)
      expect((await ask(owner, session, 'POST', '/api/email', { email: `a-${email}` })).status).toBe(200)
      await clock.advance(2 * minute)
      const refreshed = await owner.ask<ServiceSession>('POST', '/api/session', { refresh: session.refresh })
      const answer = await ask(owner, refreshed.body, 'POST', '/api/email', { email: `b-${email}` })
      expect(answer.body.code).toBe('login/not-fresh')
    })
  })
})
