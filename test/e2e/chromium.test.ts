import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { chromiumPath, launchChromium } from './chromium.ts'

const playwright = import.meta.resolve('playwright-core')

/** Opens a page in the Chromium of its parent, and stays until it is killed. */
const other = (address: string, origin: string) => `
import { chromium } from ${JSON.stringify(playwright)}
const browser = await chromium.connect(${JSON.stringify(address)})
const page = await (await browser.newContext()).newPage()
await page.goto(${JSON.stringify(origin)})
console.log('open')
setInterval(() => {}, 1_000)
`

describe.skipIf(!chromiumPath)('the Chromium of a worker', () => {
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

  async function connect(): Promise<Browser> {
    const browser = await launchChromium()
    browsers.push(browser)
    return browser
  }
  async function open(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto(origin)
    return page
  }
  /** Of the whole browser, whoever opened them. */
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

  it('is one process, whose connections share no storage, no cookie and no permission', async () => {
    const [first, second] = [await connect(), await connect()]
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
    await expect.poll(() => pagesIn(second), { message: 'the closed connection leaves no page' }).toBe(1)
  })

  it('has no page left of a process that died without closing its own', async () => {
    const browser = await connect()
    const before = await pagesIn(browser)
    const answer = await fetch(`http://127.0.0.1:${inject('chromiumBroker')}/${process.env.VITEST_POOL_ID}`)
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', other(await answer.text(), origin)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(child.stdout, 'data')
    expect(await pagesIn(browser)).toBe(before + 1)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await expect.poll(() => pagesIn(browser), { message: 'the page ends with its process' }).toBe(before)
  })
})
