import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitProofText } from '../../src/core/wallet/wallet-service.ts'
import { signWithKey } from '../../src/embedded-wallet/keys/key-proof.ts'
import { embeddedWalletApp } from '../support/embedded-wallet-app.ts'
import { codeTo, logIn as logInDevice, tokenTo, walletDevice } from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'
import { authenticator } from './authenticator.ts'
import { chromiumPath, launchChromium, saved } from './chromium.ts'
import { lookAtFrame } from './look-at-frame.ts'

describe.skipIf(!chromiumPath)("the wallet's own page", () => {
  let browser: Browser
  let service: RunningWalletService

  beforeAll(async () => {
    const { folder } = await embeddedWalletApp()
    service = await startWalletService({
      assets: folder,
      origins: ['https://app.example'],
      networks: [
        {
          id: 'eip155:1',
          name: 'Ethereum',
          rpcUrl: 'http://127.0.0.1:9',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        },
      ],
      lifetimes: { cooldown: 0 },
      named: 'localhost',
    })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const titled = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
  const mails = (email: string) => service.mailbox.mails().filter(({ to }) => to.includes(email)).length

  async function open(context?: BrowserContext): Promise<Page> {
    const page = await (context ?? (await browser.newContext({ permissions: [] }))).newPage()
    await page.goto(`${service.url}/sdk`)
    return page
  }
  async function logIn(page: Page, email: string, isKnownElsewhere = false): Promise<void> {
    let after = mails(email)
    await titled(page, 'Log in to your wallet')
    await page.getByLabel('Email address').fill(email)
    await press(page, 'Continue')
    if (isKnownElsewhere) {
      await titled(page, 'Open the link in the email')
      const owner = await (await browser.newContext()).newPage()
      await owner.goto(`${service.url}/device#${await tokenTo({ mailbox: service.mailbox, email, after })}`)
      await owner.getByRole('button').click()
      await owner.getByText('Device approved.').waitFor()
      after++
    }
    await page
      .getByLabel('Code from the email')
      .fill(await codeTo({ mailbox: service.mailbox, email, after }))
    await press(page, 'Continue')
    if (isKnownElsewhere) {
      await titled(page, 'Browsers added recently')
      await press(page, 'Continue')
    }
    await titled(page, 'Your wallet')
  }
  const address = async (page: Page) =>
    ((await page.locator('dd').first().textContent()) ?? '').replaceAll(/\s/g, '')
  const phrase = async (page: Page) => (await page.locator('.phrase li').allTextContents()).join(' ')
  /**
   * Removes all data of the browser, and checks that the passkey alone shows the phrase of the wallet with this
   * address.
   */
  async function opensWithPasskeyAlone(page: Page, email: string, own: string): Promise<void> {
    await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const gone = indexedDB.deleteDatabase('latchkey-wallet')
          gone.onsuccess = resolve
          gone.onerror = reject
        }),
    )
    await page.reload()
    await logIn(page, email, true)
    await press(page, 'Use your recovery file')
    await titled(page, 'Use your recovery file')
    await press(page, 'Use a passkey')
    await titled(page, 'Your wallet')
    await press(page, 'Show secret phrase')
    await press(page, 'Show words')
    await page.locator('.phrase li').nth(23).waitFor()
    expect(mnemonicToAccount(await phrase(page)).address).toBe(own)
  }
  const clockTo = (page: Page, ms: number) =>
    page.evaluate((by) => {
      const { now } = Date
      Date.now = () => now() + by
    }, ms)

  it('shows the words of the secret phrase after a code and a click', async () => {
    const email = 'export@example.test'
    const page = await open()
    await logIn(page, email)
    const own = await address(page)
    await lookAtFrame(page, page.mainFrame(), 'manage', (colorScheme) => page.emulateMedia({ colorScheme }))
    await press(page, 'Show secret phrase')
    await titled(page, 'Secret phrase')
    expect(await page.locator('.phrase li').count()).toBe(0)
    await press(page, 'Show words')
    await page.locator('.phrase li').nth(23).waitFor()
    await lookAtFrame(page, page.mainFrame(), 'phrase', (colorScheme) => page.emulateMedia({ colorScheme }))
    expect(mnemonicToAccount(await phrase(page)).address).toBe(own)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('The words are hidden again.').waitFor()
    expect(await page.locator('.phrase li').count()).toBe(0)
    await press(page, 'Show words')
    await page.locator('.phrase li').nth(23).waitFor()
    await press(page, 'Back')
    await titled(page, 'Your wallet')
    expect(await page.locator('.phrase').count()).toBe(0)

    // Six minutes later, the page requires a code again. It also requires a code after a reload.
    await clockTo(page, 6 * 60_000)
    await press(page, 'Show secret phrase')
    await titled(page, "Confirm it's you")
    await page.reload()
    await titled(page, 'Your wallet')
    await press(page, 'Show secret phrase')
    await titled(page, "Confirm it's you")
    const after = mails(email)
    await press(page, 'Email me a code')
    await page.getByLabel('Code from the email').fill('000000')
    await press(page, 'Continue')
    await page.getByText('The code is wrong.').waitFor()
    await page
      .getByLabel('Code from the email')
      .fill(await codeTo({ mailbox: service.mailbox, email, after }))
    await press(page, 'Continue')
    await titled(page, 'Secret phrase')

    // The page also requires a code if the visitor left this view open.
    await press(page, 'Show words')
    await page.locator('.phrase li').nth(23).waitFor()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await clockTo(page, 6 * 60_000)
    await press(page, 'Show words')
    await titled(page, "Confirm it's you")
    expect(await page.locator('.phrase li').count()).toBe(0)
  })

  it('lists the signed-in browsers, and removes one', async () => {
    const email = 'devices@example.test'
    const first = await open()
    await logIn(first, email)
    const second = await open()
    await logIn(second, email, true)
    await press(second, 'Signed-in browsers')
    await second.getByText('This browser').waitFor()
    await press(second, 'Remove')
    await expect
      .poll(() => second.locator('.devices li').count(), { message: 'the list of devices is shown' })
      .toBe(1)
    await first.reload()
    await titled(first, 'Log in to your wallet')
  })

  it('restores a key without a network connection', async () => {
    const context = await browser.newContext()
    const page = await open(context)
    await logIn(page, 'alone@example.test')
    const own = await address(page)
    await press(page, 'Back up your wallet')
    const download = page.waitForEvent('download')
    await press(page, 'Save file')
    const file = await saved(download)
    await press(page, 'Continue')
    await titled(page, 'Your wallet')
    // Requests to the service fail from now on, but the page's files still load.
    await context.route('**/api/**', (route) => route.abort())
    await page.reload()
    await titled(page, "The wallet can't be reached")
    await press(page, 'Restore without the service')
    await page.locator('input[type=file]').waitFor({ state: 'attached' })
    await context.setOffline(true)
    const altered = JSON.parse(readFileSync(file, 'utf8'))
    const other = { ...altered, addresses: { ...altered.addresses, eip155: `0x${'1'.repeat(40)}` } }
    const buffer = Buffer.from(JSON.stringify(other))
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer })
    await page.getByText('This browser has no part of the key of 0x1111').waitFor()
    await page.locator('input[type=file]').setInputFiles(file)
    await titled(page, 'Secret phrase')
    await press(page, 'Show words')
    await page.locator('.phrase li').nth(23).waitFor()
    expect(mnemonicToAccount(await phrase(page)).address).toBe(own)
  })

  it('restores a key with the passkey alone, in a browser that has lost its data', async () => {
    const email = 'passkey@example.test'
    const page = await open()
    await authenticator(page)
    await logIn(page, email)
    const own = await address(page)
    await press(page, 'Back up your wallet')
    await press(page, 'Use a passkey')
    await titled(page, 'Your passkey is ready')
    await press(page, 'Continue')
    // The service has no readable part of the passkey's secret.
    const [kept] = await service.database.query<{ sealed: string }>(
      'select sealed from wallet_service_passkeys',
    )
    expect(kept?.sealed).toMatch(/^[\w+/=]+$/)

    await opensWithPasskeyAlone(page, email, own)
  })

  it("opens with the passkey and the browser's part after an attacker replaced the service's part", async () => {
    const email = 'taken-over@example.test'
    const page = await open()
    await authenticator(page)
    await logIn(page, email)
    const own = await address(page)
    await press(page, 'Back up your wallet')
    await press(page, 'Use a passkey')
    await titled(page, 'Your passkey is ready')
    await press(page, 'Continue')
    await titled(page, 'Your wallet')

    // The attacker reads the mail, approves a device of their own, and logs in on this device.
    const attacker = await walletDevice(service.url)
    const { access, user } = await logInDevice(attacker, service.mailbox, email)
    const ask = (method: string, path: string, body?: object) =>
      attacker.ask<{ code?: string }>(method, path, body, { access })
    const update = {
      after: 1,
      addresses: user.wallet!.addresses,
      share: Buffer.from('mine').toString('base64'),
    }
    const waits = { status: 403, body: { code: 'device/waiting' } }
    expect(await ask('GET', '/api/wallet/share')).toMatchObject(waits)
    expect(await ask('PUT', '/api/wallet', update)).toMatchObject(waits)
    expect(
      await ask('PUT', '/api/wallet/passkeys', { id: 'x', version: 1, sealed: 'A'.repeat(40) }),
    ).toMatchObject(waits)
    expect(await ask('POST', '/api/email', { email: 'attacker@example.test' })).toMatchObject(waits)
    const forged = { passkey: 'x', knownAt: 1, proof: 'A'.repeat(86) }
    expect((await ask('POST', '/api/devices/confirm', forged)).body.code).toBe('device/wrong-passkey')
    // A login can't replace the part even after a day.
    await service.database.query('update wallet_service_devices set ready_at = now() where user_id = $1', [
      user.id,
    ])
    expect((await ask('PUT', '/api/wallet', update)).body.code).toBe('wallet/wrong-proof')
    expect((await ask('PUT', '/api/wallet', { ...update, proof: '1'.repeat(130) })).body.code).toBe(
      'wallet/wrong-proof',
    )
    expect((await ask('GET', '/api/wallet/passkeys')).body).toMatchObject([{ version: 1 }])

    // The owner sees the new device when the wallet opens the next time. A mail has a link that removes the device.
    await page.reload()
    await titled(page, 'Browsers added recently')
    await press(page, 'Continue')
    await titled(page, 'Your wallet')
    await page.reload()
    await titled(page, 'Your wallet')
    await expect
      .poll(
        () =>
          service.mailbox
            .mails()
            .some(({ to, text }) => to.includes(email) && text.includes('/device/remove#')),
        {
          message: 'the mail about the device arrives',
        },
      )
      .toBe(true)
    const { text } = service.mailbox
      .mails()
      .find((mail) => mail.to.includes(email) && mail.text.includes('/device/remove#'))!
    expect(text).toContain("It can't use your key before")
    const reader = await (await browser.newContext()).newPage()
    await reader.goto(/^http\S+$/m.exec(text)![0])
    // A mail scanner that opens the link removes nothing.
    expect((await ask('GET', '/api/user')).status).toBe(200)
    await reader.getByRole('button', { name: 'Remove device' }).click()
    await reader.getByText('Device removed.').waitFor()
    expect((await ask('GET', '/api/user')).body.code).toBe('session/ended')

    // An attacker who controls the service can replace its part, and delete the passkey.
    await service.database.query(
      'update wallet_service_wallets set version = 2, share = $2 where user_id = $1',
      [user.id, 'nothing'],
    )
    await service.database.query('delete from wallet_service_passkeys where user_id = $1', [user.id])
    await page.reload()
    await titled(page, 'Your wallet')
    await press(page, 'Restore without the service')
    await press(page, 'Use a passkey')
    await titled(page, 'Secret phrase')
    await press(page, 'Show words')
    await page.locator('.phrase li').nth(23).waitFor()
    expect(mnemonicToAccount(await phrase(page)).address).toBe(own)
  })

  /**
   * Prepares an attacker who once had the key, reads the mail and waited for a day. `ask` calls the service on the
   * attacker's device.
   */
  async function attackerOf(page: Page, email: string) {
    await press(page, 'Show secret phrase')
    await press(page, 'Show words')
    await page.locator('.phrase li').nth(23).waitFor()
    const key = mnemonicToAccount(await phrase(page)).getHdKey().privateKey!
    const attacker = await walletDevice(service.url)
    const { access, user } = await logInDevice(attacker, service.mailbox, email)
    await service.database.query('update wallet_service_devices set ready_at = now() where user_id = $1', [
      user.id,
    ])
    const { addresses } = user.wallet!
    const ask = (method: string, path: string, body?: object) =>
      attacker.ask<unknown>(method, path, body, { access })
    /** Replaces the parts of the key. */
    async function replace(after: number): Promise<void> {
      const update = { after, addresses, share: Buffer.alloc(33, 7).toString('base64') }
      const proof = await signWithKey(splitProofText(user.id, update), {
        eip155: `0x${Buffer.from(key).toString('hex')}`,
      })
      expect((await ask('PUT', '/api/wallet', { ...update, proof })).status).toBe(200)
    }
    return { ask, replace, id: user.id }
  }

  it("recovers the key with the browser's part and the passkey", async () => {
    const email = 'taken-back@example.test'
    const page = await open()
    await authenticator(page)
    await logIn(page, email)
    const own = await address(page)
    await press(page, 'Back up your wallet')
    await press(page, 'Use a passkey')
    await titled(page, 'Your passkey is ready')
    await press(page, 'Continue')
    const { ask, replace } = await attackerOf(page, email)
    await replace(1)
    expect((await ask('GET', '/api/wallet/passkeys')).body).toEqual([])

    await page.reload()
    await titled(page, 'Browsers added recently')
    await press(page, 'Continue')
    await titled(page, 'Your wallet')
    await press(page, 'Undo the replacement')
    await titled(page, 'Undo the replacement')
    await lookAtFrame(page, page.mainFrame(), 'undo', (colorScheme) => page.emulateMedia({ colorScheme }))
    await press(page, 'Use a passkey')
    await titled(page, 'Your wallet')
    await page.getByRole('button', { name: 'Show secret phrase' }).waitFor()
    expect((await ask('GET', '/api/wallet/passkeys')).body).toMatchObject([{ version: 3 }])

    // The old passkey still works.
    await opensWithPasskeyAlone(page, email, own)
  })

  it("recovers the key with the browser's part and the recovery file", async () => {
    const email = 'taken-back-by-file@example.test'
    const page = await open()
    await authenticator(page)
    await logIn(page, email)
    await press(page, 'Back up your wallet')
    const download = page.waitForEvent('download')
    await press(page, 'Save file')
    const file = await saved(download)
    await press(page, 'Continue')
    await titled(page, 'Your wallet')
    const { ask, replace, id } = await attackerOf(page, email)
    async function undo(): Promise<void> {
      await titled(page, 'Your wallet')
      await press(page, 'Undo the replacement')
      await titled(page, 'Undo the replacement')
      await page.locator('input[type=file]').setInputFiles(file)
    }
    await replace(1)
    await page.reload()
    await titled(page, 'Browsers added recently')
    await press(page, 'Continue')
    await undo()
    await page.getByText('Add a passkey now, so that it confirms new browsers.').waitFor()
    await press(page, 'Use a passkey')
    await titled(page, 'Your passkey is ready')
    await press(page, 'Continue')
    await page.getByRole('button', { name: 'Show secret phrase' }).waitFor()
    expect((await ask('GET', '/api/wallet/passkeys')).body).toMatchObject([{ version: 3 }])

    await replace(3)
    await service.database.query('delete from wallet_service_former_shares where user_id = $1', [id])
    await page.reload()
    await undo()
    await page.getByText('so the key was split again').waitFor()
    const anew = page.waitForEvent('download')
    await press(page, 'Save file')
    expect(JSON.parse(readFileSync(await saved(anew), 'utf8'))).toMatchObject({ version: 5 })
    await press(page, 'Continue')
    await page.getByRole('button', { name: 'Show secret phrase' }).waitFor()
  })

  it("reports that a passkey can't store a secret, and accepts the recovery file", async () => {
    const page = await open()
    await authenticator(page, false)
    await logIn(page, 'no-prf@example.test')
    await press(page, 'Back up your wallet')
    await press(page, 'Use a passkey')
    await page
      .getByText("This passkey can't hold a part of the key. Save the recovery file instead.")
      .waitFor()
    const download = page.waitForEvent('download')
    await press(page, 'Save file')
    await download
    await titled(page, 'Your recovery file is saved')
  })

  it('replaces a lost recovery file, and then refuses the lost file in other browsers', async () => {
    const email = 'replaced@example.test'
    const page = await open()
    await logIn(page, email)
    const own = await address(page)
    const save = async (name: string) => {
      const download = page.waitForEvent('download')
      await press(page, name)
      return saved(download)
    }
    await press(page, 'Back up your wallet')
    const lost = await save('Save file')
    await press(page, 'Continue')
    await press(page, 'Replace a lost recovery file')
    const kept = await save('Replace and save')
    await titled(page, 'Your wallet')
    const second = await open()
    await logIn(second, email, true)
    await press(second, 'Use your recovery file')
    await second.locator('input[type=file]').setInputFiles(lost)
    await second.getByText(/This file was replaced by a newer one on \d{4}-\d\d-\d\d/).waitFor()
    await second.locator('input[type=file]').setInputFiles(kept)
    await titled(second, 'Your wallet')
    await expect.poll(() => address(second), { message: 'the account is the chosen account' }).toBe(own)
    await second.getByRole('button', { name: 'Show secret phrase' }).waitFor()
  })
})
