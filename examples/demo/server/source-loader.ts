import { fileURLToPath } from 'node:url'
import { type Alias, createRunnableDevEnvironment, resolveConfig } from 'vite'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** As built. The other examples have packages of their own, from which Node does not find ours by its name. */
const built: readonly Alias[] = [
  { find: /^latchkey$/, replacement: file('../../../dist/index.js') },
  { find: /^latchkey\/(devnet|servers|siwx)$/, replacement: file('../../../dist/$1/index.js') },
]

export interface SourceLoader {
  load<Module>(path: string): Promise<Module>
  /** What was loaded loads nothing more from then on. */
  close(): Promise<void>
}

/**
 * Loads TypeScript into this process, which not every Node that we run on can do by itself.
 * @param alias Goes before what is built.
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
