import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { spawnTied } from '../../src/devnet/tied-process.ts'

describe.skipIf(process.platform === 'win32')('a program that is tied to this process', () => {
  it.each([
    ['ends by itself', ['-c', 'exit 0'], undefined],
    ['fails', ['-c', 'exit 3'], undefined],
    ['is stopped', ['-c', 'sleep 60'], 'stop'],
  ] as const)('leaves its folder alone when it %s while we live', async (_, args, stop) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-tied-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'installed')
    await writeFile(file, '')
    const program = spawnTied('/bin/sh', args, { folder })
    if (stop) await program.stop()
    await program.ended
    // As long as a guard that took our silence for our death would need.
    await sleep(1500)
    expect(existsSync(file)).toBe(true)
    expect(program.pid).toBeUndefined()
  })
})
