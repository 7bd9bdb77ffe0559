import type { Wallet } from '@wallet-standard/base'
import type { Unsubscribe } from '../../ports.ts'
import type { StandardWallet } from './standard-wallet.ts'

interface RegisterApi {
  register(...wallets: readonly Wallet[]): unknown
}

/**
 * Registers a wallet with every app of the page, those that are there and those that come later (wallet-standard). On a server
 * nothing happens.
 * @returns What ends it, takes it back from the apps that support that, and registers it with no more.
 */
export function registerWallet({ wallet, release: end }: StandardWallet): Unsubscribe {
  if (typeof window === 'undefined') return end
  const releases: (() => unknown)[] = []
  const register = ({ register: add }: RegisterApi) => {
    const release = add(wallet)
    if (typeof release === 'function') releases.push(release as () => unknown)
  }
  const ready = (event: Event) => register((event as CustomEvent<RegisterApi>).detail)
  window.addEventListener('wallet-standard:app-ready', ready)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    window.removeEventListener('wallet-standard:app-ready', ready)
    for (const release of releases.splice(0)) release()
    end()
  }
}
