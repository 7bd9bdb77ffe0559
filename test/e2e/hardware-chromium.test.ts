import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { base58 } from '@scure/base'
import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { build } from 'esbuild'
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import nacl from 'tweetnacl'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { builtOnce, readBuilt } from '../support/built-once.ts'
import { ledgerDevice } from '../support/ledger-device.ts'
import { mwaWallet } from '../support/mwa-wallet.ts'
import { agents } from '../support/phone-agents.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import type { PageGlobals } from './pages/page-globals.ts'

/** Builds the page as a host's bundler does. */
const builtPage = () =>
  builtOnce('hardware', async (outdir) => {
    await build({
      entryPoints: [fileURLToPath(new URL('./pages/hardware.ts', import.meta.url))],
      ...{ bundle: true, splitting: true, format: 'esm', target: 'es2022', outdir, logLevel: 'warning' },
    })
  })

async function serve() {
  const files = await readBuilt(await builtPage())
  const server = createServer(({ url = '/' }, response) => {
    const script = files.get(url)
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    response.end(
      script ?? '<!doctype html><title>Orchard</title><script type="module" src="/hardware.js"></script>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}

describe.skipIf(!chromiumPath)('wallets outside of the browser, in Chromium,', () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof serve>>
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serve()])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()))
  })

  async function visit(options: BrowserContextOptions = {}, prepare = async (_page: Page) => {}) {
    const context = await browser.newContext(options)
    closing.push(() => context.close())
    const page = await context.newPage()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await prepare(page)
    await page.goto(site.origin, { waitUntil: 'load' })
    const call = <T>(name: string, ...values: unknown[]) =>
      page.evaluate(
        ([method, all]) =>
          (globalThis as unknown as PageGlobals).latchkeyClient[method]?.(...(all as never[])),
        [name, values] as const,
      ) as Promise<T>
    /** Returns the requests to other hosts than the page's own and the wallet on the phone. */
    const foreign = () =>
      requested.filter((url) => !/^(blob|data|solana-wallet):|^\w+:\/\/(127\.0\.0\.1|localhost):/.test(url))
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    return { page, call, requested, foreign, loaded }
  }

  /** Sets whether pages may connect to programs on the same machine. */
  async function permit(devtools: CDPSession, setting: 'granted' | 'denied' | 'prompt') {
    const { targetInfo } = await devtools.send('Target.getTargetInfo')
    await devtools.send('Browser.setPermission', {
      ...{ permission: { name: 'loopback-network' }, setting, origin: site.origin },
      browserContextId: targetInfo.browserContextId,
    })
  }

  it.each([
    ['on a computer', undefined],
    ['on an iPhone', agents.safariIos],
    ['in a web view on Android', agents.webViewAndroid],
  ])('are not listed %s, and load no code', async (_, userAgent) => {
    const { call, foreign, loaded } = await visit({ userAgent })
    expect(await call('start')).toEqual({ registered: false, names: ['Ledger'] })
    const android = await visit({ userAgent: agents.chromeAndroid })
    expect(await android.call('start')).toEqual({
      registered: true,
      names: ['Ledger', 'Mobile Wallet Adapter'],
    })
    const own = new Set(await loaded())
    expect((await android.loaded()).filter((url) => !own.has(url)).length).toBeGreaterThan(0)
    expect([...foreign(), ...android.foreign()]).toEqual([])
  })

  it('include an app on an Android phone, which connects and signs', async () => {
    const wallet = mwaWallet()
    closing.push(wallet.close)
    const { page, call, foreign } = await visit({ userAgent: agents.chromeAndroid })
    const devtools = await page.context().newCDPSession(page)
    await permit(devtools, 'granted')
    await devtools.send('Page.enable')
    devtools.on('Page.frameRequestedNavigation', ({ url }) => {
      if (!url.startsWith('solana-wallet:')) return
      // The phone shows the wallet, so the page loses the focus.
      wallet.associate(url).then(() => page.evaluate(() => window.dispatchEvent(new Event('blur'))))
    })
    await call('start')
    const address = await call<string>('connect', 'Mobile Wallet Adapter')
    expect(address).toMatch(new RegExp(`^solana:\\w+:${wallet.address}$`))
    expect(wallet.asked.find(({ method }) => method === 'authorize')?.params).toMatchObject({
      identity: { name: 'Orchard', uri: site.origin },
      chain: 'solana:mainnet',
    })

    const signature = base58.decode(await call<string>('signMessage', 'hello'))
    expect(nacl.sign.detached.verify(new TextEncoder().encode('hello'), signature, wallet.publicKey)).toBe(
      true,
    )

    const payerKey = Keypair.fromSeed(new Uint8Array(32).fill(3)).publicKey
    const transfer = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: payerKey, lamports: 1 })
    const message = new TransactionMessage({
      ...{ payerKey, recentBlockhash: wallet.address, instructions: [transfer] },
    }).compileToV0Message()
    const wire = Buffer.from(new VersionedTransaction(message).serialize()).toString('base64')
    const signed = VersionedTransaction.deserialize(
      Buffer.from(await call<string>('signTransaction', wire), 'base64'),
    )
    expect(nacl.sign.detached.verify(message.serialize(), signed.signatures[0]!, wallet.publicKey)).toBe(true)
    expect(wallet.faults).toEqual([])
    expect(foreign()).toEqual([])
  })

  it('include an app on an Android phone, whose requests end if the visitor taps the indicator after the app has closed', async () => {
    const wallet = mwaWallet()
    closing.push(wallet.close)
    const { page, call } = await visit({ userAgent: agents.chromeAndroid })
    const devtools = await page.context().newCDPSession(page)
    await permit(devtools, 'granted')
    await devtools.send('Page.enable')
    devtools.on('Page.frameRequestedNavigation', ({ url }) => {
      if (!url.startsWith('solana-wallet:')) return
      wallet.associate(url).then(() => page.evaluate(() => window.dispatchEvent(new Event('blur'))))
    })
    await call('start')
    await call('connect', 'Mobile Wallet Adapter')
    wallet.script.closesAt = 'sign_messages'
    const signing = call<string>('signMessage', 'hello').catch(String)
    await expect
      .poll(() => wallet.asked.at(-1)?.method, { message: 'the app has the message', timeout: 20_000 })
      .toBe('sign_messages')
    await page.mouse.click(5, 5)
    expect(await signing).toContain('The wallet disconnected before it answered')
    wallet.script.closesAt = undefined
    const signature = base58.decode(await call<string>('signMessage', 'hello'))
    expect(nacl.sign.detached.verify(new TextEncoder().encode('hello'), signature, wallet.publicKey)).toBe(
      true,
    )
    expect(wallet.faults).toEqual([])
  })

  it.each(['denied', 'prompt'] as const)(
    'are reached on a phone only if the permission is not denied, and load nothing from another host (permission: %s)',
    async (setting) => {
      const { page, call, requested, foreign } = await visit({ userAgent: agents.chromeAndroid })
      await permit(await page.context().newCDPSession(page), setting)
      await call('start')
      await expect(call('connect', 'Mobile Wallet Adapter')).rejects.toThrow(
        'Failed to connect to the wallet',
      )
      // Only a request causes the browser's prompt. Chromium doesn't prompt here, because the page itself comes from
      // this machine.
      expect(requested.includes('http://localhost:9/')).toBe(setting === 'prompt')
      expect(await page.locator('#mobile-wallet-adapter-embedded-root-ui').count()).toBe(0)
      expect(foreign()).toEqual([])
    },
  )

  it('include a Ledger, which connects even if the page has no Buffer', async () => {
    const device = ledgerDevice({ app: 'Solana' })
    const { call, foreign } = await visit({}, async (page) => {
      await page.exposeFunction('ledgerReport', (packet: number[]) => device.exchange(packet))
      await page.addInitScript(fakeHid)
    })
    await call('start')
    expect(await call('hasBuffer')).toBe(false)
    expect(await call('connect', 'Ledger')).toMatch(new RegExp(`:${device.addresses.solana}$`))
    device.script.app = 'Ethereum'
    expect(await call('connect', 'Ledger')).toMatch(new RegExp(`^eip155:1:${device.addresses.eip155}$`))
    expect(foreign()).toEqual([])
  })
})

/** Installs a `navigator.hid` in the page. The test answers its packets. */
function fakeHid() {
  const { ledgerReport } = globalThis as unknown as {
    ledgerReport(packet: number[]): Promise<readonly (readonly number[])[]>
  }
  const device = Object.assign(new EventTarget(), {
    vendorId: 0x2c97,
    productId: 0x4011,
    async open() {},
    async close() {},
    async sendReport(_id: number, packet: Uint8Array) {
      for (const report of await ledgerReport([...packet]))
        device.dispatchEvent(
          Object.assign(new Event('inputreport'), { data: new DataView(Uint8Array.from(report).buffer) }),
        )
    },
  })
  const hid = Object.assign(new EventTarget(), {
    getDevices: async () => [device],
    requestDevice: async () => [device],
  })
  Object.defineProperty(navigator, 'hid', { value: hid })
}
