import { dirname, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { defineConfig, type Options } from 'tsup'
import { inlineMessages } from './scripts/lib/inline-messages.mjs'
import { catalogue } from './src/core/errors/catalogue.ts'

/**
 * The emitter's base comes along with our code, from its file for bundlers: its package offers CommonJS alone, which costs
 * a page 180 bytes more, and a family's descriptor 380.
 */
const bringEmitter: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'bring-emitter',
  setup(build) {
    build.onResolve({ filter: /^eventemitter3$/ }, () => ({
      path: resolve('node_modules/eventemitter3/dist/eventemitter3.esm.js'),
      sideEffects: false,
    }))
  },
}

/** The verifiers bring the @noble/hashes that each was made for; our own files use the one that we depend on. */
const dependOnHashes: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'depend-on-hashes',
  setup(build) {
    build.onResolve({ filter: /^@noble\/hashes(\/|$)/ }, ({ path, importer }) =>
      importer.includes('node_modules') ? undefined : { path, external: true },
    )
  },
}

const core: Options = {
  entry: {
    index: 'src/index.ts',
    networks: 'src/networks/index.ts',
    'controllers/index': 'src/controllers/index.ts',
    'adapters/bip122/index': 'src/adapters/bip122/index.ts',
    'adapters/cosmos/index': 'src/adapters/cosmos/index.ts',
    'adapters/eip155/index': 'src/adapters/eip155/index.ts',
    'adapters/polkadot/index': 'src/adapters/polkadot/index.ts',
    'adapters/solana/index': 'src/adapters/solana/index.ts',
    'connectors/index': 'src/connectors/index.ts',
    'connectors/walletconnect/index': 'src/connectors/walletconnect/index.ts',
    'devnet/index': 'src/devnet/index.ts',
    'testing/index': 'src/testing/index.ts',
    'wallets/index': 'src/wallets/index.ts',
    'cli/main': 'cli/main.ts',
  },
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  treeshake: true,
  sourcemap: false,
  // Not what the other build writes at the same time.
  clean: ['!react/**'],
  dts: {
    entry: {
      index: 'src/index.ts',
      networks: 'src/networks/index.ts',
      'controllers/index': 'src/controllers/index.ts',
      'adapters/bip122/index': 'src/adapters/bip122/index.ts',
      'adapters/cosmos/index': 'src/adapters/cosmos/index.ts',
      'adapters/eip155/index': 'src/adapters/eip155/index.ts',
      'adapters/polkadot/index': 'src/adapters/polkadot/index.ts',
      'adapters/solana/index': 'src/adapters/solana/index.ts',
      'connectors/index': 'src/connectors/index.ts',
      'connectors/walletconnect/index': 'src/connectors/walletconnect/index.ts',
      'devnet/index': 'src/devnet/index.ts',
      'testing/index': 'src/testing/index.ts',
      'wallets/index': 'src/wallets/index.ts',
      // Here, since declarations are cleaned without regard to what another build has written.
      'react/index': 'src/ui-react/index.ts',
    },
  },
  // So that tweetnacl finds the platform's randomness, and does not ask for a require that ESM has not.
  define: { self: 'globalThis' },
  // They only verify, in the CLI, whose users need not install them.
  noExternal: [/^ethers(\/|$)/, 'tweetnacl', /^@scure\/sr25519/, /^@noble\//],
  esbuildPlugins: [bringEmitter, dependOnHashes, inlineMessages(catalogue)],
  external: [
    /^node:/,
    'crypto',
    'http',
    'https',
    'zlib',
    /^latchkey(\/|$)/,
    'viem',
    /^@polkadot\//,
    /^@cosmjs\//,
    /^@walletconnect\//,
    '@foundry-rs/anvil',
    'commander',
  ],
}

/**
 * Every module of the React package, by its name in `dist/react`: its own by where they stand in `src/ui-react`, what they
 * take of the core by where it stands in `src`.
 */
const reactModules = await modulesFrom('src/ui-react/index.ts')

/** Modules stay apart: how they are best put together, only the bundler of a whole page knows. */
const keepModules: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'keep-modules',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined
      const to = reactName(resolve(dirname(importer), path))
      const from = dirname(reactName(importer))
      return { path: `./${relative(from, `${to}.js`)}`.replace('./..', '..'), external: true }
    })
  },
}

// The React package, a build of its own: its banner must not land on the core, which it imports by the package's name.
const react: Options = {
  entry: Object.fromEntries(reactModules.map((file) => [reactName(file), file])),
  outDir: 'dist/react',
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: false,
  // It would drop the directive.
  treeshake: false,
  sourcemap: false,
  clean: true,
  banner: { js: "'use client'" },
  esbuildPlugins: [keepModules, inlineMessages(catalogue)],
  // The QR code's own matrix is a dependency of the package.
  external: [/^react(\/|$)/, /^react-dom(\/|$)/, 'uqr', /^latchkey(\/|$)/],
}

export default defineConfig([core, react])

function reactName(file: string): string {
  return relative('src', file)
    .replace(/^ui-react\//, '')
    .replace(/\.tsx?$/, '')
}

/** A module and all that it imports, types aside. */
async function modulesFrom(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    external: ['latchkey', 'latchkey/*', 'react', 'react-dom', 'uqr'],
    write: false,
    metafile: true,
    outdir: 'dist/react',
    logLevel: 'error',
    plugins: [inlineMessages(catalogue)],
  })
  return Object.keys(metafile.inputs)
}
