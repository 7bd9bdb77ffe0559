import type { Hex } from '../../core/chain/caip.ts'
import { encodeCall } from '../../servers/data/abi.ts'
import { nodeRpc } from '../node-rpc.ts'
import { deployer, sendAsDeployer } from '../nodes/send-as-deployer.ts'

/** `approve(address,uint256)` of EIP-20, and of Router02 `addLiquidityETH(address,uint256,uint256,uint256,address,uint256)`. */
const selectors = { approve: '095ea7b3', addLiquidityETH: 'f305d719' } as const
const noDeadline = 2n ** 256n - 1n
/** For gas, in wei. */
const change = 10n ** 18n

export interface PoolFill {
  readonly token: Hex
  readonly symbol: string
  /** In the smallest unit of the token. */
  readonly amount: bigint
  /** In wei. */
  readonly coins: bigint
}

/** Makes a pool of the coin and a token, and fills it with what anvil makes for it. @throws `internal/unexpected` */
export async function fillPool(
  node: string,
  router: Hex,
  { token, symbol, amount, coins }: PoolFill,
  signal?: AbortSignal,
): Promise<void> {
  const has = BigInt(await nodeRpc<Hex>(node, 'eth_getBalance', [deployer, 'latest'], signal))
  await nodeRpc(node, 'anvil_dealERC20', [deployer, token, hex(amount)], signal)
  await nodeRpc(node, 'anvil_setBalance', [deployer, hex(has + coins + change)], signal)
  const failed = `The pool of ${symbol} could not be filled`
  const approval = encodeCall(selectors.approve, [BigInt(router), amount])
  await sendAsDeployer(node, failed, { to: token, data: approval }, signal)
  const data = encodeCall(selectors.addLiquidityETH, [
    ...[BigInt(token), amount, amount, coins, BigInt(deployer), noDeadline],
  ])
  await sendAsDeployer(node, failed, { to: router, data, value: hex(coins) }, signal)
}

function hex(value: bigint): Hex {
  return `0x${value.toString(16)}`
}
