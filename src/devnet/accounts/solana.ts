import type { DevAccount } from '../dev-account.ts'
import accounts from './solana.json' with { type: 'json' }

/**
 * The accounts by name. Their keys are derived from the mnemonic in `eip155.ts`, at `m/44'/501'/i'/0'` (SLIP-0010). A secret is
 * the 32-byte seed followed by the public key, in base58.
 */
export const solanaAccounts: Readonly<Record<string, DevAccount>> = accounts
