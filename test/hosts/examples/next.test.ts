import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('hydrates that page without an error, connects with a click, and restores the connection', async () => {
    const { page, complaints } = await browser.visit(origin)
    const shown = () =>
      poll(() => page.locator('dd').allTextContents(), {
        message: 'the page shows the account and its balance',
      })
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByTestId('lk-card').getByRole('button', { name: 'Dev Ethereum' }).click()
    await shown().toEqual([alice, '10000 ETH'])
    // The server knows no account; the page does.
    await page.reload()
    await shown().toEqual([alice, '10000 ETH'])
    expect(complaints).toEqual([])
  })
})
