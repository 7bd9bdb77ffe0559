import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, mergeConfig, type Plugin, type Rolldown } from 'vite'

const src = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))

/** Aliases that load the public entries from the sources, as in the other tests. */
export const sourceAliases = [
  { find: /^latchkey$/, replacement: src('index.ts') },
  { find: /^latchkey\/react$/, replacement: src('ui-react/index.ts') },
  { find: /^latchkey\/appkit$/, replacement: src('bridges/appkit/index.ts') },
  { find: /^latchkey\/appkit\/react$/, replacement: src('bridges/appkit-react/index.ts') },
  { find: /^latchkey\/adapters\/(\w+)$/, replacement: `${src('adapters')}/$1/index.ts` },
  { find: /^latchkey\/providers\/(\w+)$/, replacement: `${src('providers')}/$1/index.ts` },
  { find: /^latchkey\/connectors\/(\w+)$/, replacement: `${src('connectors')}/$1/index.ts` },
  {
    find: /^latchkey\/(controllers|networks|devnet|devtools|servers|siwx|testing)$/,
    replacement: `${src('')}$1/index.ts`,
  },
]

/**
 * Combines modules that a page needs early or together. Otherwise a page would load two hundred files, because Vite makes a file for
 * each lazily loaded module and for modules that these share, and that takes longer than most tests. Views stay files of their own.
 * The published package combines its modules too (`scripts/lib/groups.ts`).
 */
export const fewFiles = {
  codeSplitting: {
    groups: [
      { name: 'react', test: /\/node_modules\/react/ },
      {
        name: 'parts',
        test: /\/src\/ui-react\/(?!views|language|marks|shell|parts\/(pairing\/qr-dots|token\/holdings))/,
      },
      {
        name: 'latchkey',
        test: /\/src\/(?!ui-react|connectors\/(walletconnect|embedded)|adapters\/polkadot|siwx|providers|devtools|testing|devnet)/,
      },
    ],
  },
} satisfies Rolldown.OutputOptions

/** A content security policy for pages without polkadot, whose library compiles WebAssembly. */
export const strictPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' http://127.0.0.1:*",
  "object-src 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

export type Chunk = Rolldown.OutputChunk

/** A page that Vite has built as for a host, in memory. */
export interface BuiltPage {
  readonly chunks: readonly Chunk[]
  readonly files: ReadonlyMap<string, string | Uint8Array>
  /** Returns the paths of the chunks that contain modules of a library. */
  chunksWith(module: RegExp): readonly string[]
}

/** Makes a production build, as a host would. With the NODE_ENV of the tests, Vite would make a development build. */
export const buildForProduction = (config: InlineConfig) => buildFor('production', config)

export async function buildFor(environment: 'production' | 'development', config: InlineConfig) {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = environment
  try {
    // Vite's minifier would replace `light-dark()` for older browsers, which the build of the package doesn't do.
    return await build(mergeConfig(config, { build: { cssMinify: 'esbuild' } }))
  } finally {
    process.env.NODE_ENV = before
  }
}

export interface BuildPageOptions {
  /** The families whose adapters the page gets. If set, an entry with these adapters replaces the page's entry. */
  readonly families?: readonly string[]
  /** Source files that aren't on disk, by file name. */
  readonly sources?: Readonly<Record<string, string>>
  readonly minify?: boolean
  /** Whether to keep the files that Vite makes by default. Default: fewer files. */
  readonly allFiles?: boolean
}

export async function buildPage(
  folder: string,
  { families, sources, minify = true, allFiles = false }: BuildPageOptions = {},
): Promise<BuiltPage> {
  const { output } = (await buildForProduction({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: sourceAliases },
    plugins: [...(families ? [entryWith(families)] : []), ...(sources ? [withSources(folder, sources)] : [])],
    build: {
      write: false,
      minify,
      target: 'es2022',
      reportCompressedSize: false,
      rolldownOptions: { output: allFiles ? {} : fewFiles },
    },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((one) => one.type === 'chunk')
  return {
    chunks,
    files: new Map(output.map((one) => [`/${one.fileName}`, one.type === 'chunk' ? one.code : one.source])),
    chunksWith: (module) =>
      chunks
        .filter(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
        .map(({ fileName }) => `/${fileName}`),
  }
}

/** Replaces the page's entry by an entry that has only the adapters of these families. */
function entryWith(families: readonly string[]): Plugin {
  const imports = families.map((family) => `import { ${family} } from 'latchkey/adapters/${family}'`)
  const adapters = families.map((family) => `${family}()`)
  return {
    name: 'entry-with-fewer-adapters',
    load: (id) =>
      id.endsWith('/main.ts')
        ? [...imports, "import { offer } from './offer.ts'", `offer([${adapters}])`].join('\n')
        : undefined,
  }
}

/** Adds source files that aren't on disk to the page. */
function withSources(folder: string, sources: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'with-sources',
    enforce: 'pre',
    resolveId(id) {
      const name = Object.keys(sources).find((one) => id === `./${one}` || id === `/${one}`)
      return name && join(folder, name)
    },
    load: (id) => (dirname(id) === folder ? sources[basename(id)] : undefined),
  }
}

export interface ServedPage {
  readonly origin: string
  /** Returns the paths of the requests since the last call. */
  requested(): readonly string[]
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** Serves built files on loopback, with a content security policy. */
export async function servePage(
  files: ReadonlyMap<string, string | Uint8Array>,
  policy: string,
): Promise<ServedPage> {
  let requested: string[] = []
  const server = createServer(({ url = '/' }, response) => {
    requested.push(url)
    // This request never gets an answer.
    if (url === '/stalls.png') return
    const [asked = '/'] = url.split('?')
    const path = asked === '/' ? '/index.html' : asked
    const content = files.get(path)
    response.setHeader('content-type', types[extname(path)] ?? 'text/plain')
    response.setHeader('content-security-policy', policy)
    // A sandboxed frame has an opaque origin, so the answer allows all origins.
    response.setHeader('access-control-allow-origin', '*')
    response.statusCode = content === undefined ? 404 : 200
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested() {
      const paths = requested
      requested = []
      return paths
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
