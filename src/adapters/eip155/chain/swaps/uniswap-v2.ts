import { parseAbi } from 'viem'
import type { Hex } from '../../../../core/chain/caip.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import { decodeCall } from './decode.ts'
import type { SwapContext } from './guarantee.ts'

/**
 * The exact-input swaps of Uniswap's V2 router. Its forks have the same interface:
 * https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02
 */
const abi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])

export function readUniswapV2(data: Hex, { contract, value }: SwapContext): DecodedSwap | undefined {
  const decoded = decodeCall(abi, data)
  if (!decoded) return undefined
  const { functionName: name } = decoded
  const fromCoin = name.startsWith('swapExactETH')
  // If the swap pays with the native coin, the amount is the transaction's value.
  const [amount, minimum, path, receiver, deadline] = (
    fromCoin ? [value, ...decoded.args] : decoded.args
  ) as readonly [bigint, bigint, readonly Hex[], Hex, bigint]
  const toCoin = name.includes('ForETH')
  const pools = path.length - 1
  return {
    kind: 'swap',
    router: contract,
    path,
    pools,
    fromCoin,
    toCoin,
    amount,
    minimum,
    receiver,
    deadline,
  }
}
