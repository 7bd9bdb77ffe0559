import { plainTransferGas, withHeadroom } from '../../core/amounts/fee-headroom.ts'
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
  readonly nonce?: Hex
  readonly chainId?: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
}

/** A transaction with a maximum fee: gas × price. */
export type PricedRequest = TransactionRequest & { readonly gas: Hex } & (
    | { readonly gasPrice: Hex }
    | { readonly maxFeePerGas: Hex; readonly maxPriorityFeePerGas: Hex }
  )

const hex = (value: bigint): Hex => `0x${value.toString(16)}`

/**
 * Fills in the gas and price that the page left out. Values from the page stay unchanged. It asks the node once, before the
 * user approves, so that the cost can't rise after the approval.
 *
 * @throws `validation/invalid-input` for a request that this library's wallets don't sign.
 */
export async function withFee(request: TransactionRequest, node: NodeCall): Promise<PricedRequest> {
  decodeEip155Call({ ...request })
  const data = request.data ?? request.input
  const call = { from: request.from, to: request.to ?? undefined, data, value: request.value }
  const [gas, price] = await Promise.all([request.gas ?? gasFor(call, node), readPrice(request, node)])
  const { gasPrice: _, maxFeePerGas: __, maxPriorityFeePerGas: ___, ...rest } = request
  return { ...rest, gas, ...price }
}

/** The estimate with a quarter of headroom, which only a plain transfer to an account without code doesn't need. */
async function gasFor(
  call: { readonly to: Hex | undefined; readonly data: Hex | undefined },
  node: NodeCall,
): Promise<Hex> {
  const plain = call.to !== undefined && (call.data === undefined || call.data === '0x')
  const [estimate, code] = await Promise.all([
    readQuantity(node, 'eth_estimateGas', [call]),
    plain ? node<Hex>('eth_getCode', [call.to, 'latest']) : undefined,
  ])
  const exact = BigInt(estimate) === plainTransferGas && code === '0x'
  return exact ? estimate : hex(withHeadroom(BigInt(estimate)))
}

async function readPrice(
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionRequest,
  node: NodeCall,
): Promise<{ gasPrice: Hex } | { maxFeePerGas: Hex; maxPriorityFeePerGas: Hex }> {
  if (maxFeePerGas && maxPriorityFeePerGas) return { maxFeePerGas, maxPriorityFeePerGas }
  if (gasPrice && !maxFeePerGas && !maxPriorityFeePerGas) return { gasPrice }
  const latest = 'eth_getBlockByNumber'
  const block = await node<{ baseFeePerGas?: unknown } | null>(latest, ['latest', false])
  if (typeof block !== 'object' || block === null) throw impossible(latest)
  const { baseFeePerGas } = block
  // A network without EIP-1559 takes a single gas price.
  if (baseFeePerGas === undefined)
    return { gasPrice: maxFeePerGas ?? (await readQuantity(node, 'eth_gasPrice')) }
  const baseFee = BigInt(quantityIn(baseFeePerGas, latest))
  const tip = BigInt(maxPriorityFeePerGas ?? (await suggestedTip(node, baseFee)))
  const most = maxFeePerGas === undefined ? baseFee * 2n + tip : BigInt(maxFeePerGas)
  return { maxFeePerGas: hex(most), maxPriorityFeePerGas: hex(tip < most ? tip : most) }
}

/** The gas price in viem's form. */
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
