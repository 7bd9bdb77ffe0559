import { parseAbi, zeroAddress } from 'viem'
import type { Hex } from '../../../../core/chain/caip.ts'
import { isSameAddress } from '../../../../core/chain/same-address.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import { decodeCall, refused } from './decode.ts'
import type { SwapContext } from './guarantee.ts'
import { nativeToken, paysNative } from './native.ts'

/**
 * The interface of LI.FI's contract: https://github.com/lifinance/contracts/tree/ef00558fde6c02d4b285979e3f2b0b75ff1e573e,
 * `src/Facets/GenericSwapFacetV3.sol` and `src/Libraries/LibSwap.sol`.
 */
export const swapData =
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }'
const head =
  'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut'
const singleAbi = parseAbi([
  swapData,
  `function swapTokensSingleV3ERC20ToERC20(${head}, SwapData data)`,
  `function swapTokensSingleV3ERC20ToNative(${head}, SwapData data)`,
  `function swapTokensSingleV3NativeToERC20(${head}, SwapData data) payable`,
])
const multipleAbi = parseAbi([
  swapData,
  `function swapTokensMultipleV3ERC20ToERC20(${head}, SwapData[] data)`,
  `function swapTokensMultipleV3ERC20ToNative(${head}, SwapData[] data)`,
  `function swapTokensMultipleV3NativeToERC20(${head}, SwapData[] data) payable`,
])

/**
 * Decodes the swaps of LI.FI's contract on one network. The contract pays its whole balance of the last token to the receiver,
 * and reverts if this balance is less than the minimum. The call has no deadline.
 * @throws `swap/mismatch`
 */
export function readLifi(data: Hex, { contract, value }: SwapContext): DecodedSwap | undefined {
  const single = decodeCall(singleAbi, data)
  const call = single ?? decodeCall(multipleAbi, data)
  if (!call) return undefined
  const [, , , receiver, minimum, swaps] = call.args
  const parts = 'callTo' in swaps ? [swaps] : swaps
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) throw refused('data', 'the call swaps nothing')
  const fromNative = call.functionName.includes('NativeTo')
  const toNative = call.functionName.endsWith('ToNative')
  // In a call with several swaps, the contract takes the tokens of each part whose field `requiresDeposit` is true. In a call
  // with a single swap, the contract always takes the tokens. A swap of the native coin takes no tokens.
  if (!single && !fromNative && parts.some(({ requiresDeposit }, at) => requiresDeposit !== (at === 0)))
    throw refused('command', 'the first part of the call must take tokens, and no other part may take any')
  const from = fromNative ? nativeToken : first.sendingAssetId
  const to = toNative ? nativeToken : last.receivingAssetId
  for (const token of [from, to])
    if (isSameAddress(token, zeroAddress)) throw refused('route', 'a token is the zero address')
  const fromCoin = paysNative(from, value)
  return {
    kind: 'swap',
    router: contract,
    path: [from, to],
    fromCoin,
    toCoin: toNative,
    amount: fromCoin ? value : first.fromAmount,
    minimum,
    receiver,
    deadline: undefined,
  }
}
