export type { AccountSnapshot } from '../core/wallet/account-snapshot.ts'
export { type ReadSnapshotOptions, readSnapshot } from './read-snapshot.ts'
