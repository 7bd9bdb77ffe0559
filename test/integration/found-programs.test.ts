import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onPath, searchedFolders } from '../../src/devnet/find-program.ts'
import { npmCommand } from '../../src/devnet/nodes/polkadot/workspace.ts'
import { spawnTied } from '../../src/devnet/tied-process.ts'

// A developer has downloaded a project from a stranger, and starts a devnet in the project's folder. The devnet must
// run no program from that folder.

const programs = ['anvil', 'bitcoind', 'simd', 'npm', 'npx', 'sleep', 'planted'] as const

describe.skipIf(process.platform === 'win32')('the devnet in a hostile current folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-hostile-folder-'))
  const before = process.cwd()
  const plant = (...path: string[]) => {
    const file = join(folder, ...path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '#!/bin/sh\ntouch "$(dirname "$0")/it-ran"\necho hostile\n')
    chmodSync(file, 0o755)
  }
  beforeAll(() => {
    for (const name of programs) {
      plant(name)
      plant('bin', name)
      plant('node_modules', '.bin', name)
    }
    const [system, cpu] = [process.platform, process.arch === 'x64' ? 'amd64' : process.arch]
    for (const name of ['anvil', `anvil-${system}-${cpu}`]) {
      plant('node_modules', '@foundry-rs', name, 'bin', 'anvil')
      writeFileSync(
        join(folder, 'node_modules', '@foundry-rs', name, 'package.json'),
        `{"name":"@foundry-rs/${name}"}`,
      )
    }
    process.chdir(folder)
  })
  afterAll(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true, force: true })
  })
  // PATH can contain these folders, because npm and npx add them, or because a developer added them.
  const paths = [
    ['.', '', 'bin', './bin', 'node_modules/.bin'],
    [join(folder, 'node_modules', '.bin'), `${join(folder, 'node_modules', '.bin')}/`],
  ].map((folders) => folders.join(delimiter))

  it.each(paths)('finds no program in the folder if PATH is %s', (path) => {
    for (const name of programs) expect(onPath(name, path)).toBeUndefined()
    expect(searchedFolders(path + delimiter + before)).toEqual([before])
    const [npm = ''] = npmCommand(path) ?? []
    expect(npm).not.toMatch(/^(npm)?$/)
    expect(npm.startsWith(folder)).toBe(false)
  })

  it('finds no anvil in the node_modules of the folder', async () => {
    const outfile = join(mkdtempSync(join(tmpdir(), 'latchkey-installed-')), 'anvil-binary.mjs')
    const source = fileURLToPath(new URL('../../src/devnet/nodes/anvil-binary.ts', import.meta.url))
    await build({
      entryPoints: [source],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    })
    const script = `const { anvilBinary } = await import(${JSON.stringify(outfile)})
      try { console.log(anvilBinary({ PATH: ${JSON.stringify(paths.join(delimiter))} })) } catch (error) { console.log(error.code) }`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
    })
    rmSync(join(outfile, '..'), { recursive: true, force: true })
    expect(stdout.trim()).toBe('config/peer-missing')
  })

  it("hides the folder's programs from the programs that it starts, even in a shell", async () => {
    const path = process.env.PATH
    process.env.PATH = [...paths, path].join(delimiter)
    try {
      const { child, ended } = spawnTied('/bin/sh', ['-c', 'sleep 0; echo "$PATH"; planted'])
      let said = ''
      child.stdout?.on('data', (data) => {
        said += String(data)
      })
      expect((await ended).code).toBe(127)
      expect(said).not.toContain('hostile')
      expect(said).not.toContain(folder)
    } finally {
      process.env.PATH = path
    }
  })
})
