import type { Hex } from '../../../core/chain/caip.ts'
import { encodeCall } from '../abi.ts'
import type { Exchange } from './exchange.ts'

const selectors = {
  balanceOf: '70a08231',
  allowance: 'dd62ed3e',
  approve: '095ea7b3',
  swapExactETHForTokens: '7ff36ab5',
  swapExactTokensForETH: '18cbafe5',
  swapExactTokensForTokens: '38ed1739',
} as const

export interface Trade {
  /** Token addresses. The wrapped coin's address stands for the native coin. */
  readonly path: readonly Hex[]
  readonly amount: bigint
  readonly minimum: bigint
  readonly receiver: Hex
  /** In seconds since the epoch. */
  readonly deadline: number
  readonly givesNative: boolean
  readonly receivesNative: boolean
}

/** Returns the router call for a trade. `value` is in wei. */
export function tradeCall({ path, amount, minimum, receiver, deadline, ...trade }: Trade): {
  readonly data: Hex
  readonly value: bigint
} {
  const rest = [{ list: path.map(BigInt) }, BigInt(receiver), BigInt(deadline)]
  if (trade.givesNative)
    return { data: encodeCall(selectors.swapExactETHForTokens, [minimum, ...rest]), value: amount }
  const selector = trade.receivesNative ? selectors.swapExactTokensForETH : selectors.swapExactTokensForTokens
  return { data: encodeCall(selector, [amount, minimum, ...rest]), value: 0n }
}

export function approveCall({ router }: Exchange, amount: bigint): Hex {
  return encodeCall(selectors.approve, [BigInt(router), amount])
}

export function allowanceCall({ router }: Exchange, owner: Hex): Hex {
  return encodeCall(selectors.allowance, [BigInt(owner), BigInt(router)])
}

export function balanceCall(owner: Hex): Hex {
  return encodeCall(selectors.balanceOf, [BigInt(owner)])
}
