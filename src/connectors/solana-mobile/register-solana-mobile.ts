import type { Wallet } from '@wallet-standard/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { missingPeer } from '../../core/errors/missing-peer.ts'
import { correctedWallet } from './corrected-wallet.ts'

/** The names of the clusters in wallet-standard. */
export type SolanaMobileChain = 'solana:mainnet' | 'solana:devnet' | 'solana:testnet'

export interface SolanaMobileOptions {
  /** What the wallet shows about the app. */
  readonly app: {
    readonly name: string
    /** The app's URL, with HTTPS. Default: the page's origin. */
    readonly url?: string | undefined
    /** The path of the icon, relative to `url`. */
    readonly icon?: string | undefined
  }
  /** The clusters that the app uses. A new connection uses the first. Default: `['solana:mainnet']`. */
  readonly chains?: readonly SolanaMobileChain[] | undefined
}

/**
 * Lists the wallet apps on an Android phone (Mobile Wallet Adapter 2.0) as one wallet, *Mobile Wallet Adapter*. The wallet
 * registers itself for wallet-standard, so each client on the page with a Solana adapter and a Solana network lists it. Works
 * only on Android, on a page with HTTPS or on localhost, and not in the web view of another app. Elsewhere, loads nothing. Call
 * this once per page.
 *
 * @returns Whether the wallet is registered.
 * @throws `config/peer-missing` if `@solana-mobile/wallet-standard-mobile` isn't installed;
 * `config/invalid-options` if `app.name` isn't a name.
 * @example
 * await registerSolanaMobile({ app: { name: 'Orchard' } })
 */
export async function registerSolanaMobile({ app, chains }: SolanaMobileOptions): Promise<boolean> {
  if (typeof app?.name !== 'string' || app.name === '')
    throw latchkeyError('config/invalid-options', {
      values: { field: 'app.name', reason: 'expected a name' },
    })
  if (!isSupported()) return false
  const library = await import('@solana-mobile/wallet-standard-mobile').catch((error) => {
    throw missingPeer('The Mobile Wallet Adapter', ['@solana-mobile/wallet-standard-mobile'], error)
  })
  const { LocalSolanaMobileWalletAdapterWallet, createDefaultAuthorizationCache } = library
  const wallet = new LocalSolanaMobileWalletAdapterWallet({
    appIdentity: { name: app.name, uri: app.url ?? location.origin, ...(app.icon && { icon: app.icon }) },
    authorizationCache: createDefaultAuthorizationCache(),
    chains: chains ?? ['solana:mainnet'],
    chainSelector: { select: async ([first = 'solana:mainnet']) => first },
    // Don't show the library's dialog, which loads a font from a server of Google.
    onWalletNotFound: async () => {},
  })
  register(correctedWallet(wallet))
  return true
}

/**
 * Registers a wallet with all code of the page that uses wallet-standard: code that has loaded already, and code that loads
 * later.
 */
function register(wallet: Wallet): void {
  const callback = (api: { register(wallet: Wallet): unknown }) => api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
}

/**
 * Returns whether wallet apps can open from this page. They can't open from a web view
 * (https://docs.solanamobile.com/mobile-wallet-adapter/mobile-apps).
 */
function isSupported(): boolean {
  if (typeof window === 'undefined' || !window.isSecureContext) return false
  const agent = navigator.userAgent
  return /android/i.test(agent) && !/; wv\)|WebView|Version\/\S+ Chrome\//i.test(agent)
}
