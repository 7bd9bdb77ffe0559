import type { DevAccount } from '../dev-account.ts'
import accounts from './cosmos.json' with { type: 'json' }

/** Keys of the mnemonic `test test … junk` (`eip155.ts`) at `m/44'/118'/0'/0/0` and on, with addresses of the prefix `cosmos`. */
export const cosmosAccounts: Readonly<Record<string, DevAccount>> = accounts
