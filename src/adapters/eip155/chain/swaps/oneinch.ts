import { parseAbi, zeroAddress } from 'viem'
import type { Hex } from '../../../../core/chain/caip.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import { decodeCall, refused } from './decode.ts'
import type { SwapContext } from './guarantee.ts'
import { isNative, paysNative } from './native.ts'

/**
 * The interface of 1inch's Aggregation Router v6, from its verified source (`GenericRouter.swap` and `UnoswapRouter`):
 * https://github.com/tintinweb/smart-contract-sanctuary-arbitrum/blob/2035dab7ec73c582fdef5d14c27cce326769a5ba/contracts/mainnet/11/111111125421cA6dc452d289314280a0f8842A65_AggregationRouterV6.sol
 */
const abi = parseAbi([
  'struct SwapDescription { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, SwapDescription desc, bytes data) payable',
  'function unoswap(uint256, uint256, uint256, uint256)',
  'function unoswap2(uint256, uint256, uint256, uint256, uint256)',
  'function unoswap3(uint256, uint256, uint256, uint256, uint256, uint256)',
  'function unoswapTo(uint256, uint256, uint256, uint256, uint256)',
  'function unoswapTo2(uint256, uint256, uint256, uint256, uint256, uint256)',
  'function unoswapTo3(uint256, uint256, uint256, uint256, uint256, uint256, uint256)',
  'function ethUnoswap(uint256, uint256) payable',
  'function ethUnoswap2(uint256, uint256, uint256) payable',
  'function ethUnoswap3(uint256, uint256, uint256, uint256) payable',
  'function ethUnoswapTo(uint256, uint256, uint256) payable',
  'function ethUnoswapTo2(uint256, uint256, uint256, uint256) payable',
  'function ethUnoswapTo3(uint256, uint256, uint256, uint256, uint256) payable',
])

/**
 * The number of bytes that 1inch's API appends to its calls. These bytes name the source of a swap, and the router ignores them.
 */
const sourceTag = 4

/** The flags of a swap. 1 allows a partial fill, 2 takes more of the native coin than the amount, 4 uses Permit2. */
const flagNames = [
  [1n, 'partial fill', 'the router may swap only a part of the amount'],
  [2n, 'value', 'the router takes more of the native asset than the amount'],
  [4n, 'spender', 'the router takes the tokens through Permit2'],
] as const

/**
 * Decodes `swap` of 1inch's router. The router pays the output of the swap to the receiver, and reverts if the output is less
 * than the minimum. The call has no deadline. Refuses `unoswap`, because this call doesn't name the token that the router pays
 * out.
 * @throws `swap/mismatch`
 */
export function readOneInch(data: Hex, { contract, account, value }: SwapContext): DecodedSwap | undefined {
  const call = decodeCall(abi, data, sourceTag)
  if (!call) return undefined
  if (call.functionName !== 'swap')
    throw refused('command', `${call.functionName} doesn't name the target token`)
  const { srcToken, dstToken, dstReceiver, amount, minReturnAmount, flags } = call.args[1]
  for (const [flag, field, reason] of flagNames) if (flags & flag) throw refused(field, reason)
  if (flags > 0n) throw refused('command', `the flags ${flags} are unknown`)
  if (isZero(srcToken) || isZero(dstToken)) throw refused('route', 'a token is the zero address')
  return {
    kind: 'swap',
    router: contract,
    path: [srcToken, dstToken],
    fromCoin: paysNative(srcToken, value),
    toCoin: isNative(dstToken),
    amount,
    minimum: minReturnAmount,
    // The zero address means the sender.
    receiver: isZero(dstReceiver) ? account : dstReceiver,
    deadline: undefined,
  }
}

function isZero(address: Hex): boolean {
  return address === zeroAddress
}
