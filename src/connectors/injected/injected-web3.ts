import { shownName } from '../../core/wallet/list/shown-name.ts'
import { initialIcon } from '../initial-icon.ts'
import { claims, type InjectedDiscovery } from './claims.ts'
import type { InjectedWeb3Provider } from './injected-web3-connector.ts'
import { lazyInjectedWeb3 } from './lazy-connectors.ts'
import { lookAgain } from './look-again.ts'

/** The names of known extensions, by key. Other extensions are shown with their key. */
const names: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot{.js}',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'nova-wallet': 'Nova Wallet',
  enkrypt: 'Enkrypt',
  'fearless-wallet': 'Fearless Wallet',
  polkagate: 'PolkaGate',
  'aleph-zero-signer': 'Aleph Zero Signer',
}

/**
 * Finds the extensions in `window.injectedWeb3`. These extensions emit no event, so `lookAgain` looks for them repeatedly. The
 * extension's key becomes the connector's id, because the key stays the same at a reload.
 */
export const discoverInjectedWeb3: InjectedDiscovery = (context, found, claim = claims(context.log)) => {
  const seen = new Set<string>()
  const look = () => {
    for (const [key, provider] of read(context.page.global('injectedWeb3'))) {
      if (seen.has(key)) continue
      const name = (Object.hasOwn(names, key) && names[key]) || shownName(key)
      const claimed = name ? claim(key) : undefined
      if (!claimed) continue
      seen.add(key)
      found(
        lazyInjectedWeb3(
          { ...claimed, name, type: 'INJECTED', provider, imageUrl: initialIcon(name) },
          context,
        ),
      )
    }
    return false
  }
  return lookAgain(context, look)
}

function read(extensions: unknown): readonly (readonly [string, InjectedWeb3Provider])[] {
  if (typeof extensions !== 'object' || extensions === null) return []
  return Object.keys(extensions).flatMap((key) => {
    try {
      const provider = (extensions as Record<string, InjectedWeb3Provider>)[key]
      const enable = provider?.connect ?? provider?.enable
      return provider && typeof enable === 'function' && key.trim() !== '' ? [[key, provider] as const] : []
    } catch {
      return []
    }
  })
}
