import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const src = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    // Tests and the CLI name the public entries; here they resolve to the sources.
    alias: [
      { find: /^latchkey$/, replacement: src('index.ts') },
      { find: /^latchkey\/networks$/, replacement: src('networks.ts') },
      { find: /^latchkey\/adapters\/(\w+)$/, replacement: `${src('adapters')}/$1/index.ts` },
      { find: /^latchkey\/(controllers|devnet|testing)$/, replacement: `${src('')}$1/index.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/package/**', 'node_modules/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
    restoreMocks: true,
    typecheck: { enabled: false, include: ['test/types/**/*.test-d.ts'] },
  },
})
