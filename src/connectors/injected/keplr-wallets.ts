import type { KeplrProvider } from '../../core/wallet/keplr.ts'
import type { Page } from '../../ports.ts'
import { initialIcon } from '../initial-icon.ts'
import { claims, type InjectedDiscovery } from './claims.ts'
import { lazyKeplr } from './lazy-connectors.ts'
import { lookAgain } from './look-again.ts'

/** The wallets with Keplr's interface. `event` is the event that the wallet emits when the visitor selects another key. */
const wallets = [
  { id: 'keplr', name: 'Keplr', path: ['keplr'], event: 'keplr_keystorechange' },
  { id: 'leap', name: 'Leap', path: ['leap'], event: 'leap_keystorechange' },
  {
    id: 'cosmostation',
    name: 'Cosmostation',
    path: ['cosmostation', 'providers', 'keplr'],
    event: 'cosmostation_keystorechange',
  },
  { id: 'owallet', name: 'OWallet', path: ['owallet'], event: 'keplr_keystorechange' },
] as const

/** Finds Keplr, Leap, Cosmostation and OWallet. Reports each of them once. */
export const discoverKeplrWallets: InjectedDiscovery = (context, found, claim = claims(context.log)) => {
  let missing: readonly (typeof wallets)[number][] = wallets
  // The providers that were found. A wallet may also inject its provider under another wallet's name.
  const seen = new Set<KeplrProvider>()
  const look = () => {
    missing = missing.filter((wallet) => {
      const provider = providerAt(context.page, wallet.path)
      if (!provider) return true
      // If OWallet is injected as Keplr, list it as OWallet too, because the stored connection may have either id.
      if (wallet.id === 'owallet' || !seen.has(provider)) {
        seen.add(provider)
        const imageUrl = initialIcon(wallet.name)
        const claimed = claim(wallet.id)
        if (claimed)
          found(lazyKeplr({ ...wallet, ...claimed, type: 'INJECTED', provider, imageUrl }, context))
      }
      return false
    })
    return missing.length === 0
  }
  return lookAgain(context, look)
}

function providerAt(page: Page, [first, ...rest]: readonly string[]): KeplrProvider | undefined {
  try {
    let value: unknown = page.global(first ?? '')
    for (const name of rest) value = (value as Record<string, unknown> | undefined)?.[name]
    const { enable, getKey } = (value ?? {}) as Partial<KeplrProvider>
    return typeof enable === 'function' && typeof getKey === 'function' ? (value as KeplrProvider) : undefined
  } catch {
    return undefined
  }
}
