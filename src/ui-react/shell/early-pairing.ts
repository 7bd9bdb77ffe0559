import { useEffect } from 'react'
import { painted } from '../background.ts'
import { backgroundOf } from '../prefetch.ts'
import { useRuntime } from '../runtime.ts'

/** In ms after the list is painted: WalletConnect's library is large, and evaluating it takes a phone a while. */
const libraryWait = 1000

/**
 * On a phone without a connection, most visitors choose an app, which needs WalletConnect. Delays the pairing that is created in
 * advance until the list is painted, and fetches the library a second later.
 */
export function useEarlyPairing(open: boolean): void {
  const runtime = useRuntime()
  useEffect(() => runtime.latchkey.modal.on('offering', (wait) => wait(painted())), [runtime])
  useEffect(() => {
    const { account, connector, modal, network, options, pairing, session, traits } = runtime.latchkey
    const family = modal.state.namespace ?? network.state.activeNamespace
    if (!open || !(traits.mobile || traits.telegram) || account.state[family].address !== undefined) return
    // A host that controls the pairing, or that gave a URI, may never need the library. Any other URI came from the library, which
    // is then loaded already.
    const needed = () => !options.state.manualWCControl && pairing.state.uri === undefined
    const library = () =>
      connector.walletConnect && needed() && session.prepare(connector.walletConnect.id, [])
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = backgroundOf(runtime).later(library)
    }, libraryWait)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [open, runtime])
}
