import type { Hex } from '../../core/chain/caip.ts'
import { encodeCall } from '../../servers/data/abi.ts'
import { hexOf, nodeRpc } from '../node-rpc.ts'
import { faucet } from '../nodes/faucet.ts'
import { sendAsFaucet } from '../nodes/send-as-faucet.ts'

/** The selectors of EIP-20, and of Router02 `addLiquidityETH(address,uint256,uint256,uint256,address,uint256)`. */
const selectors = { approve: '095ea7b3', balanceOf: '70a08231', addLiquidityETH: 'f305d719' } as const
const noDeadline = 2n ** 256n - 1n
/** Wei for gas. */
const change = 10n ** 18n

export interface PoolFill {
  readonly token: Hex
  readonly symbol: string
  /** In the token's smallest unit. */
  readonly amount: bigint
  /** In wei. */
  readonly coins: bigint
}

/**
 * Creates a pool of the native token and a token. anvil mints the funds, so the faucet's balances don't decrease.
 * @throws `internal/unexpected`
 */
export async function fillPool(
  node: string,
  router: Hex,
  { token, symbol, amount, coins }: PoolFill,
  signal?: AbortSignal,
): Promise<void> {
  const has = BigInt(await nodeRpc<Hex>(node, 'eth_getBalance', [faucet, 'latest'], signal))
  const asked = { to: token, data: encodeCall(selectors.balanceOf, [BigInt(faucet)]) }
  const hasTokens = BigInt(await nodeRpc<Hex>(node, 'eth_call', [asked, 'latest'], signal))
  await nodeRpc(node, 'anvil_dealERC20', [faucet, token, hexOf(hasTokens + amount)], signal)
  await nodeRpc(node, 'anvil_setBalance', [faucet, hexOf(has + coins + change)], signal)
  const failed = `The pool of ${symbol} could not be filled`
  const approval = encodeCall(selectors.approve, [BigInt(router), amount])
  await sendAsFaucet(node, failed, { to: token, data: approval }, signal)
  const data = encodeCall(selectors.addLiquidityETH, [
    ...[BigInt(token), amount, amount, coins, BigInt(faucet), noDeadline],
  ])
  await sendAsFaucet(node, failed, { to: router, data, value: hexOf(coins) }, signal)
}
