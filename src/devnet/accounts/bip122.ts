import type { DevAccount } from '../dev-account.ts'
import accounts from './bip122.json' with { type: 'json' }

/**
 * The accounts by name. Their keys are derived from the mnemonic in `eip155.ts`, at `m/84'/1'/0'/0/0` and the following indexes.
 * Each key has a payment address (P2WPKH) and an ordinals address (P2TR, BIP-86) for regtest.
 */
export const bip122Accounts: Readonly<Record<string, DevAccount & { readonly ordinal: string }>> = accounts
