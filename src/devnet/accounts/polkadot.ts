import type { DevAccount } from '../dev-account.ts'
import accounts from './polkadot.json' with { type: 'json' }

/**
 * The accounts by name. Their sr25519 keys are at `//Alice`, `//Bob` and so on of the development phrase of Substrate (`bottom drive obey lake
 * curtain smoke basket hold race lonely fit walk`). A secret is a mini secret. Addresses have the prefix 42.
 */
export const polkadotAccounts: Readonly<Record<string, DevAccount>> = accounts
