import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it, onTestFinished } from 'vitest'
import { embedded } from '../../src/servers/database/embedded.ts'
import { lockFolder } from '../../src/servers/database/lock-folder.ts'

function newFolder(name = ''): string {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-held-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return join(root, name)
}

/** Starts a process that opens the database folder and keeps it open until the process is killed. */
async function holder(folder: string) {
  const script = `${newFolder('holder')}.mjs`
  await build({
    stdin: {
      contents: `import { lockFolder } from './src/servers/database/lock-folder.ts'
        await lockFolder(process.argv[2])
        console.log('held')
        setInterval(() => {}, 1_000_000)`,
      resolveDir: fileURLToPath(new URL('../..', import.meta.url)),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
  })
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

describe('a database folder', () => {
  it('can be opened by a second process only when the first process has closed it', {
    tags: ['ci'],
  }, async () => {
    const folder = newFolder('data')
    const first = await embedded(folder)
    await first.query('create table kept (n int)')
    await first.query('insert into kept values (7)')
    await expect(embedded(folder)).rejects.toMatchObject({
      code: 'validation/invalid-input',
      message: expect.stringContaining('another process has'),
    })
    expect(await first.query('select n from kept')).toEqual([{ n: 7 }])
    await first.close()
    const second = await embedded(folder)
    expect(await second.query('select n from kept')).toEqual([{ n: 7 }])
    await second.close()
    expect(existsSync(join(folder, 'held.sock'))).toBe(false)
  })

  it('is released when its process is killed', async () => {
    const folder = newFolder('data')
    mkdirSync(folder)
    const other = await holder(folder)
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'validation/invalid-input' })
    other.kill('SIGKILL')
    await once(other, 'exit')
    const release = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'validation/invalid-input' })
    await release()
  })

  it('is opened by only one of the processes that start after its process was killed', async () => {
    const folder = newFolder('data')
    mkdirSync(folder)
    const other = await holder(folder)
    other.kill('SIGKILL')
    await once(other, 'exit')
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(folder)))
    const held = tries.filter((one) => one.status === 'fulfilled')
    expect(held).toHaveLength(1)
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'validation/invalid-input' })
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'validation/invalid-input' })
    await held[0]?.value()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['a relative path', (folder: string) => relative(process.cwd(), folder)],
    [
      'a link to it',
      (folder: string) => {
        const link = join(folder, '../link')
        symlinkSync(folder, link)
        return link
      },
    ],
  ])('is locked for %s too', async (_, named) => {
    const folder = newFolder('a'.repeat(120))
    mkdirSync(folder)
    const release = await lockFolder(folder)
    await expect(lockFolder(named(folder))).rejects.toMatchObject({ code: 'validation/invalid-input' })
    await release()
  })

  it('is locked even if its path is too long for the socket that locks it', async () => {
    const folder = newFolder('a'.repeat(120))
    mkdirSync(folder)
    const release = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'validation/invalid-input' })
    await release()
    await (await lockFolder(folder))()
  })
})
