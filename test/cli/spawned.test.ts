import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bundleCli } from './support/bundle.ts'
import { tempDir } from './support/run-cli.ts'

let cli: Awaited<ReturnType<typeof bundleCli>>
beforeAll(async () => {
  cli = await bundleCli()
})
afterAll(() => cli.remove())

function start(argv: readonly string[], home: string) {
  const child = spawn(process.execPath, [cli.main, ...argv], {
    env: { ...process.env, LATCHKEY_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    written.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    written.stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number)
  return { child, written, ended }
}

async function until(what: () => boolean, child?: ChildProcess): Promise<void> {
  // Five families start in a second or in a minute: it depends on who else uses the machine.
  const limit = performance.now() + 90_000
  while (!what()) {
    if (performance.now() > limit || (child && child.exitCode !== null))
      throw new Error(`not in time: ${what}`)
    await sleep(20)
  }
}

const answers = (url: string) =>
  fetch(url, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  )

describe('the program as a process', { timeout: 180_000 }, () => {
  it('prints its version and leaves nothing behind', async () => {
    const home = join(tempDir(), 'home')
    const { written, ended } = start(['--version'], home)
    expect(await ended).toBe(0)
    expect(written.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(existsSync(home)).toBe(false)
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'shares its devnet with other processes until %s ends it and its nodes',
    async (signal, code) => {
      const home = join(tempDir(), 'home')
      const devnet = start(['devnet', '--json'], home)
      await until(() => devnet.written.stdout.endsWith('}\n'), devnet.child)
      const { data } = JSON.parse(devnet.written.stdout)
      const urls: string[] = data.nodes.map(({ url }: { url: string }) => url)

      const connected = start(['connect', '-w', 'dev:alice', '-q'], home)
      expect(await connected.ended).toBe(0)
      const sent = start(['send', '--to', 'dev:bob', '--amount', '0.5', '--wait', '-q'], home)
      expect(await sent.ended).toBe(0)
      expect(sent.written.stdout).toMatch(/^0x[0-9a-f]{64}\n$/)

      devnet.child.kill(signal)
      expect(await devnet.ended).toBe(code)
      expect(await Promise.all(urls.map(answers))).toEqual(urls.map(() => false))
      expect(existsSync(join(home, 'devnet.json'))).toBe(false)
      // One object, printed before, is all that standard output gets.
      expect(() => JSON.parse(devnet.written.stdout)).not.toThrow()
    },
  )

  it('stops a devnet from another process', async () => {
    const home = join(tempDir(), 'home')
    const devnet = start(['devnet', '-q'], home)
    await until(() => devnet.written.stdout.includes('http'), devnet.child)
    expect(await start(['devnet', 'stop'], home).ended).toBe(0)
    expect(await devnet.ended).toBe(0)
  })

  it('leaves no process and says what it had when check is interrupted', async () => {
    const home = join(tempDir(), 'home')
    const check = start(['check', '--json', '--verbose'], home)
    await until(() => check.written.stderr.includes('connect'), check.child)
    const urls = [...check.written.stderr.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([url]) => url)
    check.child.kill('SIGINT')
    expect(await check.ended).toBe(130)
    expect(JSON.parse(check.written.stdout)).toMatchObject({ ok: false, error: { code: 'cli/interrupted' } })
    expect(urls.length).toBeGreaterThan(0)
    expect(await Promise.all(urls.map(answers))).not.toContain(true)
  })

  it('ends at once when it is interrupted while the nodes start', async () => {
    const devnet = start(['devnet'], join(tempDir(), 'home'))
    await until(() => devnet.written.stderr.includes('Starting'), devnet.child)
    const startedAt = performance.now()
    devnet.child.kill('SIGINT')
    expect(await devnet.ended).toBe(130)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  it('ends quietly when nobody reads its output any more', async () => {
    const { child, written, ended } = start(['networks'], join(tempDir(), 'home'))
    child.stdout.destroy()
    expect(await ended).toBe(0)
    expect(written.stderr).toBe('')
  })
})
