import type { DevAccount } from '../dev-account.ts'
import accounts from './polkadot.json' with { type: 'json' }

/**
 * Keys of the development phrase that Substrate tools share (`bottom drive obey lake curtain smoke basket hold race lonely fit
 * walk`) at `//Alice`, `//Bob` and so on. The type is sr25519; a secret is the mini secret, an address has prefix 42.
 */
export const polkadotAccounts: Readonly<Record<string, DevAccount>> = accounts
