import { type CaipNetworkId, networkParts } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { SwapNamespace } from '../../../core/wallet/payments/swap-provider.ts'
import type { SwapSupport } from '../../../core/wallet/payments/swap-support.ts'
import type { SwapDeps } from './swap.ts'

/** Returns the adapter of the network's family. */
export function swapAdapter(
  { adapters }: Pick<SwapDeps, 'adapters'>,
  network: CaipNetworkId<SwapNamespace>,
): Promise<ChainAdapter<SwapNamespace>> {
  return adapters.get(networkParts(network)?.namespace as SwapNamespace)
}

/**
 * Returns the adapter's support for swaps.
 * @throws `adapter/unsupported` if the host passed its own adapter and that adapter has no such support.
 */
export function swapSupportOf({ swapSupport }: ChainAdapter<SwapNamespace>): SwapSupport<SwapNamespace> {
  if (swapSupport) return swapSupport
  throw unsupported()
}

/**
 * Returns the adapter's function that sends transactions.
 * @throws `adapter/unsupported` if the host passed its own adapter and that adapter has no such function.
 */
export function sendingOf({ sendTransaction }: ChainAdapter<SwapNamespace>) {
  if (sendTransaction) return sendTransaction
  throw unsupported()
}

export function unsupported() {
  return latchkeyError('adapter/unsupported', { values: { capability: 'swap', subject: 'this adapter' } })
}
