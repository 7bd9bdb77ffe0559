import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { check, type Sources } from './layers.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

function sourcesOf(...folders: readonly string[]): Sources {
  const paths = folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(css|json|tsx?)$/.test(path) && !path.endsWith('.d.ts'))
      .map((path) => `${folder}/${path}`),
  )
  return new Map(paths.sort().map((path) => [path, readFileSync(`${root}${path}`, 'utf8')]))
}

describe('the architecture', () => {
  it('has rules that every source file follows', () => {
    expect(check(sourcesOf('src', 'cli'))).toEqual([])
  })

  it('has no unused style sheet', () => {
    const sources = [...sourcesOf('src')]
    const code = sources.map(([, text]) => text).join('\n')
    const sheets = sources.map(([path]) => path).filter((path) => path.endsWith('.css'))
    expect(sheets.length).toBeGreaterThan(40)
    // The page of the embedded wallet links its own style sheets.
    const unused = sheets.filter((path) => !code.includes(`/${basename(path)}?inline'`))
    expect(unused).toEqual(['src/embedded-wallet/app.css'])
  })
})

describe('the check of the architecture', () => {
  const rulesBroken = (files: Record<string, string>) =>
    check(new Map(Object.entries(files))).map(({ rule }) => rule)

  it('finds a cycle of imports, even if it has only imports of types', () => {
    const files = {
      'src/core/a.ts': "import type { B } from './b.ts'\nexport type A = B",
      'src/core/b.ts': "import type { C } from './c.ts'\nexport type B = C",
      'src/core/c.ts': "import type { A } from './a.ts'\nexport type C = A",
    }
    expect(rulesBroken(files)).toEqual(['cycle'])
  })

  it('finds a cycle that is added to the real sources', () => {
    const sources = new Map(sourcesOf('src'))
    sources.set(
      'src/ports.ts',
      `import type { Emitter } from './core/emitter.ts'\n${sources.get('src/ports.ts')}`,
    )
    expect(check(sources).map(({ rule }) => rule)).toContain('cycle')
  })

  it.each([
    [
      'a layer that imports a higher layer',
      'src/core/a.ts',
      "import { x } from '../client/b.ts'",
      'direction',
    ],
    [
      'a wallet with keys that imports the client',
      'src/wallets/a.ts',
      "import { x } from '../client/b.ts'",
      'direction',
    ],
    [
      'a wallet with keys that imports an adapter',
      'src/wallets/a.ts',
      "import { x } from '../adapters/eip155/b.ts'",
      'direction',
    ],
    [
      'a wallet with keys that imports a heavy library statically',
      'src/wallets/solana/a.ts',
      "import { x } from '@solana/web3.js'",
      'heavy',
    ],
    [
      'a controller that imports a higher tier',
      'src/controllers/shell/a.ts',
      "import { x } from '../wallet/b.ts'",
      'tier',
    ],
    ['an import of the index file of src', 'src/client/a.ts', "import { x } from '../index.ts'", 'barrel'],
    ['a heavy library outside its folder', 'src/client/a.ts', "import('viem')", 'heavy'],
    [
      'a heavy library in an adapter outside its chain folder',
      'src/adapters/eip155/wallet.ts',
      "import { x } from 'viem'",
      'heavy',
    ],
    [
      "a static import of the chain's code",
      'src/adapters/eip155/adapter.ts',
      "import { x } from './chain/b.ts'",
      'chain',
    ],
    ['an unlisted package', 'src/core/a.ts', "import { x } from 'lodash'", 'package'],
    ['an import of a Node module', 'src/core/a.ts', "import { x } from 'node:fs'", 'package'],
    ['a default export', 'src/core/a.ts', 'export default 1', 'default-export'],
    ['export *', 'src/core/a.ts', "export * from './b.ts'", 'export-star'],
    ['a module-level let', 'src/core/a.ts', 'let x = 1', 'module-state'],
    ['a module-level map', 'src/core/a.ts', 'const x = new Map()', 'module-state'],
    ['window', 'src/core/a.ts', 'export const x = () => window.origin', 'ambient'],
    ['a timer', 'src/core/a.ts', 'export const x = () => setTimeout(() => {}, 1)', 'ambient'],
    [
      'a view that opens a window itself',
      'src/ui-react/parts/a.tsx',
      'export const x = (url: string) => window.open(url)',
      'page-port',
    ],
    [
      'a view that checks the browser itself',
      'src/ui-react/views/a.tsx',
      'export const x = () => /iphone/.test(navigator.userAgent)',
      'page-port',
    ],
    [
      'a view that checks the pointer itself',
      'src/ui-react/a.ts',
      "export const x = () => matchMedia('(pointer:coarse)').matches",
      'page-port',
    ],
    [
      'a file that may use only the clipboard, and uses more',
      'src/ui-react/parts/copy.tsx',
      'export const x = () => navigator.clipboard && navigator.share({})',
      'page-port',
    ],
    ['the wall clock', 'src/core/a.ts', 'export const x = () => Date.now()', 'ambient'],
    ['an import of a missing file', 'src/core/a.ts', "import { x } from './nowhere.ts'", 'unresolved'],
  ])('finds %s', (_, path, text, rule) => {
    const others = {
      'src/client/b.ts': '',
      'src/controllers/wallet/b.ts': '',
      'src/index.ts': '',
      'src/adapters/eip155/b.ts': '',
      'src/core/b.ts': '',
    }
    expect(rulesBroken({ ...others, [path]: text })).toContain(rule)
  })

  it('accepts a parameter that has the name of a global', () => {
    expect(
      rulesBroken({ 'src/core/a.ts': 'export const x = ({ fetch }: { fetch: () => void }) => fetch()' }),
    ).toEqual([])
  })
})
