import { relative } from 'node:path'
import { defineConfig, type Options } from 'tsup'
import { copyLimits } from './scripts/lib/copy-limits.ts'
import { buildEmbeddedWallet } from './scripts/lib/embedded-wallet.ts'
import { entries, reactEntries } from './scripts/lib/entries.mjs'
import { renameImportAttributes } from './scripts/lib/import-attributes.ts'
import { inlineMessages } from './scripts/lib/inline-messages.mjs'
import { inlineStyles } from './scripts/lib/inline-styles.ts'
import { keepRooms, roomsOf, skipHandovers } from './scripts/lib/rooms.ts'
import { shortenNames } from './scripts/lib/short-names.ts'
import { catalogue } from './src/core/errors/catalogue.ts'

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
const inlined = [copyLimits, inlineMessages(catalogue), inlineStyles]

/** What a page has before anything is loaded later. */
const atLoad = Object.values(entries).filter((file) =>
  /^src\/(index|networks\/index|adapters\/\w+\/index|connectors\/(walletconnect|embedded)\/index)\.ts$/.test(
    file,
  ),
)
const { rooms: coreRooms } = await roomsOf(
  inlined,
  [...Object.values(entries), 'cli/main.ts'],
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
  entry: { ...entries, 'cli/main': 'cli/main.ts' },
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  treeshake: true,
  sourcemap: false,
  // A page, whose parts no other entry shares.
  onSuccess: async () => void (await buildEmbeddedWallet('dist/embedded-wallet')),
  esbuildOptions(options) {
    // Node refuses JSON without them, and the target has none; only the devnet imports any.
    options.supported = { ...options.supported, 'import-attributes': true }
  },
  // So that tweetnacl finds the platform's randomness, and does not ask for a require that ESM has not.
  define: { self: 'globalThis' },
  // They only verify, in the CLI, whose users need not install them; of zod a page has the small part that it uses.
  noExternal: [/^ethers(\/|$)/, 'tweetnacl', /^@scure\/sr25519/, /^@noble\//, /^zod(\/|$)/],
  esbuildPlugins: [copyLimits, inlineStyles, dependOnHashes, keepRooms(coreRooms), inlineMessages(catalogue)],
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

const reactEntry = reactEntries['react/index']
/** What the modal is opened with, and what a chosen wallet is waited for with. */
const { modules: reactModules, rooms: reactRooms } = await roomsOf(
  [inlineMessages(catalogue), inlineStyles],
  [reactEntry],
  [reactEntry],
  [],
  [
    ['src/ui-react/shell/shell.tsx'],
    // What more views than the next one are made of.
    ['src/ui-react/parts/lazy-part.tsx'],
    ['src/ui-react/views/connect/connecting-external.tsx'],
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
  banner: { js: "'use client'" },
  esbuildPlugins: [
    // Before the rooms: a sheet is part of the module that imports it.
    inlineStyles,
    // All other modules stay apart: how they are best put together, only the bundler of a whole page knows.
    keepRooms(reactRooms, reactName),
    inlineMessages(catalogue),
  ],
  // The QR code's own matrix is a dependency of the package.
  external: [/^react(\/|$)/, /^react-dom(\/|$)/, 'uqr', /^latchkey(\/|$)/],
}

/** The hooks of a bridge, over the other entries. */
const bridgeReact = (name: 'appkit-react' | 'viem-react'): Options => ({
  entry: { index: reactEntries[`${name}/index`] },
  outDir: `dist/${name}`,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: false,
  // It would drop the directive.
  treeshake: false,
  sourcemap: false,
  banner: { js: "'use client'" },
  esbuildPlugins: [inlineMessages(catalogue)],
  external: [/^react(\/|$)/, /^react-dom(\/|$)/, /^latchkey(\/|$)/],
})

// `npm run build` empties `dist` before, and makes the declarations.
export default defineConfig([core, react, bridgeReact('appkit-react'), bridgeReact('viem-react')])

function reactName(file: string): string {
  return relative('src', file)
    .replace(/^ui-react\//, '')
    .replace(/\.tsx?$/, '')
}
