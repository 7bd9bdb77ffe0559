import { fileURLToPath } from 'node:url'
import { type Alias, createRunnableDevEnvironment, resolveConfig } from 'vite'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Without these aliases, Node couldn't find `latchkey` from the folders of the other examples, which have their own package.json. */
const built: readonly Alias[] = [
  { find: /^latchkey$/, replacement: file('../../../dist/index.js') },
  { find: /^latchkey\/(devnet|servers|siwx)$/, replacement: file('../../../dist/$1/index.js') },
]

export interface SourceLoader {
  load<Module>(path: string): Promise<Module>
  /** After this call, loaded modules can't import other modules. */
  close(): Promise<void>
}

/**
 * Loads TypeScript modules at run time, because some supported versions of Node can't load TypeScript themselves.
 * @param alias Aliases that take precedence over the built package.
 */
export async function sourceLoader(alias: readonly Alias[]): Promise<SourceLoader> {
  const options = { configFile: false, root: file('..'), resolve: { alias: [...alias, ...built] } } as const
  const environment = createRunnableDevEnvironment('ssr', await resolveConfig(options, 'serve'), {
    hot: false,
    runnerOptions: { hmr: false },
  })
  await environment.init()
  return {
    load: (path) => environment.runner.import(path),
    close: () => environment.close(),
  }
}
