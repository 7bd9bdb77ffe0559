import type { Hex } from '../../core/chain/caip.ts'
import { testTokenBytecode } from '../contracts/test-token.ts'
import { deployContract } from './deploy-contract.ts'

export interface TokenDeployment {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The balance of each holder, in the smallest unit. */
  readonly amountEach: bigint
  readonly holders: readonly string[]
  /** The creation code of another token with the same constructor. */
  readonly bytecode?: `0x${string}`
}

/** Deploys a test token and resolves with its address when it is mined. */
export async function deployToken(
  url: string,
  token: TokenDeployment,
  signal?: AbortSignal,
): Promise<`0x${string}`> {
  const data: Hex = `${token.bytecode ?? testTokenBytecode}${constructorArguments(token)}`
  return deployContract(url, `The token ${token.symbol}`, data, signal)
}

/** The ABI encoding of (string, string, uint8, uint256, address[]). */
function constructorArguments({ name, symbol, decimals, amountEach, holders }: TokenDeployment): string {
  const tails = [
    text(name),
    text(symbol),
    [BigInt(holders.length), ...holders.map(BigInt)].map(word).join(''),
  ] as const
  const offsets: bigint[] = []
  let offset = 5n * 32n
  for (const tail of tails) {
    offsets.push(offset)
    offset += BigInt(tail.length / 2)
  }
  const [nameAt = 0n, symbolAt = 0n, holdersAt = 0n] = offsets
  return [nameAt, symbolAt, BigInt(decimals), amountEach, holdersAt].map(word).join('') + tails.join('')
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function text(value: string): string {
  const hex = Buffer.from(value, 'utf8').toString('hex')
  return word(BigInt(hex.length / 2)) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
}
