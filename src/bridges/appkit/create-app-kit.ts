import { createLatchkey } from 'latchkey'
import type { Latchkey } from '../../client/create-latchkey.ts'
import { type AppKit, appKitOf } from './app-kit.ts'
import { type AppKitOptions, latchkeyOptions } from './options.ts'
import { shareKit } from './shared-kit.ts'

/**
 * Creates a client from AppKit's options. This entry renders nothing and doesn't load React. For the modal, use
 * `latchkey/appkit/react`.
 *
 * Hooks use the first instance of a page until it is disposed.
 *
 * @throws the errors of `createLatchkey`: `config/not-built` with the unsupported option, `config/invalid-options` with the
 * field, `config/already-created` while another instance has the same name.
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
