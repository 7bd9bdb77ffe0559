import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { truncateAddress } from '../../../src/core/amounts/format.ts'
import { freePort } from '../../../src/devnet/free-port.ts'
import { chromiumPath } from '../../e2e/chromium.ts'
import { poll } from '../../e2e/visitor.ts'
import { alice, installed, type Visitors, visitors } from './visit.ts'

const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const

describe.skipIf(!chromiumPath)('examples/next', { timeout: 60_000 }, () => {
  let browser: Visitors
  let server: ChildProcess
  let origin: string
  beforeAll(async () => {
    const folder = installed('next')
    const next = ['node_modules/next/dist/bin/next']
    execFileSync(process.execPath, [...next, 'build'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const port = await freePort('127.0.0.1')
    origin = `http://127.0.0.1:${port}`
    server = spawn(process.execPath, [...next, 'start', '-H', '127.0.0.1', '-p', String(port)], {
      cwd: folder,
      env,
    })
    const ready = new Promise<void>((resolve, reject) => {
      server.once('exit', (code) => reject(new Error(`next start ended with ${code}`)))
      if (server.stdout)
        createInterface({ input: server.stdout }).on('line', (line) => /Ready/.test(line) && resolve())
    })
    ;[browser] = await Promise.all([visitors(), ready])
  }, 600_000)
  afterAll(async () => {
    server?.kill()
    await browser?.close()
  })

  it('sends a page that is rendered on the server', async () => {
    const html = await (await fetch(origin)).text()
    expect(html).toContain('>Connect wallet</button>')
    expect(html).toContain('No wallet connected yet.')
  })

  it('hydrates the page from the server without an error, connects with a click, and restores the connection', async () => {
    const { page, complaints } = await browser.visit(origin)
    const shown = () =>
      poll(() => page.locator('dd').allTextContents(), {
        message: 'the page shows the account and its balance',
      })
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByTestId('lk-card').getByRole('button', { name: 'Dev Ethereum' }).click()
    await shown().toEqual([alice, '10000 ETH'])
    // The server doesn't know the account, but the page does.
    await page.reload()
    await shown().toEqual([alice, '10000 ETH'])
    expect(complaints).toEqual([])
  })

  it("renders the last visit's account on the server", async () => {
    const { page, complaints } = await browser.visit(origin)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByTestId('lk-card').getByRole('button', { name: 'Dev Ethereum' }).click()
    const cookies = () => page.context().cookies()
    await poll(cookies, { message: 'the page writes the cookie' }).toMatchObject([
      { name: 'latchkey-app', value: `eip155:${alice}`, sameSite: 'Lax' },
    ])
    // Records every text of the page's paragraphs and button, from the start of the page.
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('main p, header button'))
          if (textContent && !seen.includes(textContent)) seen.push(textContent)
      }).observe(document, { childList: true, characterData: true, subtree: true })
    })
    await page.reload()
    await poll(() => page.locator('dd').allTextContents(), { message: 'the account is restored' }).toEqual([
      alice,
      '10000 ETH',
    ])
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: readonly string[] }).seen)
    const short = truncateAddress(alice)
    expect(seen[0]).toBe(short)
    expect(seen.filter((text) => !text.endsWith(short))).toEqual([])
    expect(complaints).toEqual([])
  })

  it.each([
    'solana:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    'eip155:<script>alert(1)</script>',
    '{"address":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8"}',
    '__proto__:constructor',
  ])('ignores a cookie that does not contain an account: %s', async (value) => {
    const html = await (await fetch(origin, { headers: { cookie: `latchkey-app=${value}` } })).text()
    expect(html).toContain('>Connect wallet</button>')
    expect(html).not.toContain(value)
  })
})
