import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { verifyMessage } from 'ethers'
import type { ChainNetwork } from 'latchkey'
import { devAccounts, type Relay, sleepPage, startRelay } from 'latchkey/devnet'
import { createHeadlessWallet, type HeadlessWallet } from 'latchkey/testing'
import { type Browser, devices, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { networks } from '../support/walletconnect-app.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import type { WalletConnectPage } from './pages/walletconnect.ts'

const network = { ...networks[0]!, testnet: true }
const library = /node_modules\/@walletconnect\/(core|universal-provider)/

describe.skipIf(!chromiumPath)('WalletConnect in Chromium', () => {
  let browser: Browser
  let relay: Relay
  let wallet: HeadlessWallet
  let site: { readonly origin: string; readonly server: Server; readonly heavy: readonly string[] }
  let page: Page
  const asked: string[] = []
  const uncaught: string[] = []

  beforeAll(async () => {
    relay = await startRelay()
    ;[browser, site, wallet] = await Promise.all([
      launchChromium(),
      serve(),
      createHeadlessWallet({ relayUrl: relay.url, networks: [network], accounts: [devAccounts.alice!] }),
    ])
    page = await (await browser.newContext()).newPage()
    page.on('request', (request) => asked.push(request.url()))
    page.on('websocket', (socket) => asked.push(socket.url()))
    await visit()
  })
  afterAll(async () => {
    await browser?.close()
    await wallet?.stop()
    site?.server.closeAllConnections()
    site?.server.close()
    await relay?.stop()
  })

  const complaints = () =>
    page.evaluate(
      () =>
        (globalThis as unknown as { walletConnectPage?: WalletConnectPage }).walletConnectPage?.uncaught ??
        [],
    )
  async function visit(verify?: string, address = relay.url, at = page): Promise<string> {
    if (at === page) uncaught.push(...(await complaints()))
    await at.goto(`${site.origin}/page.html`, { waitUntil: 'load' })
    return at.evaluate(([url, chain, host]) => walletConnectPage.start(url, chain, host), [
      address,
      network as ChainNetwork,
      verify,
    ] as const)
  }
  async function pair(): Promise<void> {
    await page.evaluate(() => walletConnectPage.button())
    await page.click('button')
    const { uri } = await page.evaluate(() => walletConnectPage.uri())
    await wallet.pair(uri)
    expect(await page.evaluate(() => walletConnectPage.paired())).toContain(
      devAccounts.alice!.eip155!.address,
    )
  }

  it('loads the library only when the button is clicked, and shows a URI', async () => {
    expect(asked.filter((url) => site.heavy.some((file) => url.endsWith(file)))).toEqual([])
    await page.evaluate(() => walletConnectPage.button())
    await page.click('button')
    const { uri } = await page.evaluate(() => walletConnectPage.uri())
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    const loads = asked.filter((url) => site.heavy.some((file) => url.endsWith(file)))
    expect(loads.length).toBeGreaterThan(0)
    expect(new Set(loads).size).toBe(loads.length)
    await wallet.pair(uri)
    const account = await page.evaluate(() => walletConnectPage.paired())
    expect(account).toBe(`eip155:31337:${devAccounts.alice!.eip155!.address}`)
    const signature = await page.evaluate(() => walletConnectPage.sign('hello'))
    expect(verifyMessage('hello', signature)).toBe(devAccounts.alice!.eip155!.address)
  })

  it('is restored after a reload, and can then disconnect', async () => {
    expect(await visit()).toBe(`eip155:31337:${devAccounts.alice!.eip155!.address}`)
    const signature = await page.evaluate(() => walletConnectPage.sign('again'))
    expect(verifyMessage('again', signature)).toBe(devAccounts.alice!.eip155!.address)
    await page.evaluate(() => walletConnectPage.disconnect())
    await expect.poll(() => wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
    expect(await visit()).toBe('none')
  })

  it("connects to no host but the page's own and the relay, and breaks no security policy", async () => {
    const hosts = new Set(asked.map((url) => new URL(url).host))
    expect([...hosts].sort()).toEqual([new URL(site.origin).host, new URL(relay.url).host].sort())
    expect([...uncaught, ...(await complaints())]).toEqual([])
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it.each([
    ['answers', true, 3],
    ['is silent', false, 1],
  ])('connects with a verify server of the host that %s', async (_, answers, times) => {
    const { address, close } = await verifyHost(answers)
    asked.length = 0
    await visit(address)
    await pair()
    for (const text of ['one', 'two'])
      expect(verifyMessage(text, await page.evaluate((said) => walletConnectPage.sign(said), text))).toBe(
        devAccounts.alice!.eip155!.address,
      )
    await page.evaluate(() => walletConnectPage.disconnect())
    const vouching = asked.filter((url) => url.startsWith(address)).map((url) => new URL(url).searchParams)
    expect(vouching).toHaveLength(times)
    for (const one of vouching) expect(one.get('origin')).toBe(site.origin)
    const hosts = [site.origin, relay.url, address].map((url) => new URL(url).host)
    for (const url of asked) expect(hosts).toContain(new URL(url).host)
    expect(await page.locator('iframe').count()).toBe(0)
    close()
  })

  it('connects if the wallet approved while the page slept', async () => {
    const gate = await relay.openGate()
    expect(await visit(undefined, gate.url)).toBe('none')
    await page.evaluate(() => walletConnectPage.button())
    await page.click('button')
    const { uri } = await page.evaluate(() => walletConnectPage.uri())
    gate.set('dead')
    await Promise.all([sleepPage(page, 1000), wallet.pair(uri)])
    gate.set('open')
    const account = `eip155:31337:${devAccounts.alice!.eip155!.address}`
    expect(await page.evaluate(() => walletConnectPage.paired())).toBe(account)
    await page.evaluate(() => walletConnectPage.disconnect())
  })

  it('connects at the next load if the wallet approved while the page was closed', async () => {
    expect(await visit()).toBe('none')
    await page.evaluate(() => walletConnectPage.button())
    await page.click('button')
    const { uri } = await page.evaluate(() => walletConnectPage.uri())
    await page.goto('about:blank')
    await wallet.pair(uri)
    await visit()
    const account = `eip155:31337:${devAccounts.alice!.eip155!.address}`
    await expect
      .poll(() => page.evaluate(() => walletConnectPage.address()), { message: 'the page connects' })
      .toBe(account)
    expect(verifyMessage('hello', await page.evaluate(() => walletConnectPage.sign('hello')))).toBe(
      devAccounts.alice!.eip155!.address,
    )
    expect(await visit()).toBe(account)
    await page.evaluate(() => walletConnectPage.disconnect())
    await expect.poll(() => wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
    expect(await visit()).toBe('none')
  })

  for (const [device, mode] of [
    ['iPhone 15', 'newest-only'],
    ['Pixel 7', 'open'],
  ] as const)
    it(`connects two tabs of a ${device}: the tab with the code, and the tab that the wallet opens (relay: ${mode})`, {
      tags: mode === 'open' ? ['all'] : [],
    }, async () => {
      const gate = await relay.openGate()
      gate.set(mode)
      const { defaultBrowserType, ...profile } = devices[device]!
      const context = await browser.newContext(profile)
      const [first, second] = [await context.newPage(), await context.newPage()]
      const addressOf = (tab: Page) => tab.evaluate(() => walletConnectPage.address())
      const account = `eip155:31337:${devAccounts.alice!.eip155!.address}`
      expect(await visit(undefined, gate.url, first)).toBe('none')
      await first.evaluate(() => walletConnectPage.button())
      await first.tap('button')
      const { uri } = await first.evaluate(() => walletConnectPage.uri())
      // As on a phone, the wallet answers first, and then opens the page in a new tab.
      await wallet.pair(uri)
      await visit(undefined, gate.url, second)
      for (const tab of [first, second]) {
        await expect.poll(() => addressOf(tab), { message: 'the tab connects' }).toBe(account)
        expect(verifyMessage('hello', await tab.evaluate(() => walletConnectPage.sign('hello')))).toBe(
          devAccounts.alice!.eip155!.address,
        )
      }
      expect(wallet.sessions).toHaveLength(1)
      // Each tab writes the library's lists. Neither may erase the other's keys.
      for (const tab of [first, second]) {
        expect(await visit(undefined, gate.url, tab)).toBe(account)
        await tab.evaluate(() => walletConnectPage.sign('again'))
      }
      await second.evaluate(() => walletConnectPage.disconnect())
      await expect.poll(() => addressOf(first), { message: 'the first tab is disconnected too' }).toBe('none')
      await expect.poll(() => wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
      await context.close()
      await gate.stop()
    })

  it("connects the tab that shows the QR code if another tab got the wallet's answer", async () => {
    const gate = await relay.openGate()
    gate.set('newest-only')
    const context = await browser.newContext()
    const [first, second] = [await context.newPage(), await context.newPage()]
    const account = `eip155:31337:${devAccounts.alice!.eip155!.address}`
    await visit(undefined, gate.url, first)
    await first.evaluate(() => walletConnectPage.button())
    await first.click('button')
    const { uri } = await first.evaluate(() => walletConnectPage.uri())
    const subscribed = () => relay.counts.calls.irn_batchSubscribe ?? 0
    const before = subscribed()
    await visit(undefined, gate.url, second)
    await expect.poll(subscribed, { message: 'the second tab subscribes too' }).toBeGreaterThan(before)
    await wallet.pair(uri)
    for (const tab of [second, first])
      await expect
        .poll(() => tab.evaluate(() => walletConnectPage.address()), { message: 'the tab connects' })
        .toBe(account)
    await first.evaluate(() => walletConnectPage.disconnect())
    await expect.poll(() => wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
    await context.close()
    await gate.stop()
  })

  it('ends a session that the wallet approved after another tab of the page had connected', {
    tags: ['all'],
  }, async () => {
    expect(await visit()).toBe('none')
    await page.evaluate(() => walletConnectPage.button())
    await page.click('button')
    const { uri } = await page.evaluate(() => walletConnectPage.uri())
    await page.goto('about:blank')
    const other = await page.context().newPage()
    await visit(undefined, relay.url, other)
    await other.evaluate(() => walletConnectPage.button())
    await other.click('button')
    await wallet.pair((await other.evaluate(() => walletConnectPage.uri())).uri)
    await other.evaluate(() => walletConnectPage.paired())
    await other.evaluate(() => walletConnectPage.disconnect())
    await other.close()
    await wallet.pair(uri)
    expect(await visit()).toBe('none')
    await expect.poll(() => wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
    expect(await page.evaluate(() => walletConnectPage.address())).toBe('none')
  })

  for (const [how, tells] of [
    ['closed the database without an event', false],
    ['closed the database with an event', true],
  ] as const)
    it(`still sends a request and gets its answer if the browser ${how}`, {
      tags: tells ? ['all'] : [],
    }, async () => {
      expect(await visit()).toBe('none')
      await pair()
      expect(await page.evaluate((event) => walletConnectPage.closeDatabases(event), tells)).toBeGreaterThan(
        0,
      )
      for (const text of ['closed', 'reopened'])
        expect(verifyMessage(text, await page.evaluate((said) => walletConnectPage.sign(said), text))).toBe(
          devAccounts.alice!.eip155!.address,
        )
      await page.evaluate((event) => walletConnectPage.closeDatabases(event), tells)
      await page.evaluate(() => walletConnectPage.disconnect())
      await expect.poll(() => wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
      expect(await visit()).toBe('none')
    })

  it("moves the data from the library's default store to Latchkey's own store", async () => {
    expect(await visit()).toBe('none')
    await pair()
    await page.evaluate(() => walletConnectPage.storeAsBefore())
    const ofTheApp = async () =>
      (await page.evaluate(() => walletConnectPage.storedBefore())).filter((key) =>
        key.includes('latchkey-app'),
      )
    expect(await ofTheApp()).not.toEqual([])
    for (const text of ['taken over', 'and kept']) {
      expect(await visit()).toBe(`eip155:31337:${devAccounts.alice!.eip155!.address}`)
      expect(verifyMessage(text, await page.evaluate((said) => walletConnectPage.sign(said), text))).toBe(
        devAccounts.alice!.eip155!.address,
      )
      expect(await ofTheApp()).toEqual([])
    }
    await page.evaluate(() => walletConnectPage.disconnect())
    expect(await visit()).toBe('none')
  })
})

declare const walletConnectPage: WalletConnectPage

/**
 * Starts a server like WalletConnect's own verify server. The page asks the server's frame for a token that attests a message. The
 * frame posts the token, which contains the message's id.
 */
async function verifyHost(answers: boolean) {
  const server = createServer(({ url = '/' }, response) => {
    if (!answers) return
    const id = new URL(url, 'http://host').searchParams.get('id')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const attestation = `${part({ alg: 'ES256', typ: 'JWT' })}.${part({ id })}.AAAA`
    const message = JSON.stringify(JSON.stringify({ type: 'verify_attestation', attestation }))
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><script>parent.postMessage(${message}, '*')</script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Serves the page as a host's bundler builds it, with a security policy that allows connections only to loopback. */
async function serve() {
  const { outputFiles, metafile } = await build({
    entryPoints: { page: fileURLToPath(new URL('./pages/walletconnect.ts', import.meta.url)) },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: '/',
    write: false,
    metafile: true,
    logLevel: 'error',
    define: { global: 'globalThis' },
  })
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]))
  const server = createServer(({ url = '/' }, response) => {
    const script = files.get(url)
    if (url === '/page.html') {
      response.setHeader('content-type', 'text/html')
      response.setHeader(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; connect-src http://127.0.0.1:* ws://127.0.0.1:*; frame-src http://127.0.0.1:*; require-trusted-types-for 'script'",
      )
      response.end(
        '<!doctype html><title>Latchkey</title><body><script type="module" src="/page.js"></script>',
      )
    } else if (script) response.setHeader('content-type', 'text/javascript').end(script)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const heavy = Object.entries(metafile.outputs)
    .filter(([, { inputs }]) => Object.keys(inputs).some((path) => library.test(path)))
    .map(([path]) => `/${path.slice(path.lastIndexOf('/') + 1)}`)
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, heavy }
}
