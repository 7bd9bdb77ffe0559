import type { DevAccount } from '../dev-account.ts'
import accounts from './cosmos.json' with { type: 'json' }

/**
 * The accounts by name. Their keys are derived from the mnemonic in `eip155.ts`, at `m/44'/118'/0'/0/0` and the following
 * indexes. Addresses have the prefix `cosmos`.
 */
export const cosmosAccounts: Readonly<Record<string, DevAccount>> = accounts
