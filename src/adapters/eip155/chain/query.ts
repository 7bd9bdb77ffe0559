import type { CaipNetworkId, Hex } from '../../../core/chain/caip.ts'
import { findNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { isBroadcast, isStateChanging } from '../../../core/rpc-methods.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { CallOptions, RpcRequest } from '../../../ports.ts'
import { invalid } from '../checks.ts'
import { checkedAnswer } from './answers.ts'

/** Matches the methods of filters. A filter exists only at one node, and the next request may go to another node. */
const filters = /Filter(Changes|Logs)?$/

/**
 * Sends a read to the network's nodes, and checks the form of the answer.
 * @throws `network/not-requested`; `rpc/method-unsupported` for a method that isn't a read, or that uses filters;
 * `rpc/invalid-value`
 */
export async function query(
  { networks, rpc }: Pick<AdapterContext, 'networks' | 'rpc'>,
  network: CaipNetworkId<'eip155'>,
  { method, params = [] }: RpcRequest,
  opts?: CallOptions,
): Promise<unknown> {
  if (!findNetwork(networks, network)) throw latchkeyError('network/not-requested', { values: { network } })
  const reads = typeof method === 'string' && !isBroadcast(method) && !isStateChanging(method)
  if (!reads || filters.test(method)) throw latchkeyError('rpc/method-unsupported', { values: { method } })
  return checkedAnswer(method, await rpc(network).request({ method, params }, opts))
}

/**
 * Checks that an address has code. @throws `validation/invalid-input` with the field `address` if there is no code; the errors of
 * `query`
 */
export async function requireCode(
  context: Pick<AdapterContext, 'networks' | 'rpc'>,
  network: CaipNetworkId<'eip155'>,
  address: Hex | undefined,
  opts?: CallOptions,
): Promise<void> {
  const code = await query(context, network, { method: 'eth_getCode', params: [address, 'latest'] }, opts)
  if (code === '0x') throw invalid('address', `there is no contract at ${address} on ${network}`)
}
