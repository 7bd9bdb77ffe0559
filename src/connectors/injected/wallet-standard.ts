import type { Wallet } from '@wallet-standard/base'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { shownName } from '../../core/wallet/list/shown-name.ts'
import { bridgeFeature } from '../../core/wallet/wallet-standard-bridge.ts'
import type { Logger, Page, Unsubscribe } from '../../ports.ts'
import { initialIcon } from '../initial-icon.ts'
import { claims, type InjectedDiscovery } from './claims.ts'
import {
  type CoinbaseSolana,
  coinbaseName,
  coinbaseSolanaWallet,
  isCoinbaseSolana,
} from './coinbase-solana.ts'
import { lazyWalletStandard, standardIcon } from './lazy-connectors.ts'
import { lookAgain } from './look-again.ts'
import { familiesOf, isStandardWallet } from './wallet-standard-shapes.ts'

/**
 * Finds wallets of supported families that register themselves (wallet-standard). Also finds Coinbase Wallet's
 * `window.coinbaseSolana` if Coinbase Wallet doesn't register itself (S3.5.5.1).
 *
 * Uses the wallet's name as the connector's id, because the name stays the same at a reload. Any script can register a wallet
 * under any name (see `claims`).
 */
export const discoverWalletStandard: InjectedDiscovery = (context, found, claim = claims(context.log)) => {
  const requested = new Set(context.networks.map(({ chainNamespace }) => chainNamespace))
  const requestedOf = (wallet: Wallet) =>
    bridgeFeature in wallet.features ? [] : familiesOf(wallet).filter((family) => requested.has(family))
  /** Returns whether the wallet is listed. */
  const list = (wallet: Wallet, families: readonly ChainNamespace[], imageUrl?: string): boolean => {
    if (families.length === 0) return false
    const name = shownName(wallet.name)
    const claimed = name === '' ? undefined : claim(name, standardIcon(wallet))
    if (!claimed) return false
    const icon = claimed.imageUrl ?? imageUrl
    found(
      lazyWalletStandard({ ...claimed, imageUrl: icon, name, type: 'ANNOUNCED', wallet, families }, context),
    )
    return true
  }
  /**
   * How Coinbase Wallet was found for Solana. If it is later found again, it isn't listed for Solana again, because it is the same
   * wallet. A wallet that isn't listed for Solana doesn't count: any script can register one under this name.
   */
  let coinbase: 'registered' | 'global' | undefined
  const stop = standardWallets(context.page, context.log, (wallet) => {
    const families = requestedOf(wallet)
    const isCoinbase = wallet.name === coinbaseName && families.includes('solana')
    const others = families.filter((family) => family !== 'solana')
    if (isCoinbase && coinbase === 'global') list(wallet, others)
    else if (list(wallet, families) && isCoinbase) coinbase = 'registered'
  })
  const stopLooking = lookAgain(context, () => {
    if (coinbase || !requested.has('solana')) return true
    const provider = coinbaseIn(context.page)
    if (!provider) return false
    if (list(coinbaseSolanaWallet(provider), ['solana'], initialIcon(coinbaseName))) coinbase = 'global'
    return true
  })
  return () => {
    stopLooking()
    stop()
  }
}

function coinbaseIn(page: Pick<Page, 'global'>): CoinbaseSolana | undefined {
  try {
    const provider = page.global('coinbaseSolana')
    return isCoinbaseSolana(provider) ? provider : undefined
  } catch {
    return undefined
  }
}

/** Calls the listener once for each wallet that registers, before or after this code loads. */
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
    // Keep a wallet that unregisters, because a connection may use it.
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
