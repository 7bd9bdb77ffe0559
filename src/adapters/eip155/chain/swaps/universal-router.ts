import {
  type AbiParameter,
  type DecodeAbiParametersReturnType,
  decodeAbiParameters,
  encodeAbiParameters,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import type { Hex } from '../../../../core/chain/caip.ts'
import { isSameAddress } from '../../../../core/chain/same-address.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import { decodeCall, refused } from './decode.ts'
import { guaranteeOf, type Leg, type Payout, type SwapContext } from './guarantee.ts'
import { tokensOf } from './uniswap-path.ts'
import { payeeOf02 } from './uniswap-v3.ts'

/**
 * The interface of the router: https://github.com/Uniswap/universal-router, `contracts/interfaces/IUniversalRouter.sol` of
 * v2.1.0.
 */
const abi = parseAbi([
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
  'function execute(bytes commands, bytes[] inputs) payable',
])

/**
 * The inputs of the commands that this file decodes (`contracts/base/Dispatcher.sol`). In this contract, a sweep's minimum has
 * only 160 bits.
 */
const swapV3 = parseAbiParameters('address to, uint256 amount, uint256 minimum, bytes path, bool payerIsUser')
const swapV2 = parseAbiParameters(
  'address to, uint256 amount, uint256 minimum, address[] path, bool payerIsUser',
)
const sweep = parseAbiParameters('address token, address to, uint160 minimum')
const addressAndAmount = parseAbiParameters('address to, uint256 amount')

/** The names of the refused commands, for the error message (`contracts/libraries/Commands.sol`). */
const names: Readonly<Record<number, string>> = {
  1: 'V3_SWAP_EXACT_OUT',
  2: 'PERMIT2_TRANSFER_FROM',
  3: 'PERMIT2_PERMIT_BATCH',
  5: 'TRANSFER',
  6: 'PAY_PORTION',
  9: 'V2_SWAP_EXACT_OUT',
  10: 'PERMIT2_PERMIT',
  13: 'PERMIT2_TRANSFER_FROM_BATCH',
  14: 'BALANCE_CHECK_ERC20',
  16: 'V4_SWAP',
  17: 'V3_POSITION_MANAGER_PERMIT',
  18: 'V3_POSITION_MANAGER_CALL',
  19: 'V4_INITIALIZE_POOL',
  20: 'V4_POSITION_MANAGER_CALL',
  33: 'EXECUTE_SUB_PLAN',
  64: 'ACROSS_V4_DEPOSIT_V3',
}
const mayFail = 0x80

/**
 * Decodes a call of the Universal Router. The call consists of exact-input swaps in V2 and V3 pools, and at most one final sweep
 * or unwrap. The router takes the tokens through Permit2, or wraps the value of the transaction.
 * @throws `swap/mismatch`
 */
export function readUniversalRouter(
  data: Hex,
  context: SwapContext & { readonly permit2: Hex | undefined },
): DecodedSwap | undefined {
  const call = decodeCall(abi, data)
  if (!call) return undefined
  const [commands, inputs, deadline] = call.args
  const codes = [...commands.slice(2).matchAll(/../g)].map(([code]) => Number.parseInt(code, 16))
  if (codes.length !== inputs.length)
    throw refused('command', `the call has ${inputs.length} inputs for ${codes.length} commands`)
  const legs: Leg[] = []
  const payouts: Payout[] = []
  const native = context.value > 0n
  let wrapped = 0n
  codes.forEach((code, at) => {
    const input = inputs[at] ?? '0x'
    const hex = `0x${code.toString(16).padStart(2, '0')}`
    if (code >= mayFail) throw refused('command', `the command ${hex} may fail while the other commands run`)
    if (code === 0x00 || code === 0x08) {
      if (payouts.length) throw refused('command', 'the call swaps after a payout')
      const [to, amount, minimum, path, payerIsUser] =
        code === 0x00 ? decode(swapV3, input, hex) : decode(swapV2, input, hex)
      if (payerIsUser === native)
        throw refused(
          'source token',
          `the swap spends ${native ? "the account's tokens" : "the router's tokens"}`,
        )
      const tokens = typeof path === 'string' ? tokensOf(path) : path
      legs.push({ to: payeeOf02(to), amount, minimum, path: tokens })
    } else if (code === 0x0b) {
      const [to, amount] = decode(addressAndAmount, input, hex)
      if (payeeOf02(to) !== 'router' || legs.length || wrapped)
        throw refused('command', 'the call wraps the native asset, but not for its swap')
      if (amount !== context.value) throw refused('amount', `the call wraps ${amount}`)
      wrapped = amount
    } else if (code === 0x0c) {
      const [to, minimum] = decode(addressAndAmount, input, hex)
      payouts.push({ token: undefined, to: payeeOf02(to), minimum })
    } else if (code === 0x04) {
      const [token, to, minimum] = decode(sweep, input, hex)
      payouts.push({ token, to: payeeOf02(to), minimum })
    } else throw refused('command', `the call contains ${names[code] ?? `the command ${hex}`}`)
  })
  if (native && !wrapped) throw refused('source token', 'the router keeps the native asset')
  return { ...guaranteeOf({ legs, payouts, deadline }, context), permit2: context.permit2 }
}

/** Decodes the input of a command. @throws `swap/mismatch`, also for a non-canonical encoding. */
function decode<const P extends readonly AbiParameter[]>(
  params: P,
  input: Hex,
  command: string,
): DecodeAbiParametersReturnType<P> {
  try {
    const values = decodeAbiParameters(params, input)
    if (isSameAddress(encodeAbiParameters(params, values as never), input)) return values
  } catch {
    // The statement below throws.
  }
  throw refused('command', `the input of the command ${command} is invalid`)
}
