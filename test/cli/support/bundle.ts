import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The program as one would install it, made from the sources: a folder below the project, so that packages are found. */
export async function bundleCli(): Promise<{ readonly main: string; remove(): void }> {
  const outdir = `${root}.cache/cli-test-${randomUUID()}`
  await build({
    absWorkingDir: root,
    entryPoints: ['cli/main.ts'],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'error',
    packages: 'external',
    alias: {
      'latchkey/adapters': './src/adapters',
      'latchkey/connectors': './src/connectors',
      'latchkey/controllers': './src/controllers/index.ts',
      'latchkey/devnet': './src/devnet/index.ts',
      'latchkey/networks': './src/networks/index.ts',
      'latchkey/servers': './src/servers/index.ts',
      'latchkey/testing': './src/testing/index.ts',
      'latchkey/siwx': './src/siwx/index.ts',
      'latchkey/wallets': './src/wallets/index.ts',
      latchkey: './src/index.ts',
    },
  })
  return { main: `${outdir}/main.js`, remove: () => rmSync(outdir, { recursive: true, force: true }) }
}
