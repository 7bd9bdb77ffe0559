import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/lib/test-run/longest-first.mjs'
import { patience } from './test/support/patience.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const src = (path: string) => here(`src/${path}`)

/** Tests of single parts of the library. These tests need no node and no browser. */
const plain = ['test/{architecture,docs,property,unit}/**/*.test.ts']
/** Options of files that share a process. */
const together = { isolate: false, setupFiles: 'test/support/settled-imports.ts' }
/** Files of `plain` that need a process of their own, because they need modules that no other file has loaded yet. */
const alone = ['test/unit/adapters/shared/load-chain.test.ts', 'test/unit/bridges/appkit-react/hooks.test.ts']

/**
 * Returns the files of these folders that can share a process: the files that don't mention WalletConnect or polkadot, whose
 * clients outlive their tests.
 */
const sharing = (...folders: readonly string[]) =>
  folders
    .flatMap((folder) => readdirSync(here(folder)).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => !/walletconnect|relay|polkadot|chopsticks/i.test(readFileSync(here(path), 'utf8')))
const shared = sharing('test/cli', 'test/contract', 'test/fuzz', 'test/integration')

export default defineConfig({
  resolve: {
    // Tests and the CLI import the public entries. These aliases resolve the entries to the sources.
    alias: [
      { find: /^latchkey$/, replacement: src('index.ts') },
      { find: /^latchkey\/react$/, replacement: src('ui-react/index.ts') },
      { find: /^latchkey\/(appkit|viem)\/react$/, replacement: `${src('bridges')}/$1-react/index.ts` },
      { find: /^latchkey\/(adapters|providers)\/([\w-]+)$/, replacement: `${src('')}$1/$2/index.ts` },
      {
        find: /^latchkey\/(appkit|viem|wagmi|solana-standard|bitcoin-standard|cosmos-signer|polkadot-signer)$/,
        replacement: `${src('bridges')}/$1/index.ts`,
      },
      { find: /^latchkey\/connectors\/([\w-]+)$/, replacement: `${src('connectors')}/$1/index.ts` },
      {
        find: /^latchkey\/(connectors|controllers|networks|devnet|devtools|server|servers|siwx|testing|wallets)$/,
        replacement: `${src('')}$1/index.ts`,
      },
    ],
  },
  test: {
    globalSetup: 'test/support/devnet-broker.ts',
    pool: 'forks',
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Long enough for a very busy machine, so that a slow test passes. A broken test fails earlier, because each wait in a test
    // has its own timeout.
    testTimeout: patience.test,
    hookTimeout: patience.test,
    expect: { poll: { timeout: patience.state } },
    tags: [
      { name: 'ci', description: 'Left out of `npm test`; runs under CI and in `npm run test:all`.' },
      { name: 'all', description: 'Runs in `npm run test:all` only.' },
    ],
    unstubGlobals: true,
    restoreMocks: true,
    projects: [
      // One process runs many of these files, because their modules take seconds to load. The tested code runs in the browser, so
      // the files don't affect each other.
      {
        extends: true,
        test: { name: 'browser', include: ['test/{e2e,ui}/**/*.test.ts'], ...together },
      },
      // Each of these files has a process of its own.
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/{cli,contract,fuzz,integration}/**/*.test.ts', ...alone],
          exclude: shared,
        },
      },
      // These tests leave nothing behind, so they can share a process.
      { extends: true, test: { name: 'shared', include: shared, ...together } },
      { extends: true, test: { name: 'unit', include: plain, exclude: alone, ...together } },
      // Tests with third-party libraries, which `npm run test:hosts` installs.
      {
        extends: true,
        test: {
          name: 'hosts',
          include: ['test/hosts/*.test.{ts,tsx}', 'test/hosts/examples/*.test.ts'],
          fileParallelism: false,
        },
      },
      // Tests of the shell commands in the docs. `npm run test:docs` runs them.
      {
        extends: true,
        test: { name: 'shell', include: ['test/shell/*.test.ts'], fileParallelism: false },
      },
      // Tests of `dist`, which `npm test` builds first.
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          testTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
