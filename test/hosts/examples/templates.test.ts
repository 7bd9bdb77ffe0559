import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../src/devnet/free-port.ts'
import { chromiumPath, launchChromium } from '../../e2e/chromium.ts'
import { type LoopbackRegistry, loopbackRegistry } from '../../package/loopback-registry.ts'
import { pack, root } from '../../package/support.ts'

const every = ['--families', 'eip155,solana,bip122,polkadot,cosmos']
const full = ['--sign-in', '--walletconnect', 'wss://relay.example']

/**
 * Runs `npm create latchkey@latest` as a new user would. The local registry has our two packages, and forwards requests
 * for other packages to npm's registry.
 */
describe('npm create latchkey', { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-created-'))
  // npx would pass on this repository's own rule for install scripts, so the test switches the rule off.
  const strict = { npm_config_strict_allow_scripts: 'false' }
  const env: NodeJS.ProcessEnv = { ...process.env, ...strict, NEXT_TELEMETRY_DISABLED: '1' }
  let registry: LoopbackRegistry
  const npm = (args: readonly string[], cwd = folder) => promisify(execFile)('npm', [...args], { cwd, env })

  beforeAll(async () => {
    const packages = [root, join(root, 'packages/create-latchkey')]
    registry = await loopbackRegistry(packages.map((from) => pack(folder, from)))
    env.npm_config_registry = registry.url
  })
  afterAll(async () => {
    await registry?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['vite', []],
    ['vite', [...every, ...full]],
    ['next', full],
    ['plain', ['--families', 'solana', ...full]],
  ] as const)(
    'creates, from the template %s with the options %j, an app that passes its test and can be built',
    async (template, options) => {
      const name = `${template}-${options.length}`
      const app = join(folder, name)
      await npm(['create', '--yes', 'latchkey@latest', name, '--', '--template', template, ...options])
      await npm(['install'], app)
      const { stdout } = await npm(['test', '--', '--reporter=verbose'], app)
      expect(stdout).toMatch(/signs on (eip155|solana)/)
      await npm(['run', 'build'], app)
    },
  )

  it.skipIf(!chromiumPath).each([
    ['vite-0', 'Dev Ethereum'],
    ['next-3', 'Dev Ethereum'],
    ['plain-5', 'Dev Solana'],
  ])('creates the app %s, in which the wallet %s connects and signs on a devnet', async (name, wallet) => {
    const port = String(await freePort('127.0.0.1'))
    const own = { PORT: port, DOMAIN: `localhost:${port}` }
    const cwd = join(folder, name)
    const server = spawn('npm', ['run', 'devnet'], { cwd, env: { ...env, ...own }, detached: true })
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      const url = `http://localhost:${port}/`
      await expect
        .poll(() => page.goto(url).then((answer) => answer?.status(), String), {
          message: 'serves',
          timeout: 120_000,
        })
        .toBe(200)
      if (!name.startsWith('plain')) await page.getByRole('button', { name: 'Connect wallet' }).click()
      await page.getByRole('button', { name: wallet }).click()
      if (name !== 'vite-0') await page.getByRole('button', { name: /^Sign( in)?$/ }).click()
      await page.getByRole('button', { name: 'Sign a message' }).click()
      await expect
        .poll(() => page.locator('p').allTextContents(), { message: 'shows the signature' })
        .toContainEqual(expect.stringMatching(/^Signature: \w{80,}/))
    } finally {
      await browser.close()
      if (server.pid) process.kill(-server.pid, 'SIGINT')
    }
  })

  it('creates an app that serves its built page and the sign-in with npm start', async () => {
    const port = await freePort('127.0.0.1')
    const cwd = join(folder, 'plain-5')
    const server = spawn('npm', ['start'], { cwd, env: { ...env, PORT: String(port) }, detached: true })
    const get = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text()
    try {
      await expect
        .poll(() => get('/auth/sessions').catch(String), { message: 'serves' })
        .toBe('{"sessions":[]}')
      expect(await get('/')).toContain('<h1>My app</h1>')
    } finally {
      if (server.pid) process.kill(-server.pid)
    }
  })
})
