/**
 * Announces an EIP-1193 provider (EIP-6963), as the content script of an extension does. The provider sends its
 * requests to the test's process, which has the keys. The function runs before the page's scripts. It is serialized, so
 * it uses nothing outside itself.
 */
export function announcedWallet(): void {
  type Listener = (payload: unknown) => void
  const view = window as unknown as {
    latchkeyWallet(call: string): Promise<string>
    latchkeyEmit(event: string, payload: unknown): void
    latchkeyListeners(): number
    uncaught: string[]
  }
  const listeners = new Map<string, Set<Listener>>()
  const provider = {
    async request(call: unknown) {
      const { error, result } = JSON.parse(await view.latchkeyWallet(JSON.stringify(call)))
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
  view.latchkeyEmit = (event, payload) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }
  view.latchkeyListeners = () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0)

  const info = Object.freeze({
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Test Wallet',
    icon: 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E',
    rdns: 'test.latchkey.wallet',
  })
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()

  view.uncaught = []
  window.addEventListener('error', (event) => view.uncaught.push(`error: ${event.message}`))
  window.addEventListener('unhandledrejection', (event) =>
    view.uncaught.push(`unhandled rejection: ${String(event.reason)}`),
  )
  window.addEventListener('securitypolicyviolation', (event) =>
    view.uncaught.push(`policy violation: ${event.violatedDirective} ${event.blockedURI}`),
  )
}
