import { useEffect } from 'react'
import { painted } from '../background.ts'
import { backgroundOf } from '../prefetch.ts'
import { useRuntime } from '../runtime.ts'

/**
 * When to fetch WalletConnect's library, in ms after the modal opens. The library is large, so a phone needs a while to evaluate
 * it.
 */
const libraryWait = 1000

/**
 * On a phone where no wallet is connected, most visitors choose a wallet's app, which needs WalletConnect. So the modal creates a
 * pairing in advance. This hook delays the pairing until the list is painted, and fetches the library a second after the modal
 * opens.
 */
export function useEarlyPairing(open: boolean): void {
  const runtime = useRuntime()
  useEffect(() => runtime.latchkey.modal.on('offering', (wait) => wait(painted())), [runtime])
  useEffect(() => {
    const { account, connector, modal, network, options, pairing, session, traits } = runtime.latchkey
    const family = modal.state.namespace ?? network.state.activeNamespace
    if (!open || !(traits.mobile || traits.telegram) || account.state[family].address !== undefined) return
    // Don't fetch the library if the host controls the pairing, or if there is a URI. The URI comes from the host or from the
    // library, which is then loaded.
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
