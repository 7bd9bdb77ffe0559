import type { Wallet } from '@wallet-standard/base'
import type { Unsubscribe } from '../../ports.ts'
import type { StandardWallet } from './standard-wallet.ts'

interface RegisterApi {
  register(...wallets: readonly Wallet[]): unknown
}

/**
 * Registers a wallet with all apps of the page, including apps that load later (wallet-standard). Does nothing on a server.
 * @returns A function that stops registering the wallet, and unregisters the wallet from apps that support unregistering.
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
