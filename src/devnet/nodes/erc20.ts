import testToken from '../contracts/test-token.json' with { type: 'json' }
import { deployContract, withArguments } from './deploy-contract.ts'

export interface TokenDeployment {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In the smallest unit. */
  readonly amountEach: bigint
  readonly holders: readonly string[]
  /** The creation code. Set it to deploy another contract with the same constructor. Default: the test token. */
  readonly bytecode?: `0x${string}`
}

export async function deployToken(
  url: string,
  token: TokenDeployment,
  signal?: AbortSignal,
): Promise<`0x${string}`> {
  const { name, symbol, decimals, amountEach, holders, bytecode = testToken.bytecode } = token
  const data = withArguments(bytecode, [
    ...[name, symbol, BigInt(decimals), amountEach],
    { list: holders.map(BigInt) },
  ])
  return deployContract(url, `The token ${symbol}`, data, signal)
}
