import type { Client } from 'viem'
import { estimateGas, estimateMaxPriorityFeePerGas, getBlock, getCode, getGasPrice } from 'viem/actions'
import { plainTransferGas, withHeadroom } from '../../../core/amounts/fee-headroom.ts'
import type { Hex } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { FeeDetail, Transaction } from '../../../core/wallet/family.ts'
import type { CallPrice } from '../checks.ts'
import { rollupFee, rollupKind } from './rollup-fee.ts'
import { encodeTransfer } from './token.ts'

/** Returns the call that transfers an amount. The call goes to the recipient, or to the token's contract. */
export function transferCall(to: Hex, amount: bigint, contract: Hex | undefined): Transaction<'eip155'> {
  return contract ? { to: contract, data: encodeTransfer(to, amount), value: 0n } : { to, value: amount }
}

export interface CallFee {
  readonly detail: FeeDetail<'eip155'>
  /** The fee in the fields of the wallet's request. */
  readonly price: CallPrice
}

/** The gas limit to assume for a block that states no gas limit. */
const usualBlockGas = 30_000_000n
/** The maximum gas of one transaction (EIP-7825). Networks without this rule accept more gas. */
const transactionGas = 2n ** 24n

/**
 * Estimates the highest fee of a call. With EIP-1559, the fee leaves room for the base fee to rise by a fifth. Without EIP-1559,
 * the fee uses the network's gas price. The gas limit is the call's own limit. Without such a limit, it is the estimate plus
 * headroom, because the state may change until a block includes the call. A plain transfer to an account without code gets no
 * headroom. Unused gas costs nothing.
 */
export async function estimateCallFee(
  client: Client,
  chainId: number,
  from: Hex,
  call: Transaction<'eip155'>,
): Promise<CallFee> {
  const { to, data, value, gas: given } = call
  const plain = data === undefined || data === '0x'
  const [block, estimate, code, kind] = await Promise.all([
    getBlock(client),
    given ?? estimateGas(client, { account: from, to, data, value }),
    given === undefined && to && plain ? getCode(client, { address: to }) : undefined,
    rollupKind(client),
  ])
  // Some networks have blocks without a gas limit, although viem's type requires one.
  const { gasLimit = usualBlockGas } = block as { readonly gasLimit?: bigint | undefined }
  if (estimate > gasLimit) throw latchkeyError('rpc/invalid-value', { values: { method: 'eth_estimateGas' } })
  const exact = given !== undefined || (estimate === plainTransferGas && plain && !code)
  const most = estimate > transactionGas ? gasLimit : smaller(gasLimit, transactionGas)
  const gas = exact ? estimate : smaller(withHeadroom(estimate), most)
  const price = await readPrice(client, block.baseFeePerGas)
  const fees = {
    gas,
    ...('gasPrice' in price ? { maxFeePerGas: price.gasPrice, maxPriorityFeePerGas: price.gasPrice } : price),
  }
  if (!kind) return { detail: fees, price }
  return { detail: { ...fees, dataFee: await rollupFee(client, kind, chainId, call, fees) }, price }
}

/** Returns the highest fee, in wei: gas limit × price, plus a rollup's data fee. */
export function highestFee({ gas, maxFeePerGas, dataFee = 0n }: CallFee['detail']): bigint {
  return gas * maxFeePerGas + dataFee
}

async function readPrice(client: Client, base: bigint | null): Promise<CallPrice> {
  if (typeof base !== 'bigint') return { gasPrice: await getGasPrice(client) }
  const tip = await estimateMaxPriorityFeePerGas(client)
  return { maxFeePerGas: (base * 6n) / 5n + tip, maxPriorityFeePerGas: tip }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
