import { readFileSync } from 'node:fs'
import { base58 } from '@scure/base'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import nacl from 'tweetnacl'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Devnet } from '../../src/devnet/index.ts'
import { embeddedWalletApp, filesWith } from '../support/embedded-wallet-app.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { codeIn, codeTo, logIn as logInDevice, tokenIn, walletDevice } from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'
import { approveInWindow, decideThere, reviewButton, reviewInWindow } from './approve-in-window.ts'
import { chromiumPath, launchChromium, launchWhole, saved, wholeChromiumPath } from './chromium.ts'
import { clickUntilGone } from './click-until-gone.ts'
import { enterCode } from './frame-answers.ts'
import { type FrameHost, frameHost } from './frame-host.ts'
import { lookAtFrame } from './look-at-frame.ts'

interface Answer {
  readonly type: string
  readonly payload?: Record<string, unknown> | string
}
interface Host {
  send(type: string, payload?: object): string
  answer(id: string): Promise<Answer>
  ask(type: string, payload?: object): Promise<Answer>
  show(shown: boolean): void
  post(message: unknown): void
  readonly heard: readonly { readonly data: { readonly id?: string; readonly type: string } }[]
}
declare const wallet: Host

describe.skipIf(!chromiumPath)('the embedded wallet in its frame', () => {
  let devnet: Devnet
  let browser: Browser
  let host: FrameHost
  /** A page whose visitors approve in the frame. */
  let trusted: FrameHost
  let other: FrameHost
  let service: RunningWalletService

  beforeAll(async () => {
    const { folder } = await embeddedWalletApp()
    devnet = await leaseDevnet({ families: ['eip155', 'solana'] })
    host = await frameHost()
    trusted = await frameHost()
    other = await frameHost()
    service = await startWalletService({
      assets: folder,
      origins: [host.origin, trusted.origin],
      approveInFrame: [trusted.origin],
      networks: devnet.networks.map(({ caipNetworkId, name, rpcUrls, nativeCurrency }) => ({
        id: caipNetworkId,
        name,
        rpcUrl: rpcUrls.default.http[0]!,
        nativeCurrency,
        testnet: true,
      })),
      // The visitors of the tests log in several times without a pause.
      lifetimes: { cooldown: 0 },
    })
    browser = await launchChromium()
  }, leaseTimeout)
  afterAll(async () => {
    await browser?.close()
    await Promise.all([service?.stop(), host?.close(), trusted?.close(), other?.close(), devnet?.stop()])
  })

  const ask = (page: Page, type: string, payload?: object) =>
    page.evaluate(([name, body]) => wallet.ask(name as string, body as object), [type, payload] as const)
  const send = (page: Page, type: string, payload?: object) =>
    page.evaluate(([name, body]) => wallet.send(name as string, body as object), [type, payload] as const)
  const answerTo = (page: Page, id: string) => page.evaluate((one) => wallet.answer(one), id)
  const frameOf = (page: Page): Frame => page.frames().find((frame) => frame.url().startsWith(service.url))!
  const rpc = (page: Page, method: string, params: unknown) => send(page, 'RPC_REQUEST', { method, params })

  /** Opens a visitor's page, and waits until the frame is ready. */
  async function visit(context?: BrowserContext, at = host): Promise<Page> {
    const page = await (context ?? (await browser.newContext())).newPage()
    if (process.env.DEBUG) {
      page.on('console', (message) => console.log(message.text()))
      page.on('requestfailed', (request) => console.log(request.url(), request.failure()?.errorText))
      page.on('pageerror', (error) => console.log(error.stack))
    }
    await page.goto(`${at.origin}/?wallet=${encodeURIComponent(service.url)}`)
    await page.waitForFunction(() => wallet.heard.some(({ data }) => data.type === '@w3m-frame/READY'))
    return page
  }

  /** Logs in with the mailed code. On a new device, first opens the mailed link. */
  async function logIn(page: Page, email = `${crypto.randomUUID()}@example.test`): Promise<string> {
    const after = service.mailbox.mails().filter(({ to }) => to.includes(email)).length
    const login = await send(page, 'CONNECT_EMAIL', { email })
    const wasShown = await page.evaluate(() => document.getElementById('wallet')!.style.display === 'block')
    await page.evaluate(() => wallet.show(true))
    let mail = await service.mailbox.waitFor(email, { after })
    if (mail.text.includes('/device#')) {
      await frameOf(page).getByRole('heading', { name: 'Open the link in the email' }).waitFor()
      const owner = await (await browser.newContext()).newPage()
      await owner.goto(`${service.url}/device#${tokenIn(mail)}`)
      await owner.getByRole('button').click()
      mail = await service.mailbox.waitFor(email, { after: after + 1 })
    }
    await frameOf(page).getByRole('heading', { name: 'Enter the code' }).waitFor()
    await enterCode(frameOf(page), codeIn(mail))
    expect(await answerTo(page, login)).toMatchObject({
      type: '@w3m-frame/CONNECT_EMAIL_SUCCESS',
      payload: { action: 'CONNECT' },
    })
    await page.evaluate((shown) => wallet.show(shown), wasShown)
    return email
  }

  const userOn = async (page: Page, chainId: string | number) => {
    const { payload } = await ask(page, 'GET_USER', { chainId })
    return payload as unknown as { readonly address: `0x${string}`; readonly chainId: string | number }
  }

  const ether = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
  const sol = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'solana')!
  const node = async (method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(ether().rpcUrls.default.http[0]!, { method: 'POST', headers, body })
    return ((await response.json()) as { result: unknown }).result
  }
  /** Opens a page for a visitor who is logged in and sees the frame. */
  async function guest(context?: BrowserContext, at = host) {
    const page = await visit(context, at)
    const email = await logIn(page)
    const { address } = await userOn(page, ether().id)
    await page.evaluate(() => wallet.show(true))
    return { page, email, address, frame: frameOf(page) }
  }
  /** Waits, because Chromium ignores clicks in a frame that has just moved. */
  const steady = async (frame: Frame) => {
    await reviewButton(frame).waitFor()
    await frame.page().waitForTimeout(700)
  }
  const approve = (frame: Frame) => approveInWindow(frame.page(), frame)
  const approveInFrame = (frame: Frame) => frame.locator('button[data-gate=open]').click()
  const settled = (page: Page, id: string) =>
    page.evaluate((one) => wallet.heard.some(({ data }) => data.id === one), id)

  it('logs in with a code, and signs with its accounts of two families', async () => {
    const page = await visit()
    const email = await logIn(page)
    const mail = await service.mailbox.waitFor(email)
    expect(mail.text).toMatch(/ on \S+, in Chrome on Linux\.\n/)
    expect(mail.text).toContain(` on ${host.origin},`)
    const onEther = await userOn(page, ether().id)
    const onSol = await userOn(page, sol().caipNetworkId)
    expect(onEther).toMatchObject({ chainId: ether().id, email, preferredAccountType: 'eoa' })
    expect(onSol.chainId).toBe(sol().caipNetworkId)
    await page.evaluate(() => wallet.show(true))
    const frame = frameOf(page)
    const message = 'Good morning, Latchkey'
    const id = await rpc(page, 'personal_sign', [message, onEther.address])
    await frame.getByText(`Requested by ${host.origin}`, { exact: true }).waitFor()
    const popup = await reviewInWindow(page, frame)
    await popup.getByText(message, { exact: true }).waitFor()
    await popup.getByText(host.origin, { exact: true }).waitFor()
    await decideThere(popup)
    const { payload } = await answerTo(page, id)
    const signature = payload as `0x${string}`
    expect(await verifyMessage({ address: onEther.address, message, signature })).toBe(true)

    const bytes = new TextEncoder().encode('Good evening, Latchkey')
    const params = { message: base58.encode(bytes), pubkey: onSol.address }
    const second = await rpc(page, 'solana_signMessage', params)
    await approve(frame)
    const signed = (await answerTo(page, second)).payload as { signature: string }
    expect(
      nacl.sign.detached.verify(bytes, base58.decode(signed.signature), base58.decode(onSol.address)),
    ).toBe(true)
  })

  describe('the program code that shows the first request', () => {
    /** Returns the paths of the files that load with a module, except the file that loads at the start. */
    async function filesOf(module: string): Promise<readonly string[]> {
      const { files } = await embeddedWalletApp()
      return [...filesWith(module, files)].filter((path) => path !== 'app.js').map((path) => `/sdk/${path}`)
    }
    const modules = ['requests/eip155.ts', 'requests/describe-approval.ts', 'screen/ask.ts']

    /** Opens a page for a new visitor. Records the paths of files that were requested, and that have arrived. */
    async function watchedGuest(connection?: object) {
      const context = await browser.newContext()
      const requested: string[] = []
      const loaded: string[] = []
      context.on('request', (request) => requested.push(new URL(request.url()).pathname))
      context.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname))
      if (connection)
        await context.addInitScript((value) => {
          Object.defineProperty(navigator, 'connection', { value })
        }, connection)
      return { ...(await guest(context)), requested, loaded }
    }

    it('is loaded in idle time after a login', async () => {
      const { page, frame, address, loaded } = await watchedGuest()
      const needed = (await Promise.all(modules.map(filesOf))).flat()
      expect(needed).not.toEqual([])
      const missing = () => needed.filter((path) => !loaded.includes(path))
      await expect.poll(missing, { message: 'the frame has the code of the first request' }).toEqual([])
      await page.route(/\/chunks\//, (route) => route.abort())
      await rpc(page, 'personal_sign', ['Good morning, Latchkey', address])
      await reviewButton(frame).waitFor()
    })

    it.each([
      ['has Save-Data on', { saveData: true, effectiveType: '4g' }],
      ['is on 2G', { saveData: false, effectiveType: 'slow-2g' }],
    ])('is loaded only when the request arrives if the browser %s', async (_, connection) => {
      const { page, frame, address, requested } = await watchedGuest(connection)
      // The frame would load the code in an idle period that it requested before the login ended.
      await frame.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
      const [file] = await filesOf('requests/describe-approval.ts')
      expect(requested).not.toContain(file)
      await rpc(page, 'personal_sign', ['Good morning, Latchkey', address])
      await reviewButton(frame).waitFor()
      expect(requested).toContain(file)
    })
  })

  it("refuses login codes from the page, and changes the email address only with the visitor's approval", async () => {
    const page = await visit()
    const email = `${crypto.randomUUID()}@example.test`
    const login = await send(page, 'CONNECT_EMAIL', { email })
    await page.evaluate(() => wallet.show(true))
    const frame = frameOf(page)
    await frame.getByRole('heading', { name: 'Enter the code' }).waitFor()
    const otp = await codeTo({ mailbox: service.mailbox, email })
    const refused = (name: string) => ({
      type: `@w3m-frame/${name}_ERROR`,
      payload: { message: expect.stringContaining(`doesn't accept ${name} from a page`) },
    })
    // Even if the page learns the code, the page can't use it.
    for (const name of ['CONNECT_OTP', 'UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'])
      expect(await ask(page, name, { otp })).toMatchObject(refused(name))
    expect(await ask(page, 'CONNECT_DEVICE')).toMatchObject(refused('CONNECT_DEVICE'))
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: false })

    // The frame reports a wrong code, and the visitor tries again.
    await enterCode(frame, otp === '000000' ? '000001' : '000000')
    await frame.getByText('The code is wrong.').waitFor()
    await lookAtFrame(page, frame, 'code', (mode) => ask(page, 'SYNC_THEME', { themeMode: mode }))
    await frame.getByRole('button', { name: 'Email it again' }).click()
    const again = await codeTo({ mailbox: service.mailbox, email, after: 1 })
    await expect
      .poll(() => frame.getByLabel('Code from the email').inputValue(), { message: 'the field is empty' })
      .toBe('')
    await enterCode(frame, again)
    expect((await answerTo(page, login)).payload).toEqual({ action: 'CONNECT' })
    await userOn(page, ether().id)

    // The page can't change the address without the visitor, and doesn't see the codes.
    const mine = `${crypto.randomUUID()}@example.test`
    const forced = await send(page, 'UPDATE_EMAIL', { email: 'attacker@example.test' })
    await frame.getByRole('button', { name: 'Decline' }).click()
    expect((await answerTo(page, forced)).payload).toEqual({ message: 'User rejected the request.' })
    expect(service.mailbox.mails().some(({ to }) => to.includes('attacker@example.test'))).toBe(false)

    const change = await send(page, 'UPDATE_EMAIL', { email: mine })
    const popup = await reviewInWindow(page, frame)
    await popup.getByText(mine).first().waitFor()
    await decideThere(popup)
    const old = await service.mailbox.waitFor(email, { after: 2 })
    expect(old.text).toContain(mine)
    await enterCode(frame, codeIn(old))
    await enterCode(frame, await codeTo({ mailbox: service.mailbox, email: mine }))
    expect((await answerTo(page, change)).payload).toMatchObject({ newEmail: mine })
    expect((await ask(page, 'GET_USER', { chainId: ether().id })).payload).toMatchObject({ email: mine })
    for (const address of [email, mine]) {
      await expect
        .poll(
          () =>
            service.mailbox
              .mails()
              .filter(({ to, text }) => to.includes(address) && text.includes('was changed')),
          { message: `${address} gets the notice of the change` },
        )
        .toHaveLength(1)
    }
  })

  it('sends ETH through a real node, for the fee that the visitor saw', async () => {
    const { page, frame, address } = await guest()
    await node('anvil_setBalance', address, `0x${(10n ** 18n).toString(16)}`)
    const to = `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, '7')}`
    const id = await rpc(page, 'eth_sendTransaction', [{ to, value: '0x16345785d8a0000' }])
    await frame.getByRole('heading', { name: 'Send a transaction' }).waitFor()
    await lookAtFrame(page, frame, 'review', (mode) => ask(page, 'SYNC_THEME', { themeMode: mode }))
    const popup = await reviewInWindow(page, frame)
    expect(await popup.locator('dl').innerText()).toMatch(/0\.1 ETH[\s\S]*up to 0\.\d+ ETH/)
    expect((await popup.locator('dl').textContent())?.replaceAll(/\s/g, '')).toContain(to)
    await lookAtFrame(popup, popup.mainFrame(), 'transaction', (mode) =>
      popup.evaluate((one) => {
        document.documentElement.dataset.theme = one
      }, mode),
    )
    await decideThere(popup)
    const { payload } = await answerTo(page, id)
    expect(payload).toMatch(/^0x[0-9a-f]{64}$/)
    await expect
      .poll(() => node('eth_getBalance', to, 'latest'), { message: 'the recipient has the amount' })
      .toBe('0x16345785d8a0000')
  })

  it('ignores an early click, and a click that a script makes', {
    tags: ['ci'],
  }, async () => {
    const { page, frame, address } = await guest(undefined, trusted)
    const id = await rpc(page, 'personal_sign', ['too soon', address])
    const button = frame.getByRole('button', { name: 'Approve' })
    const cover = (covered: boolean) =>
      page.evaluate(
        (opacity) => document.getElementById('wallet')!.style.setProperty('opacity', opacity),
        covered ? '0.9' : '1',
      )
    const uncounted = frame.getByText("That click didn't count. Check the request, then approve.")
    // While the overlay covers the frame, the button accepts no clicks. So the click is too early on a slow machine
    // too.
    await frame.locator('button[data-gate=open]').waitFor()
    await cover(true)
    await frame.locator('button[data-gate=shut]').waitFor()
    await frame.evaluate(() => document.querySelector<HTMLElement>('button.primary')?.click())
    await cover(false)
    await frame.locator('button[data-gate=open]').waitFor()
    expect(await uncounted.count()).toBe(0)
    await cover(true)
    await frame.locator('button[data-gate=shut]').waitFor()
    await button.click({ force: true })
    await uncounted.or(frame.getByText('Something covers this request.')).waitFor()
    await cover(false)
    await frame.locator('button[data-gate=open]').waitFor()
    // The note stays visible, so that the visitor can see why nothing happened.
    expect(await uncounted.isVisible()).toBe(true)
    await lookAtFrame(page, frame, 'uncounted-click', (mode) => ask(page, 'SYNC_THEME', { themeMode: mode }))
    await frame.evaluate(() => document.querySelector<HTMLElement>('button.primary')?.click())
    expect(await settled(page, id)).toBe(false)
    await approveInFrame(frame)
    expect((await answerTo(page, id)).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
  })

  it('rejects a request if the visitor clicks the button, presses Escape or closes the frame', async () => {
    const { page, frame, address } = await guest()
    const refused = { payload: { message: 'User rejected the request.' } }
    const ids = [
      await rpc(page, 'personal_sign', ['one', address]),
      await rpc(page, 'personal_sign', ['two', address]),
      await rpc(page, 'personal_sign', ['three', address]),
    ]
    await frame.getByRole('heading', { name: 'Sign a message' }).waitFor()
    await steady(frame)
    await frame.getByRole('button', { name: 'Decline' }).click()
    expect(await answerTo(page, ids[0]!)).toMatchObject(refused)
    await reviewButton(frame).waitFor()
    await page.keyboard.press('Escape')
    expect(await answerTo(page, ids[1]!)).toMatchObject(refused)
    await reviewButton(frame).waitFor()
    await steady(frame)
    await page.evaluate(() => wallet.show(false))
    expect(await answerTo(page, ids[2]!)).toMatchObject(refused)
  })

  it("does not sign under an overlay, and offers the wallet's own window", {
    tags: ['ci'],
  }, async () => {
    const { page, frame, address } = await guest(undefined, trusted)
    const message = 'seen by nobody'
    const id = await rpc(page, 'personal_sign', [message, address])
    await frame.locator('button[data-gate=open]').waitFor()
    // The overlay lets clicks through, as in a clickjacking attack.
    await page.evaluate(() => {
      const over = document.createElement('div')
      over.style.cssText = 'position:fixed;inset:0 0 40% 0;background:#fff;pointer-events:none'
      document.body.append(over)
    })
    await frame.locator('button[data-gate=shut]').waitFor()
    await frame.getByRole('button', { name: 'Approve' }).click({ force: true })
    await frame.getByText('Something covers this request.').waitFor()
    const opening = page.context().waitForEvent('page')
    await frame.getByRole('button', { name: 'Open in a window' }).click()
    expect(await settled(page, id)).toBe(false)
    const popup = await opening
    expect(new URL(popup.url()).origin).toBe(service.url)
    await popup.getByText(message, { exact: true }).waitFor()
    await popup.getByText(trusted.origin, { exact: true }).waitFor()
    await popup.bringToFront()
    await popup.locator('button[data-gate=open]').click()
    const { payload } = await answerTo(page, id)
    expect(await verifyMessage({ address, message, signature: payload as `0x${string}` })).toBe(true)
  })

  it('does not sign before the visitor has seen the end of the request', async () => {
    const { page, frame, address } = await guest(undefined, trusted)
    const message = Array.from({ length: 80 }, (_, line) => `line ${line}`).join('\n')
    const id = await rpc(page, 'personal_sign', [message, address])
    await frame.getByText('Scroll to the end of the request first.').waitFor()
    // The button accepts no clicks and shows no countdown, because it waits for the visitor to scroll.
    await frame.locator('button[data-gate=shut]').waitFor()
    const clicks = await frame.evaluateHandle(() => {
      const seen = { count: 0 }
      document.addEventListener('click', () => seen.count++, { capture: true })
      return seen
    })
    // Chromium ignores clicks in a frame that has just moved.
    const clicked = async () => {
      await frame.getByRole('button', { name: 'Approve' }).click({ force: true })
      return clicks.evaluate(({ count }) => count)
    }
    await expect.poll(clicked, { message: 'a click reaches the frame' }).toBeGreaterThan(0)
    expect(await settled(page, id)).toBe(false)
    await frame.locator('.content').evaluate((content) => content.scrollTo(0, content.scrollHeight))
    await frame.getByText("That click didn't count.").waitFor()
    await approveInFrame(frame)
    const { payload } = await answerTo(page, id)
    expect(await verifyMessage({ address, message, signature: payload as `0x${string}` })).toBe(true)
  })

  it("rejects the request when the visitor closes the wallet's own window", async () => {
    const { page, frame, address } = await guest(undefined, trusted)
    const id = await rpc(page, 'personal_sign', ['closed', address])
    await page.evaluate(() => document.getElementById('wallet')!.style.setProperty('opacity', '0.5'))
    const opening = page.context().waitForEvent('page')
    await frame.getByRole('button', { name: 'Open in a window' }).click()
    const popup = await opening
    await popup.getByText('closed', { exact: true }).waitFor()
    await popup.close()
    expect((await answerTo(page, id)).payload).toEqual({ message: 'User rejected the request.' })
  })

  it('accepts messages only from the page that contains it', async () => {
    const { page } = await guest()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    // A window of another origin that has a reference to the frame.
    const stranger = await page.context().newPage()
    await stranger.goto(`${other.origin}/evil.html`)
    const forged = { type: '@w3m-app/GET_USER', id: 'forged', payload: {} }
    await page.evaluate(
      ([origin, message]) => {
        // Frames beside the wallet: of another origin, and of the page's own origin.
        for (const src of [`${origin}/evil.html`, '/evil.html']) {
          const beside = document.createElement('iframe')
          beside.name = 'beside'
          beside.src = src
          document.body.append(beside)
        }
        return message
      },
      [other.origin, forged] as const,
    )
    await expect
      .poll(() => page.frames().filter((one) => one.url().endsWith('/evil.html')).length, {
        message: 'the frames beside the wallet are loaded',
      })
      .toBe(2)
    for (const beside of page.frames().filter((one) => one.url().endsWith('/evil.html')))
      await beside.evaluate((message) => {
        for (let at = 0; at < 100; at++) parent.frames[0]!.postMessage(message, '*')
      }, forged)
    // The frame ignores messages of the page that are invalid, and a message that the page sends again.
    await page.evaluate(() => {
      for (const data of [null, 1, 'text', {}, { type: {} }, { type: '@w3m-app/NOTHING', id: 'x' }])
        wallet.post(data)
    })
    const id = await send(page, 'IS_CONNECTED')
    expect((await answerTo(page, id)).payload).toEqual({ isConnected: true })
    await page.evaluate((again) => wallet.post({ type: '@w3m-app/IS_CONNECTED', id: again }), id)
    await ask(page, 'GET_CHAIN_ID')
    const heard = await page.evaluate(() => wallet.heard.map(({ data }) => data.id))
    expect(heard.filter((one) => one === id)).toHaveLength(1)
    expect(heard).not.toContain('forged')
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual(['/api/user'])
  })

  it('answers an invalid event with an error that says what is wrong', async () => {
    const page = await visit()
    expect(await ask(page, 'CONNECT_EMAIL', { email: 'nobody' })).toMatchObject({
      type: '@w3m-frame/CONNECT_EMAIL_ERROR',
      payload: { message: 'Invalid email' },
    })
    // The frame is hidden now.
    expect(await ask(page, 'CONNECT_EMAIL', { email: 'hidden@example.test' })).toMatchObject({
      type: '@w3m-frame/CONNECT_EMAIL_ERROR',
      payload: { message: expect.stringContaining("doesn't show the wallet's frame") },
    })
    expect((await ask(page, 'GET_USER', {})).payload).toEqual({ message: "You're not logged in." })
    expect((await ask(page, 'GET_FARCASTER_URI')).payload).toMatchObject({
      message: expect.stringContaining('Farcaster'),
    })
  })

  it('stays logged in after a reload, but not after signing out', async () => {
    const { page, address, email } = await guest()
    await ask(page, 'RELOAD')
    await page.waitForFunction(
      () => wallet.heard.filter(({ data }) => data.type === '@w3m-frame/READY').length === 2,
    )
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    await page.reload()
    await page.waitForFunction(() => wallet.heard.some(({ data }) => data.type === '@w3m-frame/READY'))
    expect((await userOn(page, ether().id)).address).toBe(address)
    expect((await ask(page, 'CONNECT_EMAIL', { email })).payload).toEqual({ action: 'CONNECT' })
    await ask(page, 'SIGN_OUT')
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: false })
    // The browser still has its share of the key, so the next login needs no recovery.
    await logIn(page, email)
    await page.evaluate(() => wallet.show(true))
    const id = await rpc(page, 'personal_sign', ['again', address])
    await approve(frameOf(page))
    expect((await answerTo(page, id)).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
  })

  it("restores the key in a second browser with the recovery file, on the wallet's own page", {
    tags: ['ci'],
  }, async () => {
    const { page, frame, address, email } = await guest()
    const first = await rpc(page, 'personal_sign', ['first', address])
    await steady(frame)
    const download = page.waitForEvent('download')
    await frame.getByRole('button', { name: 'Save file' }).click()
    const file = await saved(download)
    await frame.getByText('Saved.').waitFor()
    await approve(frame)
    expect((await answerTo(page, first)).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      version: 1,
      addresses: { eip155: address },
    })

    const second = await visit(await browser.newContext())
    await logIn(second, email)
    expect((await userOn(second, ether().id)).address).toBe(address)
    await second.evaluate(() => wallet.show(true))
    const room = frameOf(second)
    const message = 'from the second'
    const id = await rpc(second, 'personal_sign', [message, address])
    await room.getByRole('heading', { name: 'Set up this browser' }).waitFor()
    await lookAtFrame(second, room, 'bring-key', (mode) => ask(second, 'SYNC_THEME', { themeMode: mode }))
    // A page can imitate the frame, so the frame accepts no file.
    expect(await room.locator('input').count()).toBe(0)
    const opening = second.context().waitForEvent('page')
    await room.getByRole('button', { name: 'Open the wallet' }).click()
    const own = await opening
    // The browser of this test doesn't partition storage, so the visitor is also logged in on the wallet's own page.
    await own.getByRole('heading', { name: 'Browsers added recently' }).waitFor()
    await own.getByRole('button', { name: 'Continue' }).click()
    await own.getByRole('button', { name: 'Use your recovery file' }).click()
    const input = own.locator('input[type=file]')
    await input.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
    await own.getByText("This isn't a wallet's recovery file").waitFor()
    await input.setInputFiles(file)
    await own.getByRole('heading', { name: 'Your wallet' }).waitFor()
    await own.close()
    // The frame finds the restored key, and shows the request.
    await approve(room)
    const { payload } = await answerTo(second, id)
    expect(await verifyMessage({ address, message, signature: payload as `0x${string}` })).toBe(true)
  })

  it('asks the visitor to save a recovery file before it returns the first address', async () => {
    const page = await visit()
    const frame = frameOf(page)
    await frame.evaluate(() => {
      const { persist } = StorageManager.prototype
      StorageManager.prototype.persist = function (this: StorageManager) {
        Object.assign(globalThis, { persistAsked: true })
        return persist.call(this)
      }
    })
    await ask(page, 'SYNC_DAPP_DATA', { projectId: 'test', showsFrame: true })
    const email = await logIn(page)
    const all = () =>
      page.evaluate(() =>
        wallet.heard.filter(({ data }) => data.type === '@w3m-frame/ASKING').map(({ data }) => data),
      )
    const atLogin = await all()
    expect(atLogin).toMatchObject([{ payload: { open: true } }, { payload: { open: false } }])
    const notices = async () => (await all()).slice(atLogin.length)
    const id = await send(page, 'GET_USER', { chainId: ether().id })
    await expect
      .poll(notices, { message: 'the notice arrives' })
      .toEqual([{ type: '@w3m-frame/ASKING', payload: { open: true } }])
    await page.evaluate(() => wallet.show(true))
    await frame.getByRole('heading', { name: 'Back up your wallet' }).waitFor()
    await lookAtFrame(page, frame, 'keep', (mode) => ask(page, 'SYNC_THEME', { themeMode: mode }))
    expect(await settled(page, id)).toBe(false)
    const download = page.waitForEvent('download')
    await frame.getByRole('button', { name: 'Save file' }).click()
    const file = await saved(download)
    await frame.getByRole('button', { name: 'Continue' }).click()
    const { payload } = await answerTo(page, id)
    const { address } = payload as unknown as { readonly address: string }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ addresses: { eip155: address } })
    expect(await notices()).toHaveLength(2)
    expect(await frame.evaluate(() => 'persistAsked' in globalThis)).toBe(true)

    // A visitor who has saved a file isn't asked or reminded again.
    await ask(page, 'SIGN_OUT')
    await logIn(page, email)
    await userOn(page, ether().id)
    // At the second login, the frame opened to ask for the code, and then closed. It sent a notice each time.
    expect(await notices()).toHaveLength(4)
    const signing = await rpc(page, 'personal_sign', ['kept', address])
    await reviewButton(frame).waitFor()
    expect(await frame.getByText('Back up your wallet').count()).toBe(0)
    await approve(frame)
    await answerTo(page, signing)
  })

  it("returns the address if the visitor postpones the recovery file or can't see the frame", {
    tags: ['ci'],
  }, async () => {
    for (const shown of [true, false]) {
      const page = await visit()
      const frame = frameOf(page)
      await ask(page, 'SYNC_DAPP_DATA', { projectId: 'test', showsFrame: true })
      await logIn(page)
      await page.evaluate((show) => wallet.show(show), shown)
      const id = await send(page, 'GET_USER', { chainId: ether().id })
      if (shown) {
        await frame.getByText('you lose the wallet if this browser loses its data').waitFor()
        await frame.getByRole('button', { name: 'Later' }).click()
      }
      const { payload } = await answerTo(page, id)
      const { address } = payload as unknown as { readonly address: string }
      expect(address).toMatch(/^0x/)
      await page.evaluate(() => wallet.show(true))
      const signing = await rpc(page, 'personal_sign', ['reminded', address])
      await reviewButton(frame).waitFor()
      // There is no reminder on the day on which the visitor postponed the file.
      expect(await frame.getByText('Back up your wallet').count()).toBe(shown ? 0 : 1)
      await approve(frame)
      await answerTo(page, signing)
      await page.context().close()
    }
  })

  it('lets the visitor remove a browser that was added elsewhere', async () => {
    const { page, email } = await guest()
    const stranger = await walletDevice(service.url)
    const { access } = await logInDevice(stranger, service.mailbox, email)
    const isIn = async () => (await stranger.ask('GET', '/api/user', undefined, { access })).status === 200
    expect(await isIn()).toBe(true)
    await page.reload()
    await page.waitForFunction(() => wallet.heard.some(({ data }) => data.type === '@w3m-frame/READY'))
    await ask(page, 'SYNC_DAPP_DATA', { projectId: 'test', showsFrame: true })
    const id = await send(page, 'GET_USER', { chainId: ether().id })
    await page.evaluate(() => wallet.show(true))
    const frame = frameOf(page)
    await frame.getByRole('heading', { name: 'Browsers added recently' }).waitFor()
    await frame.getByText(/^An unknown browser, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/).waitFor()
    await lookAtFrame(page, frame, 'new-devices', (mode) => ask(page, 'SYNC_THEME', { themeMode: mode }))
    expect(await settled(page, id)).toBe(false)
    await clickUntilGone(frame.getByRole('button', { name: 'Remove' }), 'the browser is removed')
    await frame.getByText('Removed', { exact: true }).waitFor()
    expect(await isIn()).toBe(false)
    await frame.getByRole('button', { name: 'Continue' }).click()
    expect((await answerTo(page, id)).type).toBe('@w3m-frame/GET_USER_SUCCESS')
    expect((await ask(page, 'GET_USER', { chainId: ether().id })).type).toBe('@w3m-frame/GET_USER_SUCCESS')
  })

  it('shows after each reload a passkey that was added elsewhere, until the visitor has seen the passkey', async () => {
    const { page, email } = await guest()
    await service.database.query(
      `insert into wallet_service_passkeys (user_id, id, version, sealed, made_at, device, device_name)
      select id, 'one', 1, 'sealed', now(), 'elsewhere', 'Chrome on Windows' from wallet_service_users where email = $1`,
      [email],
    )
    const reopen = async () => {
      await page.reload()
      await page.waitForFunction(() => wallet.heard.some(({ data }) => data.type === '@w3m-frame/READY'))
      await ask(page, 'SYNC_DAPP_DATA', { projectId: 'test', showsFrame: true })
      const id = await send(page, 'GET_USER', { chainId: ether().id })
      await page.evaluate(() => wallet.show(true))
      return id
    }
    const heading = () => frameOf(page).getByRole('heading', { name: 'Passkeys added recently' })
    const closed = await reopen()
    await heading().waitFor()
    await page.evaluate(() => wallet.show(false))
    expect((await answerTo(page, closed)).type).toBe('@w3m-frame/GET_USER_SUCCESS')
    // Until the next reload, the closed notice isn't shown again, because the page asks for the user again at once.
    expect((await ask(page, 'GET_USER', { chainId: ether().id })).type).toBe('@w3m-frame/GET_USER_SUCCESS')
    expect(
      await page.evaluate(() => wallet.heard.filter(({ data }) => data.type === '@w3m-frame/ASKING').length),
    ).toBe(2)
    const id = await reopen()
    const frame = frameOf(page)
    await heading().waitFor()
    await frame.getByText(/^Chrome on Windows, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/).waitFor()
    await lookAtFrame(page, frame, 'new-passkeys', (mode) => ask(page, 'SYNC_THEME', { themeMode: mode }))
    const opens = page.context().waitForEvent('page')
    await frame.getByRole('button', { name: 'Open the wallet' }).press('Enter')
    const own = await opens
    await own.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(own.url()).origin).toBe(new URL(frame.url()).origin)
    await own.close()
    expect(await settled(page, id)).toBe(false)
    await frame.getByRole('button', { name: 'Continue' }).press('Enter')
    expect((await answerTo(page, id)).type).toBe('@w3m-frame/GET_USER_SUCCESS')
    expect((await answerTo(page, await reopen())).type).toBe('@w3m-frame/GET_USER_SUCCESS')
  })

  it('refuses a page that is not allowed', async () => {
    const page = await (await browser.newContext()).newPage()
    // This service allows only another origin.
    const open = await startWalletService({
      assets: (await embeddedWalletApp()).folder,
      origins: ['https://elsewhere.example'],
      networks: [],
    })
    try {
      // The service's policy would already block the frame in this page. Without the policy, the frame itself must
      // refuse.
      await page.route(`${open.url}/sdk?*`, async (route) => {
        const response = await route.fetch()
        const { 'content-security-policy': _, ...headers } = response.headers()
        await route.fulfill({ response, headers })
      })
      await page.goto(`${host.origin}/?wallet=${encodeURIComponent(open.url)}`)
      await page.evaluate(() => wallet.show(true))
      const frame = page.frames().find((one) => one.url().startsWith(open.url))!
      await frame.getByText("This page can't use the wallet").waitFor()
      await frame.getByText(host.origin).waitFor()
      // This listener is added after the wallet's listener, so the wallet would answer first.
      await frame.evaluate(() =>
        addEventListener('message', ({ source, origin }) =>
          (source as Window).postMessage({ type: 'heard' }, origin),
        ),
      )
      await send(page, 'GET_CHAIN_ID')
      await expect
        .poll(() => page.evaluate(() => wallet.heard.map(({ data }) => data)), {
          message: "the first answer is the test's own",
        })
        .toEqual([{ type: 'heard' }])
    } finally {
      await open.stop()
    }
  })

  describe.skipIf(!wholeChromiumPath)('if the browser gives a cross-site frame no storage', () => {
    let whole: Browser
    let away: FrameHost
    let own: RunningWalletService
    beforeAll(async () => {
      whole = await launchWhole()
      away = await frameHost('localhost')
      own = await startWalletService({
        assets: (await embeddedWalletApp()).folder,
        origins: [away.origin],
        networks: [],
        lifetimes: { cooldown: 0 },
      })
    })
    afterAll(async () => {
      await Promise.all([whole?.close(), own?.stop(), away?.close()])
    })
    async function visitAway() {
      const context = await whole.newContext()
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      await page.goto(`${away.origin}/?wallet=${encodeURIComponent(own.url)}`)
      await page.waitForFunction(() => wallet.heard.some(({ data }) => data.type === '@w3m-frame/READY'))
      const frame = page.frames().find((one) => one.url().startsWith(own.url))!
      return { context, page, frame }
    }
    const email = 'ann@example.test'

    it('shows what is wrong', async () => {
      const { page } = await visitAway()
      const { payload } = await ask(page, 'CONNECT_EMAIL', { email })
      expect(payload).toMatchObject({ message: expect.stringContaining('does not let the wallet keep') })
    })

    it("requests storage on a click, and offers the wallet's own window if the browser refuses", async () => {
      const { context, page, frame } = await visitAway()
      await ask(page, 'SYNC_DAPP_DATA', { projectId: 'test', showsFrame: true })
      const id = await send(page, 'CONNECT_EMAIL', { email })
      await page.evaluate(() => wallet.show(true))
      await frame.getByRole('heading', { name: 'Let the wallet store data' }).waitFor()
      await lookAtFrame(page, frame, 'allow-storage', (mode) => ask(page, 'SYNC_THEME', { themeMode: mode }))
      // Press a key, because Chromium ignores clicks on a frame for half a second after the frame has moved.
      await frame.getByRole('button', { name: 'Allow' }).press('Enter')
      await frame.getByText('The browser refused.').waitFor()
      const opening = context.waitForEvent('page')
      await frame.getByRole('button', { name: 'Open the wallet' }).click()
      const own = await opening
      await own.getByRole('heading', { name: 'Log in to your wallet' }).waitFor()
      await own.close()
      await frame.getByRole('button', { name: 'Decline' }).click()
      expect((await answerTo(page, id)).payload).toEqual({ message: 'User rejected the request.' })
      await page.evaluate(() => wallet.show(false))
    })
  })
})
