import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Project, projectWith } from './support.ts'

const line = 'The eip155 chain needs a package that is not installed: npm install viem'
const page = `import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { mainnet } from 'latchkey/networks'
const latchkey = createLatchkey({ networks: [mainnet], adapters: [eip155()] })
const evm = await latchkey.adapter('eip155')
await evm.getBalance('eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8').catch((error) => console.log(error.message))
await latchkey.dispose()
`

/** A host that hasn't installed the library of its family. The bundles run in Node.js, in a project without viem. */
describe('a missing peer', () => {
  let project: Project
  const at = (name: string) => join(project.folder, name)
  const printed = (file: string) => project.run(['--no-warnings', at(file)]).out.trim()
  beforeAll(async () => {
    project = await projectWith([])
    writeFileSync(at('page.mjs'), page)
    writeFileSync(at('index.html'), '<script type="module" src="/page.mjs"></script>')
  })
  afterAll(() => project?.remove())

  it('is named with its install command when Node.js runs the page', () => {
    expect(printed('page.mjs')).toBe(line)
  })

  it('is named with its install command when esbuild has left it out of the bundle', async () => {
    const options: BuildOptions = {
      entryPoints: [at('page.mjs')],
      bundle: true,
      format: 'esm',
      logLevel: 'silent',
    }
    // If esbuild doesn't leave the package out, esbuild itself says which package is missing.
    await expect(esbuild({ ...options, write: false })).rejects.toThrow('Could not resolve "viem"')
    await esbuild({ ...options, splitting: true, outdir: at('esbuild'), external: ['viem', 'viem/*'] })
    expect(printed('esbuild/page.js')).toBe(line)
  })

  it("is named by Vite's error at the build", async () => {
    const build = vite({
      root: project.folder,
      configFile: false,
      logLevel: 'silent',
      build: { target: 'es2022', write: false },
    })
    // docs/entries.md explains this error.
    await expect(build).rejects.toThrow('"__vite-optional-peer-dep:viem:latchkey"')
  })
})
