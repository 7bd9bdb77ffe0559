import type { DevAccount } from '../dev-account.ts'
import accounts from './solana.json' with { type: 'json' }

/**
 * The accounts of the mnemonic `test test test test test test test test test test test junk`, by name: SLIP-0010 at
 * `m/44'/501'/i'/0'`, as Solana wallets derive them. A secret is the 32-byte seed and the public key in base58.
 */
export const solanaAccounts: Readonly<Record<string, DevAccount>> = accounts
