// @module-tag all
import type { MessageSignature } from 'latchkey'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { verifierOf } from '../../cli/verifiers/families.ts'
import { embeddedWalletApp } from '../support/embedded-wallet-app.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type DemoSite, serveDemo } from './demo-site.ts'
import { drivenPage } from './engines/driven-page.ts'
import type { Engine } from './engines/engine.ts'
import { firefoxPath, startFirefox } from './engines/firefox.ts'
import { hasWebKit, startWebKit } from './engines/webkit.ts'
import { poll } from './visitor.ts'

const engines = [
  { name: 'Firefox', found: firefoxPath !== undefined, start: startFirefox },
  { name: 'WebKit', found: hasWebKit, start: startWebKit },
]
const id = (name: string) => `[data-testid="${name}"]`
const [card, connectButton, accountButton] = [id('lk-card'), id('connect-button'), id('account-button')]
const family = id('family-eip155')
const status = `${family} [role="status"]`
const wallet = id('wallet-selector-dev.latchkey.ethereum')

/** The maximum number of presses of the Tab key to reach a control near the start of the page or the modal. */
const mostTabs = 12

for (const { name, found, start } of engines)
  describe.skipIf(!found)(`a visitor with ${name}`, () => {
    let devnet: Devnet
    let site: DemoSite
    let engine: Engine

    beforeAll(async () => {
      devnet = await leaseDevnet({ families: ['eip155'], relay: true })
      const { folder: assets } = await embeddedWalletApp()
      site = await serveDemo({ ...devnet, exchange: false, embeddedWallet: { assets } })
      engine = await start(inject('runFolder'))
    }, leaseTimeout)
    afterAll(async () => {
      await engine?.close()
      await Promise.all([site?.close(), devnet?.stop()])
    })

    async function balanceOf(address: string): Promise<bigint> {
      const response = await fetch(devnet.networks[0]?.rpcUrls.default.http[0] ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'eth_getBalance',
          params: [address, 'latest'],
        }),
      })
      return BigInt(((await response.json()) as { result: string }).result)
    }

    it('connects with only the keyboard, signs, sends, stays connected after a reload, and disconnects', async () => {
      const page = drivenPage(engine)
      const isShown = (selector: string, shown = true) =>
        poll(() => page.isShown(selector), { message: `${selector} is ${shown ? '' : 'not '}shown` }).toBe(
          shown,
        )
      const hasFocus = (selector: string) =>
        poll(() => page.hasFocus(selector), { message: `${selector} has the focus` }).toBe(true)
      const click = (selector: string) =>
        poll(() => page.click(selector), { message: `${selector} can be clicked` }).toBe(true)
      const isConnected = () =>
        poll(() => page.attribute(family, 'data-status'), { message: 'the account is connected' }).toBe(
          'connected',
        )
      const says = (text: string) =>
        poll(() => page.text(status), { message: `the page says ${text}` }).toContain(text)
      async function tabTo(selector: string): Promise<void> {
        await isShown(selector)
        for (let left = mostTabs; left > 0 && !(await page.hasFocus(selector)); left--)
          await page.press('Tab')
        await hasFocus(selector)
      }

      await engine.goto(site.origin)
      await engine.resize(1280, 800)

      await tabTo(connectButton)
      await page.press('Enter')
      await click(id('wallet-selector-walletconnect'))
      await isShown('[role="img"][aria-label^="QR code"]')
      await page.press('Escape')
      await isShown(card, false)
      await hasFocus(connectButton)

      await page.press('Enter')
      await tabTo(wallet)
      await page.press('Enter')
      await isConnected()
      await isShown(card, false)
      const address = (await page.attribute(`${family} bdi`, 'title')) ?? ''
      expect(address).toBe(devnet.accounts.alice?.eip155?.address)

      await click(`${family} .actions button:nth-of-type(1)`)
      await says('Signed')
      const signed = JSON.parse((await page.attribute(status, 'data-signed')) ?? '') as MessageSignature
      const verifier = await verifierOf('eip155')
      expect(await verifier.signerOfMessage('Hello from Latchkey', signed, address)).toBe(address)

      const payee = devnet.accounts.erin?.eip155?.address ?? ''
      const before = await balanceOf(payee)
      await click(`${family} .actions button:nth-of-type(2)`)
      await says('Sent to erin')
      expect(await balanceOf(payee)).toBe(before + 10n ** 16n)

      await engine.reload()
      await isConnected()
      await tabTo(accountButton)
      await page.press('Enter')
      await click(id('wallet-features-receive-button'))
      await poll(() => page.edges('.qr > svg'), {
        message: 'the QR code is in the middle of its box',
      }).toEqual([20, 20, 20, 20])
      await page.press('Escape')
      await isShown(card, false)
      await hasFocus(accountButton)

      await page.press('Enter')
      await click(`${card} ${id('disconnect-button')}`)
      await poll(() => page.attribute(family, 'data-status'), {
        message: 'the account is disconnected',
      }).toBe('disconnected')
      expect(await engine.evaluate('globalThis.faults')).toEqual([])
    })

    it("sees the embedded wallet's buttons in the right size and in the page's color", async () => {
      const page = drivenPage(engine)
      await engine.goto(`${site.origin}/?as=embedded-wallet`)
      // The wallet's service starts at the first request.
      await expect
        .poll(() => page.click(connectButton), { message: 'the page is loaded', timeout: 90_000 })
        .toBe(true)
      const email = id('email-input')
      await poll(async () => (await page.click(email)) && page.hasFocus(email), {
        message: 'the email field has the focus',
      }).toBe(true)
      await page.type('visitor@example.com')
      await page.press('Enter')
      const look = `((button) => button && [button.offsetHeight, getComputedStyle(button).backgroundColor])(document.querySelector('.primary'))`
      await poll(() => engine.evaluateInFrame(look).catch(() => undefined), {
        message: 'the button is as high as its text needs, in the accent color of dark mode',
      }).toEqual([48, 'rgb(87, 115, 255)'])
    })
  })
