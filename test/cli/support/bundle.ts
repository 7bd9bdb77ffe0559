import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { builtOnce } from '../../support/built-once.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Builds the installed program from the sources, once per test run. Returns the path of the main file. */
export async function builtCli(): Promise<string> {
  const folder = await builtOnce('cli', async (made) => {
    await build({
      absWorkingDir: root,
      entryPoints: ['cli/main.ts'],
      outdir: join(made, 'program'),
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
        'latchkey/providers': './src/providers',
        'latchkey/servers': './src/servers/index.ts',
        'latchkey/testing': './src/testing/index.ts',
        'latchkey/siwx': './src/siwx/index.ts',
        'latchkey/viem': './src/bridges/viem/index.ts',
        'latchkey/wallets': './src/wallets/index.ts',
        latchkey: './src/index.ts',
      },
    })
    await writeFile(join(made, 'package.json'), '{ "name": "latchkey", "type": "module" }')
    for (const name of ['node_modules', 'devnet'])
      await symlink(join(root, name), join(made, name), 'junction')
  })
  return join(folder, 'program', 'main.js')
}
