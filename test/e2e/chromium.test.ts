import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium, tellWhatShows } from './chromium.ts'

const playwright = import.meta.resolve('playwright-core')

/** A script that starts a Chromium with a page, prints the browser's process id, and runs until it is killed. */
const other = (executablePath: string) => `
import { chromium } from ${JSON.stringify(playwright)}
const browser = await chromium.launch({ executablePath: ${JSON.stringify(executablePath)}, args: ['--headless', '--no-sandbox'] })
await browser.newPage()
const devtools = await browser.newBrowserCDPSession()
const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
console.log(processInfo.find(({ type }) => type === 'browser').id)
setInterval(() => {}, 1_000)
`

describe.skipIf(!chromiumPath)('the Chromium of a test worker', () => {
  const browsers: Browser[] = []
  let server: Server
  let origin: string
  beforeAll(async () => {
    server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Here</title>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()))
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
  })

  async function launch(): Promise<Browser> {
    const browser = await launchChromium()
    browsers.push(browser)
    return browser
  }
  async function open(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto(origin)
    return page
  }
  /** Counts the pages of the whole browser, from every connection. */
  async function pagesIn(browser: Browser): Promise<number> {
    const devtools = await browser.newBrowserCDPSession()
    const { targetInfos } = await devtools.send('Target.getTargets')
    await devtools.detach()
    return targetInfos.filter(({ url }) => url.startsWith(origin)).length
  }
  async function processOf(browser: Browser): Promise<number | undefined> {
    const devtools = await browser.newBrowserCDPSession()
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
    await devtools.detach()
    return processInfo.find(({ type }) => type === 'browser')?.id
  }

  it('shares no storage, cookies or permissions between tests', async () => {
    const [first, second] = [await launch(), await launch()]
    expect(await processOf(second)).toBe(await processOf(first))
    const one = await open(await first.newContext({ permissions: ['geolocation'] }))
    const another = await open(await second.newContext())
    await one.evaluate(async () => {
      localStorage.setItem('kept', 'by one')
      await cookieStore.set('kept', 'by-one')
      await caches.open('kept')
      const opening = indexedDB.open('kept')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
    })
    const found = (page: Page) =>
      page.evaluate(async () => ({
        local: localStorage.length,
        cookie: document.cookie,
        caches: await caches.keys(),
        databases: (await indexedDB.databases()).map(({ name }) => name),
        geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
      }))
    expect(await found(one)).toEqual({
      local: 1,
      cookie: 'kept=by-one',
      caches: ['kept'],
      databases: ['kept'],
      geolocation: 'granted',
    })
    expect(await found(another)).toMatchObject({ local: 0, cookie: '', caches: [], databases: [] })
    expect((await found(another)).geolocation).not.toBe('granted')
    expect(first.contexts()).toHaveLength(1)

    await first.close()
    await another.reload()
    await expect.poll(() => pagesIn(second), { message: "the closed user's page is removed" }).toBe(1)
  })

  it('adds what its pages show to the error of a failed test', async () => {
    const browser = await launch()
    const context = await browser.newContext()
    const page = await open(context)
    await page.setContent(
      '<p>Sign <b>in</b></p><input data-testid="name" value="Ada"><iframe srcdoc="A frame">',
    )
    await page.evaluate(() => console.error('an error in the console'))
    const failed = {
      result: { state: 'fail', errors: [{ message: 'it failed', stack: 'it failed\n  at 1' }] },
    }
    await tellWhatShows(context, failed as Parameters<typeof tellWhatShows>[1])
    expect(failed.result.errors[0]?.message).toBe(
      `it failed\n\nLast events: an error in the console\n\nThe page ${origin}/ shows: Sign in [name: Ada] [frame about:srcdoc: A frame]`,
    )
    expect(failed.result.errors[0]?.stack).toContain('shows: Sign in')
  })

  it('ends when its worker ends, even if the worker is killed', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', other(chromiumPath ?? '')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = await once(child.stdout, 'data')
    const pid = Number(String(said))
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { message: 'the browser ends' }).toBe(false)
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
