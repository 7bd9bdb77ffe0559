import { defineConfig, type Options } from 'tsup'

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
      // Here, since declarations are cleaned without regard to what another build has written.
      'react/index': 'src/ui-react/index.ts',
    },
  },
  // So that tweetnacl finds the platform's randomness, and does not ask for a require that ESM has not.
  define: { self: 'globalThis' },
  // They only verify, in the CLI, whose users need not install them.
  noExternal: [/^ethers(\/|$)/, 'tweetnacl', /^@scure\/sr25519/, /^@noble\//],
  esbuildPlugins: [dependOnHashes],
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

// The React package, a build of its own: its banner must not land on the core, which it imports by the package's name.
const react: Options = {
  entry: { index: 'src/ui-react/index.ts' },
  outDir: 'dist/react',
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  // It would drop the directive.
  treeshake: false,
  sourcemap: false,
  clean: true,
  banner: { js: "'use client'" },
  // The QR code's own matrix is a dependency of the package.
  external: [/^react(\/|$)/, /^react-dom(\/|$)/, 'uqr', /^latchkey(\/|$)/],
}

export default defineConfig([core, react])
