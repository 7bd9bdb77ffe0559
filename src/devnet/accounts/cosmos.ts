import type { DevAccount } from '../dev-account.ts'
import accounts from './cosmos.json' with { type: 'json' }

/** The accounts by name. Their keys are at `m/44'/118'/0'/0/0` and following of the mnemonic in `eip155.ts`. Addresses have the prefix `cosmos`. */
export const cosmosAccounts: Readonly<Record<string, DevAccount>> = accounts
