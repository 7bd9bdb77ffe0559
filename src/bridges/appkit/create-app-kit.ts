import { createLatchkey } from 'latchkey'
import type { Latchkey } from '../../client/create-latchkey.ts'
import { type AppKit, appKitOf } from './app-kit.ts'
import { type AppKitOptions, latchkeyOptions } from './options.ts'
import { shareKit } from './shared-kit.ts'

/**
 * Creates a client from AppKit's options. This entry renders nothing and does not load React; use
 * `latchkey/appkit/react` for the modal.
 *
 * Hooks use the first instance of a page, until it is disposed.
 *
 * @throws Same as `createLatchkey`: `config/not-built` naming the unsupported option, `config/invalid-options` naming
 * the field, `config/already-created` while another instance has the name.
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
