import { walletDetection } from '../../core/wallet-limits.ts'
import type { Unsubscribe } from '../../ports.ts'
import { initialIcon } from '../initial-icon.ts'
import { claims, type InjectedDiscovery } from './claims.ts'
import type { Eip1193Provider } from './eip1193-connector.ts'
import { lazyEip1193 } from './lazy-connectors.ts'

/** The name of the wallet. On desktops, the wallet list hides a wallet with this name (S3.4.2). */
const name = 'Browser Wallet'

/**
 * Finds `window.ethereum`, for wallets that don't announce themselves. Looks immediately, then for
 * 5 s: every second, and when the wallet emits `ethereum#initialized`. If several wallets are in
 * `window.ethereum.providers`, lists each of them.
 */
export const discoverLegacyInjected: InjectedDiscovery = (context, found, claim = claims(context.log)) => {
  const { page, clock } = context
  if (page.kind !== 'browser') return () => {}
  let left = walletDetection.wait / walletDetection.poll
  const running: Unsubscribe[] = []
  const stop = () => {
    for (const end of running.splice(0)) end()
  }
  const look = (): boolean => {
    const providers = readProviders(page.global('ethereum'))
    if (providers.length === 0) return false
    stop()
    for (const provider of providers) {
      const claimed = claim('injected')
      if (claimed)
        found(
          lazyEip1193({ ...claimed, name, type: 'INJECTED', provider, imageUrl: initialIcon(name) }, context),
        )
    }
    return true
  }
  if (look()) return stop
  running.push(
    page.listen('ethereum#initialized', look),
    clock.every(walletDetection.poll, () => {
      left--
      if (!look() && left <= 0) stop()
    }),
  )
  return stop
}

function readProviders(ethereum: unknown): readonly Eip1193Provider[] {
  try {
    const { providers } = (ethereum ?? {}) as { providers?: unknown }
    const listed = Array.isArray(providers) ? usable(providers) : []
    return listed.length > 0 ? listed : usable([ethereum])
  } catch {
    return []
  }
}

function usable(candidates: readonly unknown[]): readonly Eip1193Provider[] {
  const providers = [...new Set(candidates)].filter((candidate) => {
    try {
      return typeof (candidate as Eip1193Provider | undefined)?.request === 'function'
    } catch {
      return false
    }
  })
  return providers.slice(0, 8) as Eip1193Provider[]
}
