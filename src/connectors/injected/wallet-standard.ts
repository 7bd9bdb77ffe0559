import type { Wallet } from '@wallet-standard/base'
import type { ConnectorDiscovery } from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import type { Logger, Page, Unsubscribe } from '../../ports.ts'
import { lazyWalletStandard } from './lazy-connectors.ts'
import { familiesOf, isStandardWallet } from './wallet-standard-shapes.ts'

/**
 * Finds wallets that register themselves (wallet-standard) for a family that we support.
 *
 * The connector's id is the wallet's name, which is the same after a reload. Anybody may claim a name, so the first wallet of
 * the page gets the plain name. Another wallet with that name is listed beside it as `name#2`, and the log says so.
 */
export const discoverWalletStandard: ConnectorDiscovery = (context, found) => {
  const ids = new Set<string>()
  const requested = new Set(context.networks.map(({ chainNamespace }) => chainNamespace))
  return standardWallets(context.page, context.log, (wallet) => {
    if (ids.size >= walletBounds.announcements) return
    const families = familiesOf(wallet).filter((family) => requested.has(family))
    if (families.length === 0) return
    const name = shownName(wallet.name)
    let id = name
    for (let count = 2; ids.has(id); count++) id = `${name}#${count}`
    if (id !== name) context.log.warn(`Two wallets call themselves ${name}: one of them may not be genuine`)
    ids.add(id)
    found(lazyWalletStandard({ id, name, type: 'ANNOUNCED', wallet, families }, context))
  })
}

/** Reports each wallet that registers, once, whichever side was loaded first. */
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
        else log.debug('A wallet that registered itself was not valid', wallet)
      } catch (error) {
        log.debug('A wallet that registered itself could not be read', error)
      }
    }
    // A wallet that unregisters stays listed, since a connection may use it.
    return () => {}
  }
  const api = Object.freeze({ register })
  const stop = page.listen('wallet-standard:register-wallet', (event) => {
    const callback = (event as CustomEvent<unknown>).detail
    try {
      if (typeof callback === 'function') callback(api)
    } catch (error) {
      log.debug('A wallet could not register itself', error)
    }
  })
  page.dispatch('wallet-standard:app-ready', api)
  return () => {
    listening = false
    stop()
  }
}

/** Facts 5.5: one wallet is shown under another name than its own. */
function shownName(name: string): string {
  const trimmed = name.trim().slice(0, 64)
  return trimmed === 'Trust' ? 'Trust Wallet' : trimmed
}
