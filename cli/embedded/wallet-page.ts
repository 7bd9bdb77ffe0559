import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cliError } from '../output/cli-error.ts'

/** Returns the folder of the wallet page. @param named The folder that the user named. Default: the folder of the package. */
export function walletPage(named?: string): string {
  const folder = named ?? join(packageFolder(), 'dist/embedded-wallet')
  if (existsSync(join(folder, 'index.html'))) return folder
  throw cliError(
    'cli/no-wallet-page',
    `The page of the wallet is missing: there is no index.html in ${folder}`,
    {
      hint: named === undefined ? 'Build it with npm run build, or name a folder with --assets.' : undefined,
    },
  )
}

/** Searches upwards for the package, because the source and the built program are in folders of different depth. */
function packageFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  for (let folder = here; ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'latchkey') return folder
    if (dirname(folder) === folder) return here
  }
}
