import type { ConnectorDiscovery } from '../../core/wallet/connector.ts'
import { walletBounds, walletDetection } from '../../core/wallet-limits.ts'
import type { Unsubscribe } from '../../ports.ts'
import { initialIcon } from '../initial-icon.ts'
import type { InjectedWeb3Provider } from './injected-web3-connector.ts'
import { lazyInjectedWeb3 } from './lazy-connectors.ts'

/** Display names of extensions, by their key; other extensions are shown by the key. */
const names: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot{.js}',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'nova-wallet': 'Nova Wallet',
  enkrypt: 'Enkrypt',
  'fearless-wallet': 'Fearless Wallet',
}

/**
 * Finds the extensions in `window.injectedWeb3`. It looks at once and then once a second for 5 s, since no event tells when an
 * extension is ready. The connector's id is the extension's key, which is the same after a reload.
 */
export const discoverInjectedWeb3: ConnectorDiscovery = (context, found) => {
  const { page, clock } = context
  if (page.kind !== 'browser') return () => {}
  let left = walletDetection.wait / walletDetection.poll
  const seen = new Set<string>()
  const running: Unsubscribe[] = []
  const stop = () => {
    for (const end of running.splice(0)) end()
  }
  const look = () => {
    for (const [key, provider] of read(page.global('injectedWeb3'))) {
      if (seen.has(key) || seen.size >= walletBounds.announcements) continue
      seen.add(key)
      const name = (Object.hasOwn(names, key) && names[key]) || key.slice(0, 64)
      found(
        lazyInjectedWeb3({ id: key, name, type: 'INJECTED', provider, imageUrl: initialIcon(name) }, context),
      )
    }
  }
  look()
  running.push(
    clock.every(walletDetection.poll, () => {
      left--
      look()
      if (left <= 0) stop()
    }),
  )
  return stop
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
