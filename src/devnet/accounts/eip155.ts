import type { DevAccount } from '../dev-account.ts'
import accounts from './eip155.json' with { type: 'json' }

/** The accounts of the mnemonic `test test test test test test test test test test test junk`, in its order, by name. */
export const eip155Accounts: Readonly<Record<string, DevAccount>> = accounts
