import { createLatchkey } from 'latchkey'
import type { Latchkey } from '../../client/create-latchkey.ts'
import { type AppKit, appKitOf } from './app-kit.ts'
import { type AppKitOptions, latchkeyOptions } from './options.ts'
import { shareKit } from './shared-kit.ts'

/**
 * Makes a client from the options of AppKit. This entry draws nothing, and brings no React: `latchkey/appkit/react` puts the
 * modal into the page.
 *
 * The first instance of a page is the one that the hooks mean, until it is disposed.
 *
 * @throws what `createLatchkey` throws: `config/not-built` naming what there is not, `config/invalid-options` naming what is
 * wrong, `config/already-created` where an instance of the name is alive.
 * @example
 * const modal = createAppKit({ adapters: [new EthersAdapter()], networks: [mainnet], projectId })
 */
export function createAppKit(options: AppKitOptions): AppKit {
  const client: Latchkey = createLatchkey(latchkeyOptions(options))
  let release = () => {}
  const kit = appKitOf(
    client,
    options.siwx,
    () => Date.now(),
    () => release(),
  )
  release = shareKit(kit)
  return kit
}
