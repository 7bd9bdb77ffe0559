import type { Capability } from '../../core/wallet/adapter.ts'

/** What an adapter of any family can do. */
export const commonCapabilities: readonly Capability[] = [
  'balance.native',
  'send.native',
  'send.transaction',
  'sign.message',
  'network.switch',
  'fee.estimate',
  'transaction.status',
]
