import type { Wallet } from '@wallet-standard/base'
import { shownName } from '../../core/wallet/list/shown-name.ts'
import { bridgeFeature } from '../../core/wallet/wallet-standard-bridge.ts'
import type { Logger, Page, Unsubscribe } from '../../ports.ts'
import { claims, type InjectedDiscovery } from './claims.ts'
import { lazyWalletStandard, standardIcon } from './lazy-connectors.ts'
import { familiesOf, isStandardWallet } from './wallet-standard-shapes.ts'

/**
 * Finds wallets that register themselves (wallet-standard) for a supported family.
 *
 * Claims the wallet's name as the connector's id, because it survives a reload. Anyone can register under any name (see
 * `claims`).
 */
export const discoverWalletStandard: InjectedDiscovery = (context, found, claim = claims(context.log)) => {
  const requested = new Set(context.networks.map(({ chainNamespace }) => chainNamespace))
  return standardWallets(context.page, context.log, (wallet) => {
    if (bridgeFeature in wallet.features) return
    const families = familiesOf(wallet).filter((family) => requested.has(family))
    if (families.length === 0) return
    const name = shownName(wallet.name)
    const claimed = name === '' ? undefined : claim(name, standardIcon(wallet))
    if (claimed) found(lazyWalletStandard({ ...claimed, name, type: 'ANNOUNCED', wallet, families }, context))
  })
}

/** Reports each wallet that registers, once, no matter which side loaded first. */
function standardWallets(
  page: Pick<Page, 'listen' | 'dispatch'>,
  log: Logger,
  report: (wallet: Wallet) => void,
): Unsubscribe {
  const known = new Set<unknown>()
  let listening = true
  const register = (...wallets: readonly unknown[]) => {
    for (const wallet of wallets) {
      if (!listening || known.has(wallet)) continue
      known.add(wallet)
      try {
        if (isStandardWallet(wallet)) report(wallet)
        else log.debug('A registered wallet is invalid', wallet)
      } catch (error) {
        log.debug('Reading a registered wallet failed', error)
      }
    }
    // A wallet that unregisters stays listed, because a connection may use it.
    return () => {}
  }
  const api = Object.freeze({ register })
  const stop = page.listen('wallet-standard:register-wallet', (event) => {
    const callback = (event as CustomEvent<unknown>).detail
    try {
      if (typeof callback === 'function') callback(api)
    } catch (error) {
      log.debug('Registering a wallet failed', error)
    }
  })
  page.dispatch('wallet-standard:app-ready', api)
  return () => {
    listening = false
    stop()
  }
}
