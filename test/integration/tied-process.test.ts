import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { spawnTied } from '../../src/devnet/tied-process.ts'

/**
 * Lists the processes of a group that still run. Zombies don't count: after its end, a process without a parent stays a
 * zombie until init reaps it.
 */
function membersOf(group: number): readonly number[] {
  const lines =
    process.platform === 'linux'
      ? readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .map(statusOf)
      : execFileSync('ps', ['-A', '-o', 'pid=,state=,pgid='], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, state = 'Z', of]) => !state.startsWith('Z') && Number(of) === group)
    .map(([pid]) => Number(pid))
}

function statusOf(pid: string): string {
  try {
    const [, state, group] = /\) (\S) \d+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return `${pid} ${state} ${group}`
  } catch {
    return ''
  }
}

describe.skipIf(process.platform === 'win32')('a program that is tied to the process that started it', () => {
  it.each([
    ['exits normally', ['-c', 'exit 0'], undefined],
    ['exits with an error', ['-c', 'exit 3'], undefined],
    ['is stopped', ['-c', 'exec sleep 60'], 'stop'],
  ] as const)('keeps its folder when it %s before that process ends', async (_, args, stop) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-tied-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'installed')
    await writeFile(file, '')
    const program = spawnTied('/bin/sh', args, { folder })
    const group = program.child.pid!
    if (stop) await program.stop()
    await program.ended
    // The guard is a process that ends after the program, and that removes the folder only if our process has died.
    await expect.poll(() => membersOf(group), { message: 'the guard ends' }).toEqual([])
    expect(existsSync(file)).toBe(true)
    expect(program.pid).toBeUndefined()
  })
})
