import type { DevAccount } from '../dev-account.ts'
import accounts from './bip122.json' with { type: 'json' }

/**
 * Keys of the mnemonic `test test … junk` (`eip155.ts`) at `m/84'/1'/0'/0/0` and on. Each key has a payment address
 * (P2WPKH) and an ordinals address (P2TR, BIP-86), both in regtest format.
 */
export const bip122Accounts: Readonly<Record<string, DevAccount & { readonly ordinal: string }>> = accounts
