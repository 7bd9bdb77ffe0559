import { quantity } from '../../core/chain/eip155.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { providerError } from '../../core/errors/provider-errors.ts'
import type { ConnectionProvider } from '../../core/wallet/connection-provider.ts'
import type { BridgedClient } from '../shared/connection-through.ts'

type Listener = (payload: unknown) => void

/**
 * Creates one provider for all wallets of a client: it passes requests to the connected wallet, and reports this wallet's events.
 * wagmi's hooks keep a connector's provider while the address stays the same, so they would use a replaced wallet's provider.
 */
export function followingProvider({ connections }: BridgedClient<'eip155'>): ConnectionProvider {
  const known = () => connections.of('eip155')
  const listeners: [event: string, listener: Listener][] = []
  /** Calls all listeners, also after one has thrown an error. */
  const emit = (...events: readonly (readonly [event: string, payload: unknown])[]) => {
    const errors: unknown[] = []
    for (const [event, payload] of events)
      for (const [name, listener] of [...listeners]) {
        if (name !== event) continue
        try {
          listener(payload)
        } catch (error) {
          errors.push(error)
        }
      }
    if (errors.length > 0) throw errors[0]
  }
  let before = known()
  let source = before?.provider

  connections.subscribe(() => {
    const [was, now] = [before, known()]
    before = now
    // The provider of a disconnected wallet stays the source: it reports when the wallet connects again.
    if (!now || now.provider === source) return
    for (const [event, listener] of listeners) {
      source?.removeListener(event, listener)
      now.provider.on(event, listener)
    }
    source = now.provider
    // The wallet's provider emitted its first events before it had these listeners.
    const chainId = quantity(now.network.id)
    const accounts = now.accounts.map(({ address }) => address)
    if (!was) emit(['connect', { chainId }], ['accountsChanged', accounts])
    else if (quantity(was.network.id) === chainId) emit(['accountsChanged', accounts])
    else emit(['chainChanged', chainId], ['accountsChanged', accounts])
  })

  const provider: ConnectionProvider = {
    async request(call) {
      const connection = known()
      if (!connection) throw providerError(latchkeyError('connection/not-connected'))
      return connection.provider.request(call)
    },
    on(event: string, listener: Listener) {
      listeners.push([event, listener])
      source?.on(event, listener)
      return provider
    },
    removeListener(event: string, listener: Listener) {
      const at = listeners.findLastIndex(([name, one]) => name === event && one === listener)
      if (at >= 0) listeners.splice(at, 1)
      source?.removeListener(event, listener)
      return provider
    },
  }
  return provider
}
