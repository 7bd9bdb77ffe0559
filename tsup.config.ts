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

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    networks: 'src/networks.ts',
    'controllers/index': 'src/controllers/index.ts',
    'adapters/bip122/index': 'src/adapters/bip122/index.ts',
    'adapters/cosmos/index': 'src/adapters/cosmos/index.ts',
    'adapters/eip155/index': 'src/adapters/eip155/index.ts',
    'adapters/polkadot/index': 'src/adapters/polkadot/index.ts',
    'adapters/solana/index': 'src/adapters/solana/index.ts',
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
  clean: true,
  dts: {
    entry: {
      index: 'src/index.ts',
      networks: 'src/networks.ts',
      'controllers/index': 'src/controllers/index.ts',
      'adapters/bip122/index': 'src/adapters/bip122/index.ts',
      'adapters/cosmos/index': 'src/adapters/cosmos/index.ts',
      'adapters/eip155/index': 'src/adapters/eip155/index.ts',
      'adapters/polkadot/index': 'src/adapters/polkadot/index.ts',
      'adapters/solana/index': 'src/adapters/solana/index.ts',
      'devnet/index': 'src/devnet/index.ts',
      'testing/index': 'src/testing/index.ts',
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
    '@foundry-rs/anvil',
    'eventemitter3',
    'commander',
  ],
})
