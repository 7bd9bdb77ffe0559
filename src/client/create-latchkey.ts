import type { NetworkInput } from '../core/chain/network.ts'
import { resolveOptions } from '../core/options/checked-options.ts'
import type { LatchkeyOptions } from '../core/options/options.ts'
import type { AnyAdapterFactory, NamespacesOf } from '../core/wallet/adapter.ts'
import { createClient, type Latchkey } from './create-client.ts'

export type { ConnectOptions, Latchkey } from './create-client.ts'

/**
 * Creates a client. Clients with different names can exist at the same time, each with its own storage. In a browser, the client
 * starts in a microtask. On a server, it starts at `ready()` or at the first call that needs it.
 *
 * @throws `config/invalid-options` or `config/not-built`, which name the field; `config/conflicting-options`;
 * `config/already-created` while another client on the page has the same name. In production builds of Vite and webpack, options
 * are checked when the page is idle, and the log names an invalid field.
 * @example
 * const latchkey = createLatchkey({ networks: [mainnet], adapters: [eip155()] })
 * await latchkey.ready()
 * await latchkey.connect({ connectorId: 'io.metamask' })
 */
export function createLatchkey<
  const A extends readonly AnyAdapterFactory[] = readonly [],
  const W extends readonly NetworkInput[] = readonly NetworkInput[],
>(input: LatchkeyOptions<A, W>): Latchkey<NamespacesOf<A, W>> {
  return createClient<NamespacesOf<A, W>>(input, () => resolveOptions)
}
