import type { Wallet } from '@wallet-standard/base'
import type { Page, Unsubscribe } from '../../ports.ts'
import type { Eip1193Provider } from '../../wallets/eip155/wallet.ts'

/** What a wallet announces about itself (EIP-6963). */
export interface Eip6963Info {
  /** A UUID of version 4. */
  readonly uuid: string
  readonly name: string
  /** The icon as a data URI. */
  readonly icon: string
  /** The reverse domain name of the wallet's maker, such as `com.example.wallet`. */
  readonly rdns: string
}

const icon =
  'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20viewBox=%220%200%201%201%22/%3E'

/**
 * Announces a wallet to the page, as an extension does (EIP-6963): at once, and again at each request of the page. Returns a
 * function that ends the announcements.
 */
export function announceEip6963(
  page: Pick<Page, 'listen' | 'dispatch'>,
  provider: Eip1193Provider,
  info: Partial<Eip6963Info> = {},
): Unsubscribe {
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'Test Wallet',
      icon,
      rdns: 'test.latchkey.wallet',
      ...info,
    }),
    provider,
  })
  const announce = () => page.dispatch('eip6963:announceProvider', detail)
  const release = page.listen('eip6963:requestProvider', announce)
  announce()
  return release
}

/**
 * Registers a wallet in the page, as an extension does (wallet-standard): at once, and again at each request of the page. Returns
 * a function that ends the registrations.
 */
export function registerStandardWallet(page: Pick<Page, 'listen' | 'dispatch'>, wallet: Wallet): Unsubscribe {
  const register = (api: { register(wallet: Wallet): unknown }) => void api.register(wallet)
  page.dispatch('wallet-standard:register-wallet', register)
  return page.listen('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<{ register(wallet: Wallet): unknown }>).detail),
  )
}
