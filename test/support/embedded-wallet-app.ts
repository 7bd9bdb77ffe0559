import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { buildEmbeddedWallet } from '../../scripts/lib/embedded-wallet.ts'
import { builtOnce } from './built-once.ts'

/** The frame's wallet as it is published, built from the sources. */
export interface EmbeddedWalletApp {
  readonly folder: string
  /** The inputs of each output. */
  readonly metafile: Metafile
}

/** Builds it once per run. */
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
