import { SourceMap, type SourceMapPayload } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Devnet } from 'latchkey/devnet'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { walletDetection } from '../../src/core/wallet-limits.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import {
  buildForProduction,
  type Chunk,
  type ServedPage,
  servePage,
  sourceAliases,
  strictPolicy,
} from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'test/fixtures/walk-page')
/** Files that aren't counted, because a reader of the code already knows the rendered components and the basic types. */
const known = /^src\/(ui-react\/parts|core)\//
/** The maximum number of files on the path of `connect`, and of the send of a prepared transaction. */
const most = 11
/**
 * The maximum for a send that was not prepared. Such a send also runs the code that reads the chain, adds the further
 * fees of rollups, and pauses endpoints after failures. Lower this number when the path gets shorter.
 */
const mostUnprepared = 51

interface Ran {
  readonly url: string
  readonly functions: readonly {
    readonly functionName: string
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
  }[]
}

/** Builds the page with Vite as for a host, but without minifying, so that each function can be found in its source. */
async function build(): Promise<readonly Chunk[]> {
  const { output } = (await buildForProduction({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: sourceAliases },
    build: {
      write: false,
      minify: false,
      sourcemap: 'hidden',
      target: 'es2022',
      reportCompressedSize: false,
    },
  })) as { output: readonly (Chunk | { type: 'asset'; fileName: string; source: string })[] }
  files = new Map(output.map((one) => [`/${one.fileName}`, one.type === 'chunk' ? one.code : one.source]))
  return output.filter((one): one is Chunk => one.type === 'chunk')
}
let files: ReadonlyMap<string, string>

/** Returns the files of `src` in which at least one function ran, except the known files. */
function filesOf(ran: readonly Ran[], chunks: readonly Chunk[]): readonly string[] {
  const found = new Set<string>()
  for (const { url, functions } of ran) {
    const chunk = chunks.find(({ fileName }) => url.endsWith(`/${fileName}`))
    if (!chunk?.map) continue
    const map = new SourceMap(chunk.map as unknown as SourceMapPayload)
    for (const { ranges } of functions) {
      const [whole] = ranges
      // Skips the code of the module itself, which runs when the file loads.
      if (!whole || whole.count === 0 || whole.startOffset === 0) continue
      const before = chunk.code.slice(0, whole.startOffset)
      const line = before.split('\n').length - 1
      const entry = map.findEntry(line, whole.startOffset - (before.lastIndexOf('\n') + 1))
      if (!('originalSource' in entry)) continue
      const file = relative(root, resolve(folder, 'dist/assets', entry.originalSource))
      if (file.startsWith('src/') && !known.test(file)) found.add(file)
    }
  }
  return [...found].sort()
}

/**
 * Runs in the page. Pauses it when a wallet gets the request of the method in `awaited`. Timers from before the
 * request was awaited wait for it.
 */
function pauseAtRequest(): void {
  const all = globalThis as unknown as {
    latchkeyWallets(text: string): unknown
    awaited?: { method: string } | undefined
  }
  const carry = all.latchkeyWallets
  all.latchkeyWallets = (text) => {
    if (all.awaited && text.includes(`"${all.awaited.method}"`)) {
      all.awaited = undefined
      // biome-ignore lint/suspicious/noDebugger: the page pauses here, and the test reads the coverage.
      debugger
    }
    return carry(text)
  }
  const { setTimeout, setInterval, clearTimeout } = globalThis
  const stopped = new Set<unknown>()
  const later = (run: (...args: unknown[]) => void, wait?: number, ...args: unknown[]) => {
    const then = all.awaited
    const due = () => {
      if (stopped.has(id)) return
      if (all.awaited && all.awaited !== then) setTimeout(due, 10)
      else run(...args)
    }
    const id = setTimeout(due, wait)
    return id
  }
  const often = (run: (...args: unknown[]) => void, wait?: number, ...args: unknown[]) =>
    setInterval(() => all.awaited || run(...args), wait)
  const stop = (id?: number) => {
    stopped.add(id)
    clearTimeout(id)
  }
  Object.assign(globalThis, { setTimeout: later, setInterval: often, clearTimeout: stop })
}

describe.skipIf(!chromiumPath)('the path of a call, from the click to the wallet', () => {
  let devnet: Devnet
  let browser: Browser
  let chunks: readonly Chunk[]
  let site: ServedPage
  let page: Page

  beforeAll(async () => {
    ;[devnet, browser, chunks] = await Promise.all([
      leaseDevnet({ families: ['eip155'] }),
      launchChromium(),
      build(),
    ])
    site = await servePage(files, strictPolicy)
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close(), devnet?.stop()])
  })
  afterEach(() => page?.context().close())

  /**
   * Waits until the page does nothing on its own. The discovery of wallets and the work while idle aren't part of the
   * path.
   */
  async function still(): Promise<void> {
    await page.waitForLoadState('networkidle')
    const shown = () => page.evaluate(() => performance.now())
    await poll(shown, { message: 'the page has looked for wallets' }).toBeGreaterThan(
      walletDetection.wait + 1_000,
    )
    // A busy machine may have no idle moment while the page draws.
    await page.evaluate(
      () => new Promise((done) => requestIdleCallback(() => setTimeout(done, 500), { timeout: 5_000 })),
    )
  }

  /**
   * Returns the files of all functions that run from the click until the wallet has the request. The debugger pauses
   * the page at both moments, and the test reads the coverage there. Timers from before the click wait until the wallet
   * has the request, because they aren't part of the path.
   */
  async function walk(method: string, click: () => Promise<void>): Promise<readonly string[]> {
    const devtools: CDPSession = await page.context().newCDPSession(page)
    await Promise.all([devtools.send('Debugger.enable'), devtools.send('Profiler.enable')])
    await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    let stops = 0
    const walked = new Promise<readonly Ran[]>((done, failed) => {
      devtools.on('Debugger.paused', async () => {
        try {
          // Reading the coverage resets the counts.
          const { result } = await devtools.send('Profiler.takePreciseCoverage')
          if (++stops === 2) done(result as readonly Ran[])
          await devtools.send('Debugger.resume')
        } catch (error) {
          failed(error)
        }
      })
    })
    await page.evaluate((asked) => {
      const stop = () => {
        Object.assign(globalThis, { awaited: { method: asked } })
        // biome-ignore lint/suspicious/noDebugger: the page pauses here, and the test reads the coverage.
        debugger
      }
      addEventListener('click', stop, { capture: true, once: true })
    }, method)
    await click()
    const ran = await walked
    await devtools.detach()
    return filesOf(ran, chunks)
  }

  it(`goes through at most ${most} files to connect, and to send a prepared transaction`, {
    tags: ['ci'],
  }, async () => {
    page = await browser.newPage()
    await injectDevWallets(page, devnet, ['ethereum'])
    await page.addInitScript(pauseAtRequest)
    const [network] = devnet.networks
    const rpc = encodeURIComponent(network?.rpcUrls.default.http[0] ?? '')
    const bob = devnet.accounts.bob?.eip155?.address ?? ''
    await page.goto(`${site.origin}/?rpc=${rpc}&id=${network?.id}&to=${bob}`)
    await page.getByTestId('connect-button').click()
    const row = page.getByRole('button', { name: 'Dev Ethereum' })
    await row.waitFor()
    await still()
    const connecting = await walk('eth_requestAccounts', () => row.click())
    await poll(() => page.getByTestId('address').textContent(), {
      message: 'the address is shown',
    }).toMatch(/^0x/)
    await poll(() => page.getByTestId('lk-modal').isVisible(), { message: 'the modal closes' }).toBe(false)
    const pay = page.getByTestId('pay')
    await still()
    const paid = () => page.getByTestId('paid').textContent()
    const unprepared = await walk('eth_sendTransaction', () => pay.click())
    await poll(paid, { message: 'the payment has its hash' }).toMatch(/^0x[0-9a-f]{64}$/)
    const first = await paid()
    await page.getByTestId('ready').click()
    await poll(() => page.getByTestId('ready').textContent(), { message: 'the button says Ready' }).toBe(
      'Ready',
    )
    await still()
    const sending = await walk('eth_sendTransaction', () => pay.click())
    await poll(paid, { message: 'the payment changes' }).not.toBe(first)
    await poll(paid, { message: 'the payment has its hash' }).toMatch(/^0x[0-9a-f]{64}$/)

    console.log(['connect:', ...connecting, 'send what was prepared:', ...sending].join('\n  '))
    console.log(['send, with nothing prepared:', ...unprepared].join('\n  '))
    for (const walked of [connecting, sending, unprepared])
      expect(walked.length, walked.join('\n')).toBeGreaterThan(2)
    expect(connecting.length, connecting.join('\n')).toBeLessThanOrEqual(most)
    expect(sending.length, sending.join('\n')).toBeLessThanOrEqual(most)
    expect(unprepared.length, unprepared.join('\n')).toBeLessThanOrEqual(mostUnprepared)
  })
})
