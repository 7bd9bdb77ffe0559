import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { buildEmbeddedWallet } from '../../scripts/lib/embedded-wallet.ts'
import { builtOnce } from './built-once.ts'

/** The published files of the embedded wallet's frame, built from the sources. */
export interface EmbeddedWalletApp {
  readonly folder: string
  /** The input files of each output file. */
  readonly metafile: Metafile
}

/** Builds the frame's files once per run. */
export async function embeddedWalletApp(): Promise<EmbeddedWalletApp> {
  const built = await builtOnce('embedded-wallet', async (folder) => {
    await mkdir(folder, { recursive: true })
    const metafile = await buildEmbeddedWallet(join(folder, 'app'))
    await writeFile(join(folder, 'metafile.json'), JSON.stringify(metafile))
  })
  return {
    folder: join(built, 'app'),
    metafile: JSON.parse(await readFile(join(built, 'metafile.json'), 'utf8')) as Metafile,
  }
}
