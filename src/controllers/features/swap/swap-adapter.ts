import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { SwapSupport } from '../../../core/wallet/payments/swap-support.ts'

/**
 * Returns the adapter's support for swaps.
 * @throws `adapter/unsupported` if the host's own adapter has none.
 */
export function swapSupportOf({ swapSupport }: ChainAdapter<'eip155'>): SwapSupport<'eip155'> {
  if (swapSupport) return swapSupport
  throw unsupported()
}

/**
 * Returns the adapter's function that sends transactions.
 * @throws `adapter/unsupported` if the host's own adapter has none.
 */
export function sendingOf({ sendTransaction }: ChainAdapter<'eip155'>) {
  if (sendTransaction) return sendTransaction
  throw unsupported()
}

function unsupported() {
  return latchkeyError('adapter/unsupported', { values: { capability: 'swap', subject: 'this adapter' } })
}
