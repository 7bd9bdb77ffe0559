import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    networks: 'src/networks.ts',
    'controllers/index': 'src/controllers/index.ts',
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
  noExternal: [/^ethers(\/|$)/, 'tweetnacl', /^@scure\/sr25519/],
  external: [
    /^node:/,
    'crypto',
    'http',
    'https',
    'zlib',
    /^latchkey(\/|$)/,
    'viem',
    /^@polkadot\//,
    '@foundry-rs/anvil',
    'eventemitter3',
    'commander',
  ],
})
