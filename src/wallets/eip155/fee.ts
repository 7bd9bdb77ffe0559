import { plainTransferGas, withHeadroom } from '../../core/amounts/fee-headroom.ts'
import { loadOnce } from '../../core/async/load-once.ts'
import type { Hex } from '../../core/chain/caip.ts'
import { decodeEip155Call } from '../decode/eip155.ts'
import type { NodeCall } from '../node-pool.ts'
import { impossible, quantityIn, readQuantity } from './quantity.ts'
import { suggestedTip } from './tip.ts'

/** A transaction as a page requests it. */
export interface TransactionRequest {
  readonly from?: string
  readonly to?: Hex | null
  readonly data?: Hex
  readonly input?: Hex
  readonly value?: Hex
  readonly gas?: Hex
  /** Another name for `gas`. */
  readonly gasLimit?: Hex
  readonly nonce?: Hex
  readonly chainId?: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
}

/** A transaction with a maximum fee: gas times price. */
export type PricedRequest = TransactionRequest & { readonly gas: Hex } & (
    | { readonly gasPrice: Hex }
    | { readonly maxFeePerGas: Hex; readonly maxPriorityFeePerGas: Hex }
  )

/** The maximum gas of one transaction on networks with the Osaka upgrade (EIP-7825). */
const mostGas = 2n ** 24n

/** The fields of a block that are needed for the fee. They are unchecked. */
interface Block {
  readonly baseFeePerGas?: unknown
  /** Undefined in the blocks of some networks. */
  readonly gasLimit?: unknown
}

const latest = 'eth_getBlockByNumber'

const hex = (value: bigint): Hex => `0x${value.toString(16)}`

/**
 * Sets the gas and the price if the page omitted them, and keeps the values that the page set. Reads the omitted values from the
 * node before the user approves. So the cost can't rise after the approval.
 *
 * @throws `validation/invalid-input` for a request that this library's wallets don't sign.
 */
export async function withFee(request: TransactionRequest, node: NodeCall): Promise<PricedRequest> {
  decodeEip155Call({ ...request })
  const data = request.data ?? request.input
  const call = { from: request.from, to: request.to ?? undefined, data, value: request.value }
  const { load: block } = loadOnce(() => latestBlock(node))
  const [gas, price] = await Promise.all([
    request.gas ?? request.gasLimit ?? gasFor(call, node, block),
    readPrice(request, node, block),
  ])
  const { gasLimit: _limit, gasPrice: _, maxFeePerGas: __, maxPriorityFeePerGas: ___, ...rest } = request
  return { ...rest, gas, ...price }
}

async function latestBlock(node: NodeCall): Promise<Block> {
  const block = await node<Block | null>(latest, ['latest', false])
  if (typeof block !== 'object' || block === null) throw impossible(latest)
  return block
}

/**
 * Returns the estimated gas plus a quarter, but not more than the network accepts in one transaction. Adds nothing to the
 * fixed gas of a plain transfer to an account without code.
 */
async function gasFor(
  call: { readonly to: Hex | undefined; readonly data: Hex | undefined },
  node: NodeCall,
  block: () => Promise<Block>,
): Promise<Hex> {
  const plain = call.to !== undefined && (call.data === undefined || call.data === '0x')
  const [estimate, code] = await Promise.all([
    readQuantity(node, 'eth_estimateGas', [call]),
    plain ? node<Hex>('eth_getCode', [call.to, 'latest']) : undefined,
  ])
  const exact = BigInt(estimate) === plainTransferGas && code === '0x'
  if (exact) return estimate
  const { gasLimit } = await block()
  const inBlock = gasLimit === undefined ? mostGas : BigInt(quantityIn(gasLimit, latest))
  const most = smaller(inBlock, mostGas)
  return BigInt(estimate) >= most ? estimate : hex(smaller(withHeadroom(BigInt(estimate)), most))
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

async function readPrice(
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionRequest,
  node: NodeCall,
  block: () => Promise<Block>,
): Promise<{ gasPrice: Hex } | { maxFeePerGas: Hex; maxPriorityFeePerGas: Hex }> {
  if (maxFeePerGas && maxPriorityFeePerGas) return { maxFeePerGas, maxPriorityFeePerGas }
  // `decodeEip155Call` refuses a gas price beside the other two prices.
  if (gasPrice) return { gasPrice }
  const { baseFeePerGas } = await block()
  // A network without EIP-1559 has only one gas price.
  if (baseFeePerGas === undefined)
    return { gasPrice: maxFeePerGas ?? (await readQuantity(node, 'eth_gasPrice')) }
  const baseFee = BigInt(quantityIn(baseFeePerGas, latest))
  const tip = BigInt(maxPriorityFeePerGas ?? (await suggestedTip(node, baseFee)))
  const most = maxFeePerGas === undefined ? baseFee * 2n + tip : BigInt(maxFeePerGas)
  return { maxFeePerGas: hex(most), maxPriorityFeePerGas: hex(tip < most ? tip : most) }
}

/** Returns the gas price in viem's form. */
export function priceOf(request: PricedRequest) {
  if ('gasPrice' in request && request.gasPrice)
    return { type: 'legacy', gasPrice: BigInt(request.gasPrice) } as const
  const { maxFeePerGas = '0x0', maxPriorityFeePerGas = '0x0' } = request
  return {
    type: 'eip1559',
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
  } as const
}
