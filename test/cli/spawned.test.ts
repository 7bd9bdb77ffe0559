import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { exitCodes } from '../../cli/output/exit-codes.ts'
import { builtCli } from './support/bundle.ts'
import { runningDevnet } from './support/devnet.ts'
import { printed } from './support/printed.ts'
import { tempDir } from './support/run-cli.ts'

let main: string
beforeAll(async () => {
  main = await builtCli()
})

function start(argv: readonly string[], home: string) {
  const child = spawn(process.execPath, [main, ...argv], {
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
  const done = once(child, 'close').then(([code]) => code as number)
  const onWrite = (listener: () => void) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', listener)
  }
  return { child, written, onWrite, done }
}

const answers = (url: string) =>
  fetch(url, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  )

// These tests need more time, because they start a devnet and other processes.
describe('the program as a process', { timeout: 180_000 }, () => {
  it('prints its version and leaves nothing behind', async () => {
    const home = join(tempDir(), 'home')
    const { written, done } = start(['--version'], home)
    expect(await done).toBe(0)
    expect(written.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(existsSync(home)).toBe(false)
  })

  describe.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('that gets a %s', (signal, code) => {
    it('lets other processes use its devnet, and ends its nodes before it exits', {
      tags: signal === 'SIGINT' ? [] : ['all'],
    }, async () => {
      const home = join(tempDir(), 'home')
      const devnet = start(['devnet', '--json'], home)
      await printed(devnet, /\}\n$/)
      const { data } = JSON.parse(devnet.written.stdout)
      const urls: string[] = data.nodes.map(({ url }: { url: string }) => url)

      const connected = start(['connect', '-w', 'dev:alice', '-q'], home)
      expect(await connected.done).toBe(0)
      const sent = start(['send', '--to', 'dev:bob', '--amount', '0.5', '--wait', '-q', '--yes'], home)
      expect(await sent.done).toBe(0)
      expect(sent.written.stdout).toMatch(/^0x[0-9a-f]{64}\n$/)

      devnet.child.kill(signal)
      expect(await devnet.done).toBe(code)
      expect(await Promise.all(urls.map(answers))).toEqual(urls.map(() => false))
      expect(existsSync(join(home, 'devnet.json'))).toBe(false)
      // The whole standard output is one object. The program printed it before the devnet ended.
      expect(() => JSON.parse(devnet.written.stdout)).not.toThrow()
    })
  })

  it('cleans up after a Ctrl-C that arrives as two signals', async () => {
    const home = join(tempDir(), 'home')
    const envFile = join(tempDir(), '.env')
    const devnet = start(['devnet', '--env', envFile], home)
    await printed(devnet, /Running until/)
    expect(existsSync(envFile)).toBe(true)
    devnet.child.kill('SIGINT')
    // The process has got the first signal.
    await printed(devnet, /Stopping/, 'stderr')
    devnet.child.kill('SIGINT')
    expect(await devnet.done).toBe(130)
    expect([existsSync(join(home, 'devnet.json')), existsSync(envFile)]).toEqual([false, false])
  })

  it('stops a devnet that another process started', { tags: ['ci'] }, async () => {
    const home = join(tempDir(), 'home')
    const devnet = start(['devnet', '-q'], home)
    await printed(devnet, /http/)
    expect(await start(['devnet', 'stop'], home).done).toBe(0)
    expect(await devnet.done).toBe(0)
  })

  it('prints the results of an interrupted check, and leaves no process behind', {
    tags: ['ci'],
  }, async () => {
    const home = join(tempDir(), 'home')
    const check = start(['check', '--json', '--verbose'], home)
    await printed(check, /connect/, 'stderr')
    const urls = [...check.written.stderr.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([url]) => url)
    check.child.kill('SIGINT')
    expect(await check.done).toBe(130)
    expect(JSON.parse(check.written.stdout)).toMatchObject({ ok: false, error: { code: 'cli/interrupted' } })
    expect(urls.length).toBeGreaterThan(0)
    expect(await Promise.all(urls.map(answers))).not.toContain(true)
  })

  it('ends immediately when it is interrupted while the nodes start', async () => {
    const devnet = start(['devnet'], join(tempDir(), 'home'))
    await printed(devnet, /Starting/, 'stderr')
    devnet.child.kill('SIGINT')
    expect(await devnet.done).toBe(130)
    // The command ended without waiting for the nodes.
    expect(devnet.written.stdout).toBe('')
  })

  it('fails quietly when the program that reads its output has ended', async () => {
    const { child, written, done } = start(['networks'], join(tempDir(), 'home'))
    child.stdout.destroy()
    expect(await done).toBe(1)
    expect(written.stderr).toBe('')
  })

  const fullDisk = existsSync('/dev/full')
  if (fullDisk)
    it('fails with an error when its output cannot be written', async () => {
      const child = startInto(openSync('/dev/full', 'w'), ['networks'], join(tempDir(), 'home'))
      expect(await child.done).toBe(1)
      expect(child.said()).toContain('ENOSPC')
    })

  it.each([
    ...(fullDisk ? [['is on a full disk', '/dev/full', 'ENOSPC'] as const] : []),
    ['is a pipe without a reader', undefined, 'EPIPE'] as const,
  ])('prints the hash of its payment as an error if its output %s', async (_, file, reason) => {
    const world = await runningDevnet()
    onTestFinished(() => world.stop())
    expect((await world.cli(['connect', '-w', 'dev:alice'])).code).toBe(0)
    const argv = ['send', '--to', 'dev:bob', '--amount', '0.5', '--yes', '--json']
    const payment = startInto(file === undefined ? 'pipe' : openSync(file, 'w'), argv, world.home)
    expect(await payment.done).toBe(exitCodes.timeout)
    expect(payment.said()).toContain(reason)
    const [, hash] = /transaction (0x[0-9a-f]{64})/.exec(payment.said()) ?? []
    const { data } = await world.json(['tx', String(hash)])
    expect(data).toMatchObject({ hash, status: { phase: 'confirmed' } })
  })
})

/** Starts the program with standard output into a file. With `pipe`, closes the pipe's reader at once. */
function startInto(stdout: number | 'pipe', argv: readonly string[], home: string) {
  const child = spawn(process.execPath, [main, ...argv], {
    env: { ...process.env, LATCHKEY_HOME: home },
    stdio: ['ignore', stdout, 'pipe'],
  })
  child.stdout?.destroy()
  onTestFinished(() => {
    child.kill('SIGKILL')
    if (stdout !== 'pipe') closeSync(stdout)
  })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  return { done: once(child, 'close').then(([code]) => code as number), said: () => said }
}
