import { relative, resolve } from 'node:path'
import { defineConfig, type Options } from 'tsup'
import { copyLimits } from './scripts/lib/copy-limits.ts'
import { buildEmbeddedWallet } from './scripts/lib/embedded-wallet.ts'
import { renameImportAttributes } from './scripts/lib/import-attributes.ts'
import { inlineMessages } from './scripts/lib/inline-messages.mjs'
import { keepRooms, roomsOf, skipHandovers } from './scripts/lib/rooms.ts'
import { shortenNames } from './scripts/lib/short-names.ts'
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

/** As the builds see the modules. */
const inlined = [copyLimits, inlineMessages(catalogue)]

/** The public entries; a page imports some of them. */
const entry = {
  index: 'src/index.ts',
  networks: 'src/networks/index.ts',
  'controllers/index': 'src/controllers/index.ts',
  'adapters/bip122/index': 'src/adapters/bip122/index.ts',
  'adapters/cosmos/index': 'src/adapters/cosmos/index.ts',
  'adapters/eip155/index': 'src/adapters/eip155/index.ts',
  'adapters/polkadot/index': 'src/adapters/polkadot/index.ts',
  'adapters/solana/index': 'src/adapters/solana/index.ts',
  'connectors/index': 'src/connectors/index.ts',
  'connectors/embedded/index': 'src/connectors/embedded/index.ts',
  'connectors/walletconnect/index': 'src/connectors/walletconnect/index.ts',
  'devnet/index': 'src/devnet/index.ts',
  'testing/index': 'src/testing/index.ts',
  'wallets/index': 'src/wallets/index.ts',
  'servers/index': 'src/servers/index.ts',
  'siwx/index': 'src/siwx/index.ts',
  'devtools/index': 'src/devtools/index.ts',
  // The bridges to libraries of other makers.
  'appkit/index': 'src/bridges/appkit/index.ts',
  'wagmi/index': 'src/bridges/wagmi/index.ts',
  'solana-standard/index': 'src/bridges/solana-standard/index.ts',
  'bitcoin-standard/index': 'src/bridges/bitcoin-standard/index.ts',
  'cosmos-signer/index': 'src/bridges/cosmos-signer/index.ts',
  'polkadot-signer/index': 'src/bridges/polkadot-signer/index.ts',
}
/** What a page has before anything is loaded later. */
const atLoad = Object.values(entry).filter((file) =>
  /^src\/(index|networks\/index|adapters\/\w+\/index|connectors\/(walletconnect|embedded)\/index)\.ts$/.test(
    file,
  ),
)
const { rooms: coreRooms } = await roomsOf(
  inlined,
  [...Object.values(entry), 'cli/main.ts'],
  atLoad,
  [['src/client/create-latchkey.ts']],
  [
    // What the modal is opened with.
    [
      'src/controllers/coordinators/modal-engine.ts',
      'src/controllers/wallet/catalogue-engine.ts',
      'src/client/catalogue-parts.ts',
    ],
    // How wallets are found on the page.
    ['src/connectors/injected/wallet-discoveries.ts'],
    // What the first connect takes, whichever the wallet.
    [
      'src/controllers/coordinators/session-engine.ts',
      'src/connectors/injected/injected-connector.ts',
      'src/adapters/shared/create-adapter.ts',
    ],
    // What a connected account is looked at with; its service is fetched beside it, where there is one.
    [
      'src/controllers/features/portfolio/portfolio-engine.ts',
      'src/controllers/features/activity/activity-engine.ts',
      'src/controllers/features/names/names-engine.ts',
      'src/client/data-parts.ts',
    ],
    ['src/services/data/data-service.ts'],
    ['src/controllers/features/send/send-engine.ts'],
    ['src/controllers/features/onramp/onramp-engine.ts', 'src/client/onramp-parts.ts'],
  ],
)

const core: Options = {
  entry: { ...entry, 'cli/main': 'cli/main.ts' },
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  treeshake: true,
  sourcemap: false,
  // Not what the other build writes at the same time.
  clean: ['!react/**', '!appkit-react/**', '!embedded-wallet/**'],
  // A page, whose parts no other entry shares.
  onSuccess: async () => void (await buildEmbeddedWallet('dist/embedded-wallet')),
  dts: {
    entry: {
      ...entry,
      // Here, since declarations are cleaned without regard to what another build has written.
      'react/index': 'src/ui-react/index.ts',
      'appkit-react/index': 'src/bridges/appkit-react/index.ts',
    },
  },
  esbuildOptions(options) {
    // Node refuses JSON without them, and the target has none; only the devnet imports any.
    options.supported = { ...options.supported, 'import-attributes': true }
  },
  // So that tweetnacl finds the platform's randomness, and does not ask for a require that ESM has not.
  define: { self: 'globalThis' },
  // They only verify, in the CLI, whose users need not install them; of zod a page has the small part that it uses.
  noExternal: [/^ethers(\/|$)/, 'tweetnacl', /^@scure\/sr25519/, /^@noble\//, /^zod(\/|$)/],
  esbuildPlugins: [copyLimits, bringEmitter, dependOnHashes, keepRooms(coreRooms), inlineMessages(catalogue)],
  plugins: [
    {
      name: 'skip-handovers',
      buildEnd({ writtenFiles }) {
        const written = writtenFiles.map(({ name }) => name)
        renameImportAttributes(written)
        skipHandovers(written, coreRooms)
        shortenNames(written)
      },
    },
  ],
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
    // Under the GPL, so never in what is published.
    /^@uniswap\//,
    'commander',
  ],
}

const reactEntry = 'src/ui-react/index.ts'
/** What the modal is opened with, and what a chosen wallet is waited for with. */
const { modules: reactModules, rooms: reactRooms } = await roomsOf(
  [inlineMessages(catalogue)],
  [reactEntry],
  [reactEntry],
  [],
  [
    ['src/ui-react/shell/shell.tsx'],
    // What more views than the next one are made of.
    ['src/ui-react/parts/lazily.tsx'],
    ['src/ui-react/views/connecting-external.tsx'],
  ],
)

// The React package, a build of its own: its banner must not land on the core, which it imports by the package's name.
const react: Options = {
  entry: Object.fromEntries(
    reactModules
      .filter((file) => reactRooms.every(({ root, files }) => file === root || !files.includes(file)))
      .map((file) => [reactName(file), file]),
  ),
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
  esbuildPlugins: [
    // All other modules stay apart: how they are best put together, only the bundler of a whole page knows.
    keepRooms(reactRooms, reactName),
    inlineMessages(catalogue),
  ],
  // The QR code's own matrix is a dependency of the package.
  external: [/^react(\/|$)/, /^react-dom(\/|$)/, 'uqr', /^latchkey(\/|$)/],
}

/** The hooks and the elements of AppKit's names, over the other entries. */
const appkitReact: Options = {
  entry: { index: 'src/bridges/appkit-react/index.ts' },
  outDir: 'dist/appkit-react',
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: false,
  // It would drop the directive.
  treeshake: false,
  sourcemap: false,
  clean: true,
  banner: { js: "'use client'" },
  esbuildPlugins: [inlineMessages(catalogue)],
  external: [/^react(\/|$)/, /^react-dom(\/|$)/, /^latchkey(\/|$)/],
}

export default defineConfig([core, react, appkitReact])

function reactName(file: string): string {
  return relative('src', file)
    .replace(/^ui-react\//, '')
    .replace(/\.tsx?$/, '')
}
