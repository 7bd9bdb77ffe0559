import type { Unsubscribe } from '../../../ports.ts'
import type { Relayer, RelayPayload, RelayProvider } from '../library/library.ts'

/**
 * Replaces the WalletConnect library's socket to the relay. By default, the library closes a socket before it opens the next, and
 * closing a dead socket takes seconds.
 */
export class RelaySocket {
  readonly #relayer: Relayer

  constructor(relayer: Relayer) {
    this.#relayer = relayer
  }

  /** The current socket. */
  get current(): RelayProvider {
    return this.#relayer.provider
  }

  /** Whether the library has the private functions that this class needs. If not, the library opens and closes sockets itself. */
  get replaceable(): boolean {
    const { createProvider, registerProviderListeners, unregisterProviderListeners } = this.#relayer
    return Boolean(createProvider && registerProviderListeners && unregisterProviderListeners)
  }

  /** Opens another socket with a new token. The library doesn't use it yet. */
  async openAnother(): Promise<RelayProvider> {
    const beside = Object.assign(Object.create(this.#relayer) as Relayer, {
      provider: {},
      registerProviderListeners: () => {},
    })
    await beside.createProvider?.()
    const { provider }: Relayer = beside
    ignoreErrors(provider)
    await provider.connect?.()
    return provider
  }

  /** Makes the library use an open socket, and closes the previous socket. */
  use(next: RelayProvider): void {
    const before = this.#detach()
    this.#relayer.provider = next
    this.#relayer.registerProviderListeners?.()
    next.events?.emit('connect')
    close(before)
  }

  /** Drops the current socket without waiting until it is closed. */
  abandon(): void {
    close(this.#detach())
  }

  close(provider: RelayProvider): void {
    close(provider)
  }

  /** Calls `heard` for each message of the relay on the current socket. */
  listen(heard: () => void): Unsubscribe {
    const { provider } = this.#relayer
    provider.on?.('payload', heard)
    return () => provider.off?.('payload', heard)
  }

  /** Sends on the current socket, without waiting for a connection. */
  send(payload: RelayPayload): void {
    this.current.request?.(payload).catch(() => {})
  }

  #detach(): RelayProvider {
    const { provider } = this.#relayer
    if (provider.connection) this.#relayer.unregisterProviderListeners?.()
    this.#relayer.provider = {}
    return provider
  }
}

/**
 * Ignores the errors of a socket while the library doesn't listen to it. Without a listener, these
 * errors would be uncaught.
 */
function ignoreErrors(provider: RelayProvider): void {
  provider.on?.('error', () => {})
}

function close(provider: RelayProvider): void {
  if (!provider.connection) return
  ignoreErrors(provider)
  const { socket } = provider.connection
  // In Node, a dead socket that is being closed would keep the process alive for half a minute.
  if (socket?.terminate) socket.terminate()
  else provider.disconnect?.().catch(() => {})
}
