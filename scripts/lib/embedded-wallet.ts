// Builds the embedded wallet's page. Rolldown bundles it, because Rolldown can combine the modules that load together. esbuild would make a file for
// each set of modules that some lazily loaded modules share: 128 files.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChunkingContext, type Plugin, rolldown } from 'rolldown'
import { catalogue } from '../../src/core/errors/catalogue.ts'
import { withMessages } from './inline-messages.mjs'

const source = (file: string) => fileURLToPath(new URL(`../../src/embedded-wallet/${file}`, import.meta.url))

/** A file of the page's code. */
export interface WalletFile {
  /** The path in the page's folder, such as `app.js`. */
  readonly path: string
  /** The paths of the modules in this file. */
  readonly modules: readonly string[]
  /** The paths of the files that this file imports statically. */
  readonly imports: readonly string[]
}

/**
 * The stages of a visit, with parts of the paths of lazily loaded modules. Each stage has a file with these modules, and with their imports that no
 * earlier stage needs.
 */
const stages: Readonly<Record<string, readonly string[]>> = {
  start: ['/embedded-wallet/app.ts'],
  // The code from the mail, and the keys.
  login: [
    '/screen/code-card.ts',
    '/keys/slip10.ts',
    '/@scure/bip',
    '/@noble/curves/',
    '/shamir-secret-sharing/',
    '/wallets/eip155/keys.ts',
    '/wallets/eip155/account-of-key.ts',
  ],
  // A request of the page, on an eip155 network.
  request: [
    '/requests/eip155.ts',
    '/requests/describe-approval.ts',
    '/requests/plain-sign-in.ts',
    '/screen/approval-card.ts',
    '/screen/ask.ts',
    '/screen/keep-note.ts',
    '/decode/permissions.ts',
    '/wallets/node-pool.ts',
    '/transport/',
  ],
  simulation: ['/simulate/eip155.ts'],
  window: ['/screen/window/'],
  'smart-account': ['/embedded-wallet/smart-account/'],
  solana: ['/requests/solana.ts', '/wallets/solana/', '/simulate/solana.ts'],
  // Cards that few visits need, and the wallet's own page.
  manage: ['/embedded-wallet/'],
}
const names = Object.keys(stages)

/**
 * Returns the name of the file for a module: the first stage that needs the module. Modules of the login that later stages need too are in a file of
 * their own, because the window for approvals loads them without the rest of the login. Undefined for a module that no stage needs.
 */
function fileOf(id: string, graph: ChunkingContext): string | undefined {
  const seen = new Set<string>()
  /** The indexes of the stages that need the module. */
  const needed = new Set<number>()
  const visit = (one: string): void => {
    if (seen.has(one)) return
    seen.add(one)
    const { isEntry = false, dynamicImporters = [], importers = [] } = graph.getModuleInfo(one) ?? {}
    if (isEntry || dynamicImporters.length > 0)
      needed.add(names.findIndex((name) => stages[name]?.some((part) => one.includes(part))))
    importers.forEach(visit)
  }
  visit(id)
  needed.delete(-1)
  const [first, ...later] = [...needed].sort((a, b) => a - b).map((at) => names[at])
  return first === 'login' && later.length > 0 ? 'shared' : first
}

/** Writes the message of each error where the error is created, so that the page loads no other messages. */
const messages: Plugin = {
  name: 'inline-messages',
  transform: (code, id) =>
    /\/src\/.*\.ts$/.test(id) ? { code: withMessages(code, catalogue), map: null } : null,
}

/** Builds the embedded wallet's page, with all its dependencies bundled. Returns the files of its code. */
export async function buildEmbeddedWallet(folder: string): Promise<readonly WalletFile[]> {
  const bundle = await rolldown({
    input: { app: source('app.ts') },
    platform: 'browser',
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false },
    plugins: [messages],
    transform: {
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    },
  })
  const { output } = await bundle.write({
    dir: folder,
    cleanDir: true,
    minify: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf, debugName: 'stages' }] },
  })
  await bundle.close()
  for (const file of ['index.html', 'app.css']) await copyFile(source(file), join(folder, file))
  return output
    .filter((one) => one.type === 'chunk')
    .map(({ fileName, moduleIds, imports }) => ({ path: fileName, modules: moduleIds, imports }))
}
