export { ledger } from './ledger.ts'
export type { LedgerOptions } from './options.ts'
