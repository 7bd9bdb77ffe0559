import type { Client } from 'viem'
import { estimateGas, estimateMaxPriorityFeePerGas, getBlock, getGasPrice } from 'viem/actions'
import type { Hex } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { FeeDetail, Transaction } from '../../../core/wallet/family.ts'
import type { CallPrice } from '../checks.ts'
import { encodeTransfer } from './token.ts'

/** The call that transfers an amount: to the recipient, or to the token's contract. */
export function transferCall(to: Hex, amount: bigint, contract: Hex | undefined): Transaction<'eip155'> {
  return contract ? { to: contract, data: encodeTransfer(to, amount), value: 0n } : { to, value: amount }
}

export interface CallFee {
  readonly detail: FeeDetail<'eip155'>
  /** The same fee in the fields that the wallet's request takes. */
  readonly price: CallPrice
}

/** The highest fee of a call: EIP-1559 with room for the base fee to rise by a fifth, else the network's gas price. */
export async function estimateCallFee(
  client: Client,
  from: Hex,
  { to, data, value, gas: given }: Transaction<'eip155'>,
): Promise<CallFee> {
  const [block, gas] = await Promise.all([
    getBlock(client),
    given ?? estimateGas(client, { account: from, to, data, value }),
  ])
  if (gas > block.gasLimit)
    throw latchkeyError('rpc/invalid-value', { values: { method: 'eth_estimateGas' } })
  const base = block.baseFeePerGas
  if (typeof base !== 'bigint') {
    const gasPrice = await getGasPrice(client)
    return {
      detail: { gas, maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice },
      price: { gasPrice },
    }
  }
  const tip = await estimateMaxPriorityFeePerGas(client)
  const price = { maxFeePerGas: (base * 6n) / 5n + tip, maxPriorityFeePerGas: tip }
  return { detail: { gas, ...price }, price }
}
