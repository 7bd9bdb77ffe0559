import type { DevAccount } from '../dev-account.ts'
import accounts from './polkadot.json' with { type: 'json' }

/**
 * The accounts by name. Their sr25519 keys are derived from Substrate's development phrase (`bottom drive obey lake curtain smoke
 * basket hold race lonely fit walk`), at `//Alice`, `//Bob` and so on. A secret is an sr25519 mini secret. Addresses have the
 * SS58 prefix 42.
 */
export const polkadotAccounts: Readonly<Record<string, DevAccount>> = accounts
