import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildEmbeddedWallet, type WalletFile } from '../../scripts/lib/embedded-wallet.ts'
import { builtOnce } from './built-once.ts'

/** The published files of the embedded wallet's frame, built from the sources. */
export interface EmbeddedWalletApp {
  readonly folder: string
  readonly files: readonly WalletFile[]
}

/** Builds the frame's files once per run. */
export async function embeddedWalletApp(): Promise<EmbeddedWalletApp> {
  const built = await builtOnce('embedded-wallet', async (folder) => {
    await mkdir(folder, { recursive: true })
    const files = await buildEmbeddedWallet(join(folder, 'app'))
    await writeFile(join(folder, 'files.json'), JSON.stringify(files))
  })
  return {
    folder: join(built, 'app'),
    files: JSON.parse(await readFile(join(built, 'files.json'), 'utf8')) as readonly WalletFile[],
  }
}

/** Returns the path of the file with this module and the paths of the files that load with it. */
export function filesWith(module: string, files: readonly WalletFile[]): ReadonlySet<string> {
  const need = (path: string | undefined, found: Set<string>): Set<string> => {
    const file = files.find((one) => one.path === path)
    if (!file || found.has(file.path)) return found
    found.add(file.path)
    for (const next of file.imports) need(next, found)
    return found
  }
  const own = files.find(({ modules }) =>
    modules.some((one) => one.endsWith(`/src/embedded-wallet/${module}`)),
  )
  return need(own?.path, new Set())
}
