import type { Capability } from '../../core/wallet/adapter.ts'

/** The capabilities of every family's adapter. */
export const commonCapabilities: readonly Capability[] = [
  'balance.native',
  'send.native',
  'send.transaction',
  'sign.message',
  'network.switch',
  'fee.estimate',
  'transaction.status',
]
