import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectVisit } from '../../scripts/lib/connect-visit.mjs'
import { type ServedPages, servePages } from '../../scripts/lib/serve-pages.mjs'
import { bundle } from '../../scripts/lib/weigh.mjs'
import { weighModal } from '../../scripts/lib/weigh-modal.mjs'
import { root } from '../../scripts/lib/workspace.mjs'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'

describe('the pieces of a page built by Vite', () => {
  let start: ServedPages
  beforeAll(async () => {
    start = await servePages(['start'])
  })
  afterAll(() => start?.close())

  it('are at most 60 chunks for a page of one family, not counting the chunks of logos', () => {
    const chunks = [...start.scripts.keys()].filter((path) => start.isOurs(path))
    expect(chunks.filter((path) => !/-marks-[\w-]+\.js$/.test(path)).length).toBeLessThanOrEqual(60)
  })

  it('contain neither the library nor the adapter of a family that the page does not use', () => {
    const modules = [...start.scripts.values()].flat()
    const others = /\/node_modules\/(@solana|@polkadot|@cosmjs|bitcoinjs-lib|@walletconnect)\//
    const adapters = /\/dist\/lk-(solana|polkadot|bip122|cosmos|walletconnect)/
    expect(modules.filter((path) => others.test(path) || adapters.test(path))).toEqual([])
    expect(modules.filter((path) => /\/dist\/lk-eip155/.test(path))).not.toEqual([])
  })
})

describe('the files that a page without a bundler loads to connect', () => {
  const dist = join(root, 'dist')

  /** Returns the packages that these files import statically, directly or through other files. */
  function packagesOf(files: readonly string[]): ReadonlySet<string> {
    const packages = new Set<string>()
    const seen = new Set<string>()
    const read = (file: string) => {
      if (seen.has(file)) return
      seen.add(file)
      const code = readFileSync(file, 'utf8')
      for (const [, path = ''] of code.matchAll(/^(?:import|export)\b[^'"]*?['"]([^'"]+)['"]/gm))
        if (path.startsWith('.')) read(join(dirname(file), path))
        else packages.add(path)
    }
    for (const file of files) read(join(dist, file))
    return packages
  }

  it('import only the packages of the import map in examples/script-tag', () => {
    const page = readFileSync(join(root, 'examples/script-tag/index.html'), 'utf8')
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(page) ?? []
    const named = Object.keys((JSON.parse(map) as { imports: object }).imports)
    const entries = ['index.js', 'adapters/eip155/index.js', 'networks.js']
    const rooms = ['open', 'connect', 'injected', 'eip155'].map((name) => `lk-${name}.js`)
    const needed = packagesOf([...entries, ...rooms])
    expect(needed).toContain('@noble/hashes/sha3')
    expect([...needed].filter((name) => !named.includes(name))).toEqual([])
  })
})

describe('the files of a page built by Vite, without React,', () => {
  it('stay within the size limits', async () => {
    const { load, connect, views } = await weighModal()
    expect(load.gzip).toBeLessThanOrEqual(20_000)
    expect(connect).toBeGreaterThan(65_000)
    expect(connect).toBeLessThanOrEqual(74_300)
    expect(views.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['account', 'connecting', 'holdings']),
    )
    for (const { name, own } of views) expect(own, name).toBeLessThanOrEqual(8000)
  })
})

describe('the file that a page loads at start', () => {
  it('has only one import for each file that the page loads after the start', async () => {
    const dist = join(root, 'dist')
    const entry = readFileSync(join(dist, 'index.production.js'), 'utf8')
    const [, path = ''] = /^export \{[^}]*\bcreateLatchkey\b[^}]*\} from '([^']+)'/m.exec(entry) ?? []
    const text = readFileSync(join(dist, path), 'utf8')
    const lazy = [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, path]) => path)
    expect(lazy.length).toBeGreaterThan(5)
    expect(new Set(lazy).size).toBe(lazy.length)
  })
})

describe('a page built by esbuild, which writes a file for each shared module,', () => {
  const external = ['react', 'react/*', 'react-dom', 'react-dom/*']
  const core = "export { createLatchkey } from 'latchkey'"

  it('loads at most 19.6 kB gzip for createLatchkey', async () => {
    expect((await bundle(core, { external })).initial.gzip).toBeLessThanOrEqual(19_600)
  })

  it('loads at most 23.5 kB gzip for createLatchkey with the button', async () => {
    const button = "export { ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'"
    const { initial } = await bundle(`${core}; ${button}`, { external })
    expect(initial.gzip).toBeLessThanOrEqual(23_500)
  })
})

describe('a page with five families and WalletConnect', () => {
  let site: ServedPages
  beforeAll(async () => {
    // Vitest sets NODE_ENV to a value with which Vite makes a development build.
    vi.stubEnv('NODE_ENV', 'production')
    site = await servePages(['app', 'bare']).finally(() => vi.unstubAllEnvs())
  })
  afterAll(() => site?.close())

  it('is at most 22 kB gzip larger at its first load than a page with only React', () => {
    const weigh = (name: string) =>
      [...site.scripts.keys()]
        .filter((path) => path.startsWith(`/assets/${name}-`) && !path.includes('-later-'))
        .reduce((sum, path) => sum + site.gzipOf(path), 0)
    expect(weigh('bare')).toBeGreaterThan(50_000)
    expect(weigh('app') - weigh('bare')).toBeLessThanOrEqual(22_000)
  })

  it.skipIf(!chromiumPath)(
    'requests ten files of Latchkey until a wallet is connected and the account view is ready',
    async () => {
      const browser = await launchChromium()
      try {
        const { atLoad, untilList, all } = await connectVisit(browser, site, { filesOfList: 2 })
        expect(atLoad).toHaveLength(1)
        expect(untilList.length).toBeLessThanOrEqual(2)
        expect(all.length, all.join(' ')).toBeLessThanOrEqual(10)
      } finally {
        await browser.close()
      }
    },
  )
})
