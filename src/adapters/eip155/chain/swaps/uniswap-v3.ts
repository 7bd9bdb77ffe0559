import { parseAbi, zeroAddress } from 'viem'
import type { Hex } from '../../../../core/chain/caip.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import { decodeCall, refused } from './decode.ts'
import { guaranteeOf, type Leg, type Payee, type Payout, type SwapContext } from './guarantee.ts'
import { tokensOf } from './uniswap-path.ts'

/**
 * The payments that both routers can make after the swaps: https://github.com/Uniswap/v3-periphery,
 * `contracts/base/PeripheryPayments.sol`.
 */
const payments = [
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
] as const

/** Calls that are always refused. They are listed here only so that the error can name them. */
const others = [
  'function unwrapWETH9WithFee(uint256, address, uint256, address) payable',
  'function sweepTokenWithFee(address, uint256, address, uint256, address) payable',
  'function selfPermit(address, uint256, uint256, uint8, bytes32, bytes32) payable',
  'function selfPermitIfNecessary(address, uint256, uint256, uint8, bytes32, bytes32) payable',
  'function selfPermitAllowed(address, uint256, uint256, uint8, bytes32, bytes32) payable',
  'function selfPermitAllowedIfNecessary(address, uint256, uint256, uint8, bytes32, bytes32) payable',
] as const

/**
 * The interface of SwapRouter: https://github.com/Uniswap/v3-periphery, `contracts/interfaces/ISwapRouter.sol` and
 * `IMulticall.sol` of v1.4.4.
 */
const routerAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Multi { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInputSingle(Single params) payable',
  'function exactInput(Multi params) payable',
  'function exactOutputSingle(Single params) payable',
  'function exactOutput(Multi params) payable',
  'function multicall(bytes[] data) payable',
  ...payments,
  ...others,
])

/**
 * The interface of SwapRouter02: https://github.com/Uniswap/swap-router-contracts, `contracts/interfaces/IV3SwapRouter.sol`,
 * `IV2SwapRouter.sol`, `IMulticallExtended.sol` and `IPeripheryPaymentsExtended.sol` of v1.3.1.
 */
const router02Abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Multi { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInputSingle(Single params) payable',
  'function exactInput(Multi params) payable',
  'function exactOutputSingle(Single params) payable',
  'function exactOutput(Multi params) payable',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to) payable',
  'function multicall(bytes[] data) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
  'function multicall(bytes32 previousBlockhash, bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum) payable',
  'function sweepToken(address token, uint256 amountMinimum) payable',
  'function wrapETH(uint256 value) payable',
  'function pull(address token, uint256 value) payable',
  'function approveMax(address token) payable',
  'function approveMaxMinusOne(address token) payable',
  'function approveZeroThenMax(address token) payable',
  'function approveZeroThenMaxMinusOne(address token) payable',
  'function callPositionManager(bytes data) payable',
  ...payments,
  ...others,
])

/** Decodes a call of the V3 SwapRouter. @throws `swap/mismatch` */
export function readSwapRouter(data: Hex, context: SwapContext): DecodedSwap | undefined {
  const call = decodeCall(routerAbi, data)
  if (!call) return undefined
  const parts = call.functionName === 'multicall' ? call.args[0] : [data]
  // The zero address means the router.
  return planOf(routerAbi, parts, context, undefined, (to) => (to === zeroAddress ? 'router' : to))
}

/** Decodes a call of SwapRouter02. @throws `swap/mismatch` */
export function readSwapRouter02(data: Hex, context: SwapContext): DecodedSwap | undefined {
  const call = decodeCall(router02Abi, data)
  if (!call) return undefined
  if (call.functionName !== 'multicall') return planOf(router02Abi, [data], context, undefined, payeeOf02)
  const [first, second] = call.args
  if (second === undefined) return planOf(router02Abi, first as readonly Hex[], context, undefined, payeeOf02)
  if (typeof first !== 'bigint') throw refused('command', 'the call depends on a block hash')
  return planOf(router02Abi, second, context, first, payeeOf02)
}

/**
 * Returns the payee of an output. In SwapRouter02 (`Constants.sol`), address 1 means the sender and address 2 means the router.
 */
export function payeeOf02(to: Hex): Payee {
  return /^0x0{39}1$/.test(to) ? 'account' : /^0x0{39}2$/.test(to) ? 'router' : to
}

/**
 * Decodes the parts of a call: first the swaps, then the payouts. A refund of the unused native coin may follow the swaps.
 * Refuses any other part.
 */
function planOf(
  abi: typeof routerAbi | typeof router02Abi,
  parts: readonly Hex[],
  context: SwapContext,
  deadline: bigint | undefined,
  payeeOf: (to: Hex) => Payee,
): DecodedSwap {
  const legs: Leg[] = []
  const payouts: Payout[] = []
  let swapped = false
  for (const data of parts) {
    const part = decodeCall(abi, data)
    if (!part) throw refused('command', `the call contains the unknown function ${data.slice(0, 10)}`)
    const { functionName: name, args } = part
    const leg = legOf(name, args as readonly unknown[], payeeOf)
    const payout = leg ? undefined : payoutOf(name, args as readonly unknown[] | undefined)
    if (leg && swapped) throw refused('command', 'the call swaps after a payout')
    if (leg) legs.push(leg)
    else swapped = true
    if (payout) payouts.push(payout)
    else if (!leg && name !== 'refundETH') throw refused('command', `the call contains ${name}`)
  }
  return guaranteeOf({ legs, payouts, deadline }, context)
}

interface SwapArgs {
  readonly tokenIn: Hex
  readonly tokenOut: Hex
  readonly path: Hex
  readonly recipient: Hex
  readonly deadline?: bigint
  readonly amountIn: bigint
  readonly amountOutMinimum: bigint
  readonly sqrtPriceLimitX96?: bigint
}

function legOf(name: string, args: readonly unknown[], payeeOf: (to: Hex) => Payee): Leg | undefined {
  if (name === 'swapExactTokensForTokens') {
    const [amount, minimum, path, to] = args as readonly [bigint, bigint, readonly Hex[], Hex]
    return { path, to: payeeOf(to), amount, minimum }
  }
  if (name !== 'exactInputSingle' && name !== 'exactInput') return undefined
  const [given] = args as readonly [SwapArgs]
  // With a price limit, the pool may swap only a part of the amount.
  if (given.sqrtPriceLimitX96) throw refused('price limit', 'the router may swap only a part of the amount')
  const { recipient, amountIn: amount, amountOutMinimum: minimum, deadline } = given
  const path = name === 'exactInput' ? tokensOf(given.path) : [given.tokenIn, given.tokenOut]
  return { path, to: payeeOf(recipient), amount, minimum, deadline }
}

/**
 * Decodes a payout. A payout goes to exactly the given address. Addresses with a special meaning in swaps have no special meaning
 * here (`PeripheryPayments.sol` of v3-periphery). A payout without an address goes to the sender
 * (`PeripheryPaymentsExtended.sol`).
 */
function payoutOf(name: string, args: readonly unknown[] | undefined): Payout | undefined {
  if (name === 'unwrapWETH9') {
    const [minimum, to = 'account'] = args as readonly [bigint, Hex?]
    return { token: undefined, to, minimum }
  }
  if (name === 'sweepToken') {
    const [token, minimum, to = 'account'] = args as readonly [Hex, bigint, Hex?]
    return { token, to, minimum }
  }
  return undefined
}
