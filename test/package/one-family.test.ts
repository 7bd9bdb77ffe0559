import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as vite } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Project, projectWith } from './support.ts'

/**
 * Each family with one of its networks and its libraries, as docs/entries.md lists them. A page needs only some of these
 * libraries.
 */
const families = [
  ['eip155', 'mainnet', ['viem']],
  ['solana', 'solanaMainnet', ['@solana/web3.js']],
  ['polkadot', 'polkadotAssetHub', ['@polkadot/api']],
  ['bip122', 'bitcoin', ['bitcoinjs-lib', '@bitcoinerlab/secp256k1']],
  [
    'cosmos',
    'cosmosHub',
    ['@cosmjs/stargate', '@cosmjs/proto-signing', '@cosmjs/amino', '@cosmjs/crypto', 'cosmjs-types'],
  ],
] satisfies [string, string, string[]][]
const libraries = families.flatMap(([, , names]) => names)

/** A bundler resolves every import that a page can reach, so one import of another family's library breaks the build. */
describe.each(families)('a page with only %s', (family, network, own) => {
  let project: Project
  beforeAll(async () => {
    project = await projectWith(['react', 'react-dom'])
    const page = `import { createLatchkey } from 'latchkey'
import { ${family} } from 'latchkey/adapters/${family}'
import { ${network} } from 'latchkey/networks'
import { LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
const latchkey = createLatchkey({ networks: [${network}], adapters: [${family}()] })
globalThis.page = [latchkey, LatchkeyModal, LatchkeyProvider]
`
    mkdirSync(join(project.folder, 'src'))
    writeFileSync(join(project.folder, 'src/page.js'), page)
    writeFileSync(join(project.folder, 'index.html'), '<script type="module" src="/src/page.js"></script>')
  })
  afterAll(() => project?.remove())

  it("is built by Vite without other families' libraries", async () => {
    const needed = new Set<string>()
    await vite({
      root: project.folder,
      configFile: false,
      logLevel: 'silent',
      build: { target: 'es2022', write: false, minify: false },
      plugins: [
        {
          name: 'libraries',
          enforce: 'pre',
          resolveId(id) {
            const library = libraries.find((name) => id === name || id.startsWith(`${name}/`))
            if (!library) return
            needed.add(library)
            return { id, external: true }
          },
        },
      ],
    })
    expect([...needed]).toContain(own[0])
    expect([...needed].filter((name) => !own.includes(name))).toEqual([])
  })
})
