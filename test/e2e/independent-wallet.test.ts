import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { type Hex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedWalletApp } from '../support/embedded-wallet-app.ts'
import { codeTo } from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'
import { approveInWindow } from './approve-in-window.ts'
import { chromiumPath } from './chromium.ts'
import { demoSite } from './demo-visits.ts'
import { enterCode } from './frame-answers.ts'
import { codeViews, look, seenViews } from './look.ts'
import { poll, visitor } from './visitor.ts'

/**
 * A client and a frame in plain JavaScript, without imports from this repository. Their author knew only S2 and S3.1,
 * not this code. `test/fixtures/independent/NOTES.md` lists the questions that these documents left open.
 */
interface Independent {
  open(url: string, options: object): Promise<void>
  call(type: string, payload?: object): Promise<Record<string, unknown>>
  login(email: string, readCode: () => Promise<string>): Promise<Record<string, unknown>>
  show(): void
  hide(): void
}
declare const client: Independent

const file = (name: string) => readFileSync(new URL(`../fixtures/independent/${name}`, import.meta.url))
const types: Readonly<Record<string, string>> = { js: 'text/javascript', html: 'text/html; charset=utf-8' }

/** Serves the fixtures at a separate origin. `/` is an empty page with the client. */
async function serveFixtures() {
  const server = createServer(({ url = '/' }, response) => {
    const name = url.split('?')[0]?.slice(1) ?? ''
    response.setHeader('content-type', types[name.split('.')[1] ?? 'html'] ?? 'text/plain')
    if (name === '') response.end('<!doctype html><title>Host</title><script src="/client.js"></script>')
    else if (/^(client|frame)\.(js|html)$/.test(name)) response.end(file(name))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

describe.skipIf(!chromiumPath)('a second implementation of the protocol', () => {
  const demo = demoSite({ embeddedWallet: true, only: ['eip155', 'solana'] })
  let site: Awaited<ReturnType<typeof serveFixtures>>
  let service: RunningWalletService
  let browser: Browser

  beforeAll(async () => {
    site = await serveFixtures()
    browser = demo.browser
    const { folder } = await embeddedWalletApp()
    service = await startWalletService({
      assets: folder,
      origins: [site.origin],
      networks: demo.devnet.networks
        .filter(({ chainNamespace }) => chainNamespace === 'eip155' || chainNamespace === 'solana')
        .map(({ caipNetworkId, name, rpcUrls, nativeCurrency }) => ({
          ...{ id: caipNetworkId, name, nativeCurrency },
          rpcUrl: rpcUrls.default.http[0]!,
        })),
    })
  })
  afterAll(async () => {
    await Promise.all([site?.close(), service?.stop()])
  })

  const ether = () => demo.devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
  const call = (page: Page, type: string, payload?: object) =>
    page.evaluate(([name, body]) => client.call(name as string, body as object), [type, payload] as const)

  it("works as a client of Latchkey's frame", async () => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(site.origin)
    await page.evaluate(
      ([url, chainId]) => client.open(url as string, { projectId: 'p', chainId }),
      [`${service.url}/sdk`, ether().caipNetworkId],
    )
    await expect(call(page, 'IS_CONNECTED')).resolves.toEqual({ isConnected: false })
    await expect(call(page, 'CONNECT_EMAIL', { email: 'nobody' })).rejects.toThrow('Invalid email')
    await page.evaluate(() => client.show())
    // Our frame asks the visitor for the code.
    const loggedIn = page.evaluate(() =>
      client.login('eve@example.org', () => Promise.reject(new Error('The page is asked for a code'))),
    )
    await enterCode(
      page.frameLocator('#w3m-iframe'),
      await codeTo({ mailbox: service.mailbox, email: 'eve@example.org' }),
    )
    const user = await loggedIn
    expect(user).toMatchObject({ email: 'eve@example.org' })
    const address = user.address as Hex
    await expect(call(page, 'IS_CONNECTED')).resolves.toEqual({ isConnected: true })
    await call(page, 'SWITCH_NETWORK', { chainId: ether().caipNetworkId })
    const read = { method: 'eth_getBalance', params: [address, 'latest'] }
    await expect(call(page, 'RPC_REQUEST', read)).resolves.toBe('0x0')
    const refused = { method: 'eth_sign', params: [address, '0x'] }
    await expect(call(page, 'RPC_REQUEST', refused)).rejects.toThrow()

    await page.evaluate(() => client.show())
    const signing = call(page, 'RPC_REQUEST', { method: 'personal_sign', params: ['0x68656c6c6f', address] })
    const frame = page.frameLocator('#w3m-iframe')
    await approveInWindow(page, frame)
    const signature = (await signing) as unknown as Hex
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    await call(page, 'SIGN_OUT')
    await expect(call(page, 'IS_CONNECTED')).resolves.toEqual({ isConnected: false })
    await page.context().close()
  })

  it('works as a frame that lets the modal ask for the codes', async () => {
    const url = `${site.origin}/frame.html?node=${encodeURIComponent(ether().rpcUrls.default.http[0]!)}`
    const one = await visitor({
      browser,
      origin: demo.origin,
      devnet: demo.devnet,
      as: 'embedded-wallet',
      prepare: (opened) =>
        opened.route('**/embedded-wallet/where', (route) => route.fulfill({ json: { url } })).then(() => {}),
    })
    const { page, press, row, titled } = one
    const type = (code: string) => page.keyboard.type(code, { delay: 20 })
    // By itself, the frame would approve the device after a moment. The test delays the approval until it has read the
    // view.
    await page.addInitScript(() => {
      if (!location.pathname.endsWith('/frame.html')) return
      const real = globalThis.setTimeout
      Object.assign(globalThis, {
        setTimeout: (run: () => void, ms?: number) =>
          ms === 300 ? Object.assign(globalThis, { goOn: run }) : real(run, ms),
      })
    })
    await press(page.getByTestId('connect-button'))
    await row('email-input').fill('device.finn@example.org')
    await press(row('email-submit'))
    await titled('Register device')
    await look(page, 'email-verify-device')
    await page
      .frames()
      .find((frame) => frame.url().startsWith(site.origin))!
      .evaluate(() => (globalThis as unknown as { goOn(): void }).goOn())
    await row('otp').waitFor()
    await titled('Confirm email')
    const boxes = () =>
      row('otp')
        .locator('input')
        .evaluateAll((all) => [
          all.map((input) => (input as HTMLInputElement).value || '_').join(''),
          all.findIndex((input) => input.matches(':focus')),
        ])
    await row('otp').locator('input').first().click()
    await type('12')
    await poll(boxes, { message: 'the boxes have the digits' }).toEqual(['12____', 2])
    await look(page, 'email-verify-otp')
    await page.keyboard.press('Backspace')
    await poll(boxes, { message: 'the boxes have the digits' }).toEqual(['1_____', 1])
    await type('345')
    await poll(boxes, { message: 'the boxes have the digits' }).toEqual(['1345__', 4])
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await type('49')
    await poll(boxes, { message: 'the boxes have the digits' }).toEqual(['1349__', 4])
    for (let at = 0; at < 4; at++) await page.keyboard.press('Backspace')
    await poll(boxes, { message: 'the boxes have the digits' }).toEqual(['______', 0])
    await type('123456')
    await one.is('eip155', 'connected')
    await one.isClosed()

    await one.openAccount()
    await press(row('account-email'))
    await titled('Edit email')
    await row('new-email').fill('finn.new@example.org')
    await press(row('save-email'))
    await titled('Confirm current email')
    await look(page, 'update-email-primary-otp')
    await row('otp').locator('input').first().click()
    await type('111111')
    await titled('Confirm new email')
    await look(page, 'update-email-secondary-otp')
    await row('otp').locator('input').first().click()
    await type('222222')
    await poll(() => row('account-email').textContent(), {
      message: 'the account email says finn.new@example.org',
    }).toContain('finn.new@example.org')
    expect([...seenViews()].sort()).toEqual(expect.arrayContaining([...codeViews]))
    await one.leave()
  })

  it("isn't blocked by the demo's mailbox while the wallet service starts", async () => {
    let asked = 0
    const one = await visitor({
      browser,
      origin: demo.origin,
      devnet: demo.devnet,
      as: 'embedded-wallet',
      prepare: async (opened) => {
        await opened.clock.install()
        const url = `${site.origin}/frame.html`
        await opened.route('**/embedded-wallet/where', (route) => route.fulfill({ json: { url } }))
        // No answer comes.
        await opened.route('**/embedded-wallet/mails', () => {
          asked += 1
        })
      },
    })
    await poll(() => asked, { message: 'the mailbox asks' }).toBe(1)
    await one.page.clock.runFor(10_000)
    // The browser begins this request after those of the mailbox.
    await one.page.evaluate(() => fetch('/dev-wallets/state').then(() => {}))
    expect(asked).toBe(1)
    await one.leave()
  })

  it("works as a frame for Latchkey's connector, from the input in the modal to the signature", {
    tags: ['ci'],
  }, async () => {
    const node = ether().rpcUrls.default.http[0]!
    const url = `${site.origin}/frame.html?node=${encodeURIComponent(node)}`
    const one = await visitor({
      browser,
      origin: demo.origin,
      devnet: demo.devnet,
      as: 'embedded-wallet',
      prepare: (opened) =>
        opened.route('**/embedded-wallet/where', (route) => route.fulfill({ json: { url } })).then(() => {}),
    })
    const frame = one.page.frameLocator('#w3m-iframe')
    await one.press(one.page.getByTestId('connect-button'))
    await one.row('email-input').fill('device.ann@example.org')
    await one.press(one.row('email-submit'))
    // The visitor first enters a wrong code.
    await one.row('otp').waitFor()
    await one.titled('Confirm email')
    await one.row('otp').locator('input').first().fill('000000')
    await one.modal().getByRole('status').filter({ hasText: 'Try Again' }).first().waitFor()
    await one.row('otp').locator('input').first().fill('123456')
    await one.is('eip155', 'connected')
    // The independent frame has no solana node in this test.
    await one.is('solana', 'disconnected')
    await one.isClosed()
    const says = () => one.card('eip155').getByRole('status').textContent()
    await one.press(one.card('eip155').getByRole('button', { name: 'Sign' }))
    await one.titled('Approve transaction')
    await frame.locator('#approve').click()
    await poll(says, { message: 'the page says Signed' }).toContain('Signed')
    await one.isClosed()
    await one.press(one.card('eip155').getByRole('button', { name: 'Sign' }))
    await one.titled('Approve transaction')
    await frame.locator('#decline').click()
    await poll(says, { message: 'the page no longer says Signed' }).not.toContain('Signed')
    await one.isClosed()
    await one.press(one.card('eip155').getByRole('button', { name: 'Send' }))
    await one.titled('Approve transaction')
    await frame.locator('#approve').click()
    await poll(says, { message: 'the page says Sent' }).toContain('Sent')
    await one.reload()
    await one.is('eip155', 'connected')
    await one.leave()
  })
})
