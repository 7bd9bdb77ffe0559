import type { ConnectorContext } from '../../core/wallet/connector.ts'
import { walletDetection } from '../../core/wallet-limits.ts'
import type { Unsubscribe } from '../../ports.ts'

/**
 * Calls `look` immediately, then every second for 5 s, and whenever the page is shown, until `look`
 * returns true. Use this for wallets that emit no event.
 */
export function lookAgain(
  { page, clock }: Pick<ConnectorContext, 'page' | 'clock'>,
  look: () => boolean,
): Unsubscribe {
  if (page.kind !== 'browser') return () => {}
  const stops: Unsubscribe[] = []
  const stop = () => {
    for (const each of stops.splice(0)) each()
  }
  if (look()) return stop
  let left = walletDetection.wait / walletDetection.poll
  const stopPolling = clock.every(walletDetection.poll, () => {
    if (look()) stop()
    else if (--left <= 0) stopPolling()
  })
  const shown = page.listen('visibilitychange', () => {
    if (page.visible() && look()) stop()
  })
  stops.push(stopPolling, shown)
  return stop
}
