import type { DevAccount } from '../dev-account.ts'
import accounts from './eip155.json' with { type: 'json' }

/** The accounts by name, in the order of the mnemonic `test test test test test test test test test test test junk`. */
export const eip155Accounts: Readonly<Record<string, DevAccount>> = accounts
