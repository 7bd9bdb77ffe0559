import { readFileSync } from 'node:fs'
import { base64 } from '@scure/base'
import type { Browser, Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitProofText } from '../../src/core/wallet/wallet-service.ts'
import { signWithKey } from '../../src/embedded-wallet/keys/key-proof.ts'
import { readRecoveryFile } from '../../src/embedded-wallet/keys/recovery-file.ts'
import { secretsOf } from '../../src/embedded-wallet/keys/secrets.ts'
import { combineShares } from '../../src/embedded-wallet/keys/shares.ts'
import { embeddedWalletApp } from '../support/embedded-wallet-app.ts'
import { logIn, walletDevice } from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'
import { approveInWindow } from './approve-in-window.ts'
import { authenticator } from './authenticator.ts'
import { chromiumPath, launchPartitioned, saved } from './chromium.ts'
import { clickToClose } from './click-to-close.ts'
import { type FrameHost, frameHost } from './frame-host.ts'
import { answerTo, ask, type FrameGuest, frameGuest, rpc } from './frame-visits.ts'
import { lookAtFrame } from './look-at-frame.ts'

/** Gives every window of a browser the same passkey. A virtual authenticator of Chromium works only in one window. */
function onePasskey(): void {
  const rawId = new Uint8Array(16).fill(5).buffer
  const first = new Uint8Array(32).fill(6)
  const used = {
    rawId,
    getClientExtensionResults: () => ({ prf: { enabled: true, results: { first: first.slice().buffer } } }),
  }
  const credentials = { create: async () => used, get: async () => used }
  Object.defineProperty(navigator, 'credentials', { value: credentials })
}

/**
 * In a browser that partitions storage, only the frame in this page has the visitor's part of the key. The wallet's own
 * page doesn't have it.
 */
describe.skipIf(!chromiumPath)('a replacement of the key that the visitor did not make', () => {
  let browser: Browser
  let host: FrameHost
  let service: RunningWalletService

  beforeAll(async () => {
    browser = await launchPartitioned()
    host = await frameHost()
    service = await startWalletService({
      assets: (await embeddedWalletApp()).folder,
      origins: [host.origin],
      networks: [
        {
          id: 'eip155:1',
          name: 'Ethereum',
          rpcUrl: 'http://127.0.0.1:9',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        },
      ],
      lifetimes: { cooldown: 0 },
      // Passkeys need a host name, and the page must be another site.
      named: 'localhost',
    })
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all([service?.stop(), host?.close()])
  })

  /**
   * Clicks a button of the frame. Chromium ignores clicks in a frame that has just moved, so the function first clicks
   * the heading until a click arrives.
   */
  async function press({ frame }: FrameGuest, name: string): Promise<void> {
    const button = frame.getByRole('button', { name, exact: true })
    await button.waitFor()
    await frame.evaluate(() => delete document.body.dataset.pressed)
    const isPressed = async () => {
      // Adds the listener each time, because the frame may have been reloaded.
      await frame.evaluate(() =>
        addEventListener('pointerdown', () => document.body.setAttribute('data-pressed', ''), { once: true }),
      )
      await frame
        .locator('h1')
        .click({ timeout: 2000 })
        .catch(() => {})
      return frame.evaluate(() => 'pressed' in document.body.dataset)
    }
    await expect.poll(isPressed, { message: 'the frame gets clicks' }).toBe(true)
    await button.click()
  }

  /** Saves the recovery file from the note next to a request, and signs the request. */
  async function fileOf(guest: FrameGuest): Promise<string> {
    const id = await rpc(guest.page, 'personal_sign', ['before', guest.address])
    const download = guest.page.waitForEvent('download')
    await press(guest, 'Save file')
    const file = await saved(download)
    await approveInWindow(guest.page, guest.frame)
    await answerTo(guest.page, id)
    return file
  }

  /** Replaces the parts of the key, as an attacker who has the recovery file and reads the mail. */
  async function attackerWith(file: string, email: string) {
    const device = await walletDevice(service.url)
    const { access, user } = await logIn(device, service.mailbox, email)
    const { addresses } = user.wallet!
    const { body } = await device.ask<{ share: string }>('GET', '/api/wallet/share', undefined, { access })
    const own = readRecoveryFile(readFileSync(file, 'utf8')).share
    const secrets = await secretsOf(await combineShares(own, base64.decode(body.share)))
    return {
      id: user.id,
      async replace(after: number) {
        const update = { after, addresses, share: base64.encode(new Uint8Array(33).fill(after)) }
        const proof = await signWithKey(splitProofText(user.id, update), secrets)
        const { status } = await device.ask('PUT', '/api/wallet', { ...update, proof }, { access })
        expect(status).toBe(200)
      },
    }
  }

  /**
   * Requests a signature, and undoes the replacement in the window that the frame opens.
   * @param file Default: uses the passkey.
   */
  async function undo(
    guest: FrameGuest,
    file?: string,
  ): Promise<{ readonly id: string; readonly message: string }> {
    const message = `after ${crypto.randomUUID()}`
    const id = await rpc(guest.page, 'personal_sign', [message, guest.address])
    await guest.frame
      .getByText(/^The parts of your wallet's key were replaced on \d{4}-\d\d-\d\d\./)
      .waitFor()
    // A page can imitate the frame, so the frame accepts no file.
    expect(await guest.frame.locator('input').count()).toBe(0)
    const [popup] = await Promise.all([
      guest.page.context().waitForEvent('page', { timeout: 90_000 }),
      press(guest, 'Undo the replacement'),
    ])
    expect(new URL(popup.url()).origin).toBe(service.url)
    await popup.getByRole('heading', { name: 'Undo the replacement' }).waitFor()
    await lookAtFrame(popup, popup.mainFrame(), 'undo-window', (colorScheme) =>
      popup.emulateMedia({ colorScheme }),
    )
    const input = popup.locator('input[type=file]')
    await input.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
    await popup.getByText("This isn't a wallet's recovery file.").waitFor()
    if (file === undefined) await clickToClose(popup, 'Use a passkey')
    else {
      const closed = popup.waitForEvent('close')
      await input.setInputFiles(file, { noWaitAfter: true }).catch(() => {})
      await closed
    }
    return { id, message }
  }

  /** Creates a passkey in the window that the frame opens. @param prepare Prepares the window. */
  async function makePasskey(guest: FrameGuest, prepare?: (popup: Page) => Promise<void>): Promise<void> {
    const [popup] = await Promise.all([
      guest.page.context().waitForEvent('page', { timeout: 90_000 }),
      press(guest, 'Use a passkey'),
    ])
    await popup.getByRole('heading', { name: 'Create a passkey' }).waitFor()
    await prepare?.(popup)
    await clickToClose(popup, 'Continue')
    await guest.frame.getByRole('heading', { name: 'Your passkey is ready' }).waitFor()
    await press(guest, 'Continue')
  }

  async function signs(
    { page, frame, address }: FrameGuest,
    { id, message }: Awaited<ReturnType<typeof undo>>,
  ) {
    await approveInWindow(page, frame)
    const signature = (await answerTo(page, id)).payload as `0x${string}`
    expect(await verifyMessage({ address, message, signature })).toBe(true)
  }

  it('is undone with the recovery file in a window that the frame opens', async () => {
    const guest = await frameGuest({ browser, host, service }, { eip155: 1 })
    const file = await fileOf(guest)
    const attacker = await attackerWith(file, guest.email)
    await attacker.replace(1)
    const first = await undo(guest, file)
    // The frame says that no passkey confirms new browsers now.
    await guest.frame.getByText('Add a passkey now, so that it confirms new browsers.').waitFor()
    await lookAtFrame(guest.page, guest.frame, 'undone', (mode) =>
      ask(guest.page, 'SYNC_THEME', { themeMode: mode }),
    )
    await makePasskey(guest, authenticator)
    await signs(guest, first)

    await attacker.replace(3)
    await service.database.query('delete from wallet_service_former_shares where user_id = $1', [attacker.id])
    const second = await undo(guest, file)
    await guest.frame.getByText('so the key was split again').waitFor()
    const download = guest.page.waitForEvent('download')
    await press(guest, 'Save file')
    const anew = readRecoveryFile(readFileSync(await saved(download), 'utf8'))
    expect(anew.version).toBe(5)
    await press(guest, 'Continue')
    await signs(guest, second)
  })

  it('is undone in the frame with the passkey', async () => {
    const context = await browser.newContext()
    await context.addInitScript(onePasskey)
    const guest = await frameGuest({ browser, host, service, context }, { eip155: 1 })
    const file = await fileOf(guest)
    const attacker = await attackerWith(file, guest.email)
    const passkeys = () =>
      service.database.query(
        'select version, confirm_key is not null as confirms from wallet_service_passkeys where user_id = $1',
        [attacker.id],
      )
    await attacker.replace(1)
    const first = await undo(guest, file)
    await makePasskey(guest)
    await signs(guest, first)
    expect(await passkeys()).toEqual([{ version: 3, confirms: true }])

    await attacker.replace(3)
    expect(await passkeys()).toEqual([])
    await signs(guest, await undo(guest))
    expect(await passkeys()).toEqual([{ version: 5, confirms: true }])
  })
})
