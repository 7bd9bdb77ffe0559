import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from '../../scripts/lib/weigh.mjs'
import { bin } from '../../scripts/lib/workspace.mjs'
import { catalogue } from '../../src/core/errors/catalogue.ts'
import { manifest, root, tarball } from './support.ts'

const dist = join(root, 'dist')
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'))
const isCli = (path: string) => path.startsWith('cli/')

describe('the built package', () => {
  it('has code and types for every entry of the exports map', () => {
    for (const target of Object.values(manifest.exports)) {
      for (const path of typeof target === 'string' ? [target] : Object.values(target as object)) {
        expect(existsSync(join(root, path)), path).toBe(true)
      }
    }
  })

  it('starts its command with a shebang', () => {
    expect(readFileSync(join(dist, 'cli/main.js'), 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true)
  })

  it("marks only the React package's files as client code", () => {
    for (const path of files) {
      const [first] = readFileSync(join(dist, path), 'utf8').split('\n', 1)
      expect(/^['"]use client['"];?$/.test(first ?? ''), path).toBe(/^((appkit|viem)-)?react\//.test(path))
    }
  })

  it('has only one copy of the error classes', () => {
    for (const path of files.filter((one) => /^((appkit|viem)-)?react\//.test(one)))
      expect(readFileSync(join(dist, path), 'utf8'), path).not.toContain('extends Error')
  })

  it('contains no path of the checkout, so that every checkout builds the same files', () => {
    for (const path of files) expect(readFileSync(join(dist, path), 'utf8').includes(root), path).toBe(false)
  })

  it("imports other packages' JSON with the syntax that Node requires", () => {
    const imports = files.flatMap((path) => {
      const text = readFileSync(join(dist, path), 'utf8')
      return [...text.matchAll(/import\(\s*['"]([^'"]+\.json)['"]([^)]*)\)/g)]
    })
    // Three imports for the contracts of the exchange, and two for the contracts of smart accounts.
    expect(imports.length).toBeGreaterThanOrEqual(5)
    for (const [, specifier, options] of imports)
      expect(options, specifier).toMatch(/^,\s*\{\s*with:\s*\{\s*type:\s*['"]json['"]\s*\}\s*\}\s*$/)
  })

  it('contains no contract of Uniswap, because these contracts are under the GPL', () => {
    const { bytecode } = JSON.parse(
      readFileSync(join(root, 'node_modules/@uniswap/v2-periphery/build/WETH9.json'), 'utf8'),
    ) as { bytecode: string }
    for (const path of files)
      expect(readFileSync(join(dist, path), 'utf8').includes(bytecode.slice(0, 200)), path).toBe(false)
  })

  it('loads no code from other sites and evaluates no text as code', () => {
    for (const path of files.filter((path) => !isCli(path))) {
      const text = readFileSync(join(dist, path), 'utf8')
      expect(text, path).not.toMatch(
        /(?<![.\w$])eval\((?!\w[\w,=!]*\)\{)|new Function\(|import\(['"`]https?:|createElement\(['"]script/,
      )
    }
  })
})

describe('the size', () => {
  it('of createLatchkey with its dependencies stays within 20 kB gzip', async () => {
    const { initial, inputs } = await bundle("export { createLatchkey } from 'latchkey'")
    expect(initial.gzip).toBeLessThanOrEqual(20_010)
    expect(inputs.filter((path) => /node_modules\/(viem|ox|abitype|ethers)\//.test(path))).toEqual([])
  })

  it('of createLatchkey excludes the error messages of parts that load later', async () => {
    const { initialText } = await bundle("export { createLatchkey } from 'latchkey'")
    expect(initialText).toContain(catalogue['config/already-created'].slice(0, 20))
    const late = [
      'wallet/send-in-progress',
      'http/invalid-body',
      'node/nonce-too-low',
      'frame/load-failed',
    ] as const
    for (const code of late) expect(initialText, code).not.toContain(catalogue[code].slice(0, 20))
  })

  it.each([
    ['alchemy', 'alchemy-data'],
    ['alchemy', 'history'],
    ['ankr', 'ankr-data'],
    ['ankr', 'history'],
    ['blockscout', 'blockscout-data'],
    ['blockscout', 'history'],
    ['coinbase', 'coinbase-onramp'],
    ['coingecko', 'coingecko-prices'],
    ['cosmos-rest', 'cosmos-rest-data'],
    ['cosmos-rest', 'history'],
    ['defillama', 'defillama-prices'],
    ['etherscan', 'etherscan-data'],
    ['etherscan', 'history'],
    ['graphql', 'graphql-history'],
    ['helius', 'helius-data'],
    ['helius', 'history'],
    ['jupiter', 'jupiter-swaps'],
    ['lifi', 'lifi-swaps'],
    ['meld', 'meld-onramp'],
    ['mempool', 'mempool-history'],
    ['moonpay', 'moonpay-onramp'],
    ['oneinch', 'oneinch-swaps'],
    ['paraswap', 'paraswap-swaps'],
    ['pyth', 'pyth-prices'],
    ['ramp', 'ramp-onramp'],
    ['subscan', 'subscan-data'],
    ['subscan', 'history'],
    ['subscan', 'chain/own-node'],
    ['transak', 'transak-onramp'],
    ['zerox', 'zerox-swaps'],
  ])(
    'of the provider %s is at most 500 B gzip, and its file %s, which loads on first use, is at most 3 kB',
    async (name, late) => {
      const exported = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
      const { initial } = await bundle(`export { ${exported} } from 'latchkey/providers/${name}'`)
      expect(initial.gzip).toBeLessThanOrEqual(500)
      const code = `export * from './src/providers/${name}/${late}.ts'`
      const { initial: own, inputs } = await bundle(code, {
        // Leaves out the hash function, because the polkadot adapter loads it anyway.
        external: ['../../core/*', '../../../core/*', '@noble/hashes/*'],
      })
      expect(inputs.filter((path) => path.includes('/core/'))).toEqual([])
      expect(own.gzip).toBeLessThanOrEqual(3000)
    },
  )

  it('of the eip155 descriptor stays within 1 kB gzip', async () => {
    const { initial } = await bundle("export { eip155 } from 'latchkey/adapters/eip155'")
    expect(initial.gzip).toBeLessThanOrEqual(1000)
  })
})

describe('the tarball of a plain npm pack on a clean clone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-lint-'))
  let packed = ''
  beforeAll(async () => {
    packed = await tarball()
    execFileSync('tar', ['-xzf', packed, '-C', folder, '--strip-components=1'])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })

  it('has the file and the types of every entry of the exports map', () => {
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target as Record<string, string>),
    )
    expect(targets.filter((path) => path.endsWith('.d.ts')).length).toBeGreaterThanOrEqual(25)
    expect(targets.filter((path) => !existsSync(join(folder, path)))).toEqual([])
  })

  it('has types that refer only to existing files and to packages that a host has', () => {
    const { name, dependencies, peerDependencies } = manifest
    const known = [name, ...Object.keys({ ...dependencies, ...peerDependencies })]
    const declared = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.d.ts'),
    )
    expect(declared.length).toBeGreaterThan(25)
    const lost = declared.flatMap((path) =>
      ts
        .preProcessFile(readFileSync(join(folder, path), 'utf8'))
        .importedFiles.map(({ fileName }) => fileName)
        .filter((module) =>
          module.startsWith('.')
            ? !existsSync(join(folder, dirname(path), module.replace(/\.js$/, '.d.ts')))
            : !module.startsWith('node:') &&
              !known.some((one) => module === one || module.startsWith(`${one}/`)),
        )
        .map((module) => `${path}: ${module}`),
    )
    expect(lost).toEqual([])
  })

  it('has no build metadata', () => {
    expect(existsSync(join(folder, 'dist/.stamp.json'))).toBe(false)
  })

  it('passes publint', () => {
    const result = node(bin('publint'), 'run', packed, '--strict')
    expect(result.status, result.stdout + result.stderr).toBe(0)
  })

  it('passes attw with the ESM-only profile', { tags: ['ci'] }, () => {
    // attw compiles each entry several times. All entries are built in the same way, so most runs check only four.
    const some = ['.', './react', './adapters/eip155', './providers/alchemy']
    const entries = process.env.LATCHKEY_SOAK ? [] : ['--entrypoints', ...some]
    const options = ['--profile', 'esm-only', '--no-emoji', ...entries]
    const result = node(bin('attw', '@arethetypeswrong/cli'), packed, ...options)
    expect(result.status, result.stdout + result.stderr).toBe(0)
  })
})
