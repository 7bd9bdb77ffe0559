import type { DevAccount } from '../dev-account.ts'
import accounts from './eip155.json' with { type: 'json' }

/**
 * The accounts by name. Their keys are derived from the mnemonic `test test test test test test test test test test test junk`,
 * at `m/44'/60'/0'/0/0` and the following indexes.
 */
export const eip155Accounts: Readonly<Record<string, DevAccount>> = accounts
