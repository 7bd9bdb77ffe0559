import type { DevAccount } from '../dev-account.ts'
import accounts from './solana.json' with { type: 'json' }

/**
 * The accounts by name. Their keys are at `m/44'/501'/i'/0'` (SLIP-0010) of the mnemonic in `eip155.ts`. A secret is the base58 of the 32-byte seed
 * and the public key.
 */
export const solanaAccounts: Readonly<Record<string, DevAccount>> = accounts
