import { quantity } from '../../core/chain/eip155.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { providerError } from '../../core/errors/provider-errors.ts'
import type { ConnectionProvider } from '../../core/wallet/connection-provider.ts'
import type { BridgedClient } from '../shared/connection-through.ts'

type Listener = (payload: unknown) => void

/** One provider per client: wagmi reconnects only one of several connectors that have the same provider. */
const made = new WeakMap<object, ConnectionProvider>()

/**
 * Creates one provider for all wallets of a client: it passes requests to the connected wallet, and reports this wallet's events.
 * wagmi's hooks keep a connector's provider while the address stays the same, so they would use a replaced wallet's provider.
 */
export function followingProvider(client: BridgedClient<'eip155'>): ConnectionProvider {
  const earlier = made.get(client)
  if (earlier) return earlier
  const { connections } = client
  const known = () => connections.of('eip155')
  const listeners: [event: string, listener: Listener][] = []
  const emit = (event: string, payload: unknown) => {
    for (const [name, listener] of [...listeners]) {
      if (name !== event) continue
      try {
        listener(payload)
      } catch (error) {
        // Report the error as uncaught, so that the other listeners still run.
        queueMicrotask(() => {
          throw error
        })
      }
    }
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
    if (!was) emit('connect', { chainId })
    else if (quantity(was.network.id) !== chainId) emit('chainChanged', chainId)
    emit(
      'accountsChanged',
      now.accounts.map(({ address }) => address),
    )
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
  made.set(client, provider)
  return provider
}
