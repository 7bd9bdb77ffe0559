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

/**
 * Each bundled library gets the version of @noble/hashes that the library needs. Our own files import the version that the
 * package depends on.
 */
const dependOnHashes: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'depend-on-hashes',
  setup(build) {
    build.onResolve({ filter: /^@noble\/hashes(\/|$)/ }, ({ path, importer }) =>
      importer.includes('node_modules') ? undefined : { path, external: true },
    )
  },
}

/** The plugins that change the imports of modules. `roomsOf` needs them to see the same imports as the build. */
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
  // The embedded wallet's page has a build of its own, because it shares no files with the entries.
  onSuccess: async () => void (await buildEmbeddedWallet('dist/embedded-wallet')),
  esbuildOptions(options) {
    // Node imports JSON only with import attributes, which the target `es2022` lacks. Only the devnet imports JSON.
    options.supported = { ...options.supported, 'import-attributes': true }
  },
  // tweetnacl looks for the platform's randomness in `self`. Without `self`, it would call `require`, which ES modules don't
  // have.
  define: { self: 'globalThis' },
  // The build bundles these libraries. The command line verifies signatures with most of them, and its users needn't install
  // them. Pages use only a small part of zod.
  noExternal: [/^ethers(\/|$)/, 'tweetnacl', /^@scure\/sr25519/, /^@noble\//, /^zod(\/|$)/],
  // `inlineMessages` comes before `keepRooms`, because `keepRooms` loads modules for other entries without changing them.
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
    // These packages are under the GPL, so the published package must not contain them.
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

// The React package has a build of its own, because its banner must not be in the files of the core. It imports the core by the
// package's name.
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
  // Tree shaking would drop the directive in the banner.
  treeshake: false,
  sourcemap: false,
  banner: { js: "'use client'" },
  esbuildPlugins: [
    // `inlineStyles` comes before `keepRooms`, because a style sheet becomes part of the module that imports it.
    inlineStyles,
    // The modules that a page loads at start stay separate files, so that a host's bundler can leave out unused modules.
    keepRooms(reactRooms, reactName),
    inlineMessages(catalogue),
  ],
  // `uqr`, which computes QR codes, is a dependency of the package.
  external: [/^react(\/|$)/, /^react-dom(\/|$)/, 'uqr', /^latchkey(\/|$)/],
}

/** The hooks of a bridge. They import the other entries by the package's name. */
const bridgeReact = (name: 'appkit-react' | 'viem-react'): Options => ({
  entry: { index: reactEntries[`${name}/index`] },
  outDir: `dist/${name}`,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: false,
  // Tree shaking would drop the directive in the banner.
  treeshake: false,
  sourcemap: false,
  banner: { js: "'use client'" },
  esbuildPlugins: [inlineMessages(catalogue)],
  external: [/^react(\/|$)/, /^react-dom(\/|$)/, /^latchkey(\/|$)/],
})

// `npm run build` empties `dist` before this build, and makes the declarations.
export default defineConfig([core, react, bridgeReact('appkit-react'), bridgeReact('viem-react')])

function reactName(file: string): string {
  return relative('src', file)
    .replace(/^ui-react\//, '')
    .replace(/\.tsx?$/, '')
}
