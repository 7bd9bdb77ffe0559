import { parseAbi, zeroAddress } from 'viem'
import type { Hex } from '../../../../core/chain/caip.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import { decodeCall, refused } from './decode.ts'
import type { SwapContext } from './guarantee.ts'
import { isNative, paysNative } from './native.ts'

/**
 * The interface of ParaSwap's Augustus v6.2: https://github.com/concero/contracts-ccip,
 * `packages/hardhat/contracts/Interfaces/ParaSwap/IParaSwapV6Router.sol`.
 */
const abi = parseAbi([
  'struct GenericData { address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary; }',
  'function swapExactAmountIn(address executor, GenericData swapData, uint256 partnerAndFee, bytes permit, bytes executorData) payable',
])
/** The lowest 14 bits of `partnerAndFee` are the fee in basis points, the highest 160 bits are the partner. */
const feeMask = 0x3fffn

/**
 * Decodes `swapExactAmountIn` of Augustus. Augustus reverts if the swap yields less than `toAmount`. After this check, it deducts
 * three amounts: the excess over `quotedAmount`, the partner's fee, and one unit. The call has no deadline.
 * @throws `swap/mismatch`
 */
export function readAugustus(data: Hex, { contract, account, value }: SwapContext): DecodedSwap | undefined {
  const call = decodeCall(abi, data)
  if (!call) return undefined
  const [, swap, partnerAndFee, permit] = call.args
  const { srcToken, destToken, fromAmount, toAmount, quotedAmount, beneficiary } = swap
  if (permit !== '0x') throw refused('command', 'the call contains a permit')
  const fee = partnerAndFee & feeMask
  if (fee > 10_000n) throw refused('provider fee', `the fee is ${fee} basis points`)
  const least = toAmount < quotedAmount ? toAmount : quotedAmount
  const paid = (least * (10_000n - fee)) / 10_000n
  return {
    kind: 'swap',
    router: contract,
    path: [srcToken, destToken],
    fromCoin: paysNative(srcToken, value),
    toCoin: isNative(destToken),
    amount: fromAmount,
    minimum: paid > 0n ? paid - 1n : 0n,
    // The zero address means the sender.
    receiver: beneficiary === zeroAddress ? account : beneficiary,
    deadline: undefined,
  }
}
