import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withFileLock } from '../../cli/state/file-lock.ts'
import { fileStore } from '../../cli/state/file-store.ts'
import { relayStore } from '../../cli/walletconnect/store.ts'
import { seed, tellHowToRepeat } from '../support/seed.ts'
import { tempDir } from './support/run-cli.ts'

describe('a state file that several processes change at the same time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-state-'))
  const script = join(folder, 'state-child.mjs')
  beforeAll(async () => {
    const source = fileURLToPath(new URL('support/state-child.ts', import.meta.url))
    await build({
      entryPoints: [source],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const start = (...args: readonly string[]) =>
    spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  /** Makes each renaming fail, as on a read-only disk. Root can't make a folder that it can't change. */
  const noRenaming = `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.renameSync = () => { throw Object.assign(new Error('on purpose'), { code: 'EROFS' }) }
    syncBuiltinESMExports()`)}`
  async function expected(child: ChildProcess): Promise<readonly (readonly [string, string])[]> {
    let printed = ''
    child.stdout!.on('data', (data) => {
      printed += String(data)
    })
    expect(await once(child, 'close')).toEqual([0, null])
    return JSON.parse(printed)
  }
  const stored = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>

  it('has all 200 keys that two processes have written', { tags: ['ci'] }, async () => {
    const path = join(tempDir(), 'session.json')
    const children = [start(path, 'a', '100'), start(path, 'b', '100')]
    await Promise.all(children.map(expected))
    expect(Object.keys(stored(path))).toHaveLength(200)
    expect(readdirSync(join(path, '..'))).toEqual(['session.json'])
  })

  it('has the right entries after three processes have added, changed and removed entries', {
    tags: ['ci'],
  }, async () => {
    tellHowToRepeat()
    const path = join(tempDir(), 'session.json')
    const children = ['a', 'b', 'c'].map((prefix, at) => start(path, prefix, '60', String(seed + at)))
    const all = (await Promise.all(children.map(expected))).flat()
    expect(stored(path)).toEqual(Object.fromEntries(all))
  })

  it('is intact and usable after a process was killed while it wrote', async () => {
    const path = join(tempDir(), 'session.json')
    for (let each = 0; each < 5; each++) {
      const child = start(path, `k${each}`, '100000')
      await expect
        .poll(() => readdirSync(join(path, '..')), { message: 'the process writes the file' })
        .toContain('session.json')
      // Kills the process at some moment between its changes.
      await new Promise((resolve) => setTimeout(resolve, 30))
      child.kill('SIGKILL')
      await once(child, 'close')
      fileStore(path, () => {}).set(`after${each}`, 'x')
    }
    expect(Object.keys(stored(path)).filter((key) => key.startsWith('after'))).toHaveLength(5)
  })

  it("isn't changed, and the change fails, if the lock can't be read or removed", {
    tags: ['ci'],
  }, async () => {
    const unreadable = join(tempDir(), 'session.json')
    mkdirSync(`${unreadable}.lock`)
    const kept = join(tempDir(), 'session.json')
    writeFileSync(`${kept}.lock`, `${2 ** 22 - 1} ${hostname()} 00`)
    const failed = [
      [script, unreadable, 'a', '1'],
      ['--import', noRenaming, script, kept, 'a', '1'],
    ].map(async (args) => {
      // The child would never end by itself if it waited for the lock without a limit.
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 })
      let printed = ''
      child.stderr.on('data', (data) => {
        printed += String(data)
      })
      expect(await once(child, 'close')).toEqual([1, null])
      expect(printed).toContain('cli/state-busy')
    })
    await Promise.all(failed)
    expect([unreadable, kept].filter(existsSync)).toEqual([])
  })
})

describe('the lock of a state file', () => {
  it('is taken over from a process that died before it wrote its id', { tags: ['ci'] }, () => {
    const path = join(tempDir(), 'session.json')
    writeFileSync(`${path}.lock`, '')
    fileStore(path, () => {}).set('key', 'x')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ key: 'x' })
  })

  it('is taken over if its process has ended, or if it is old and from another machine', () => {
    const path = join(tempDir(), 'session.json')
    writeFileSync(`${path}.lock`, `${2 ** 22 - 1} ${hostname()} 00`)
    expect(withFileLock(path, () => 1)).toBe(1)
    writeFileSync(`${path}.lock`, `${process.pid} elsewhere 00`)
    const past = Date.now() / 1000 - 60
    utimesSync(`${path}.lock`, past, past)
    expect(withFileLock(path, () => 2)).toBe(2)
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  it('makes a second process fail if the first process still runs after a wait', {
    tags: ['ci'],
  }, () => {
    const path = join(tempDir(), 'session.json')
    writeFileSync(`${path}.lock`, `${process.ppid} ${hostname()} 00`)
    expect(() => withFileLock(path, () => 1)).toThrow(expect.objectContaining({ code: 'cli/state-busy' }))
    expect(statSync(`${path}.lock`).isFile()).toBe(true)
  })

  it('is released when the change of the file fails', () => {
    const path = join(tempDir(), 'session.json')
    const failing = () =>
      withFileLock(path, () => {
        throw new Error('on purpose')
      })
    expect(failing).toThrow('on purpose')
    expect(withFileLock(path, () => 1)).toBe(1)
  })
})

it("two commands with WalletConnect don't overwrite each other's changes", () => {
  const env = { LATCHKEY_HOME: tempDir() }
  const first = relayStore(env)
  first.set('gone', '0')
  first.close()
  const [one, two] = [relayStore(env), relayStore(env)]
  one.set('a', '1')
  two.set('b', '2')
  two.remove('gone')
  one.close()
  two.close()
  const after = relayStore(env)
  expect([...after.keys()].sort()).toEqual(['a', 'b'])
})
