import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig, type Options } from 'tsup'
import { copyLimits } from './scripts/lib/copy-limits.ts'
import { buildEmbeddedWallet } from './scripts/lib/embedded-wallet.ts'
import { entries, reactEntries } from './scripts/lib/entries.mjs'
import { coreStages, reactStages } from './scripts/lib/groups.ts'
import { renameImportAttributes } from './scripts/lib/import-attributes.ts'
import { inlineMessages } from './scripts/lib/inline-messages.mjs'
import { inlineStyles } from './scripts/lib/inline-styles.ts'
import { joinImports } from './scripts/lib/join-imports.ts'
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

const coreRooms = await roomsOf({
  plugins: inlined,
  entries: [...Object.values(entries), 'cli/main.ts'],
  atLoad: 'src/client/create-client.ts',
  first: 'create-latchkey',
  stages: coreStages,
})

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
  // The messages before the rooms, which load modules for other entries as they are.
  esbuildPlugins: [copyLimits, inlineStyles, dependOnHashes, inlineMessages(catalogue), keepRooms(coreRooms)],
  plugins: [
    {
      name: 'skip-handovers',
      buildEnd({ writtenFiles }) {
        const written = writtenFiles.map(({ name }) => name)
        renameImportAttributes(written)
        skipHandovers(written, coreRooms)
        shortenNames(written)
        joinImports(readdirSync('dist').map((file) => `dist/${file}`))
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
    /^@ledgerhq\//,
    /^@solana-mobile\//,
    /^buffer\/?$/,
    '@foundry-rs/anvil',
    // Under the GPL, so never in what is published.
    /^@uniswap\//,
    'commander',
  ],
}

const reactEntry = reactEntries['react/index']
const reactRooms = await roomsOf({
  plugins: [inlineMessages(catalogue), inlineStyles],
  entries: [reactEntry],
  atLoad: reactEntry,
  stages: reactStages,
})

// The React package, a build of its own: its banner must not land on the core, which it imports by the package's name.
const react: Options = {
  entry: {
    ...Object.fromEntries(
      reactRooms.modules
        .filter((file) => reactRooms.rooms.every(({ files }) => !files.includes(file)))
        .map((file) => [reactName(file), file]),
    ),
    ...Object.fromEntries(reactRooms.rooms.map(({ name, files: [first = ''] }) => [name, first])),
  },
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
    // What a page has from the start stays apart, so that a host's bundler can leave out what it does not use.
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
