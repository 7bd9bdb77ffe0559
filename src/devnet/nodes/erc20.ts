import { setTimeout as sleep } from 'node:timers/promises'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { testTokenBytecode } from '../contracts/test-token.ts'
import { nodeRpc } from '../node-rpc.ts'

export interface TokenDeployment {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In the smallest unit. */
  readonly amountEach: bigint
  readonly holders: readonly string[]
  /** Creation code of another token with the same constructor. */
  readonly bytecode?: `0x${string}`
}

/** The tenth account of anvil's mnemonic, which it signs for; it has no name, so that named accounts start untouched. */
const deployer = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** Deploys a test token by a plain `eth_sendTransaction` and resolves with its address once it is mined. */
export async function deployToken(
  url: string,
  token: TokenDeployment,
  signal?: AbortSignal,
): Promise<`0x${string}`> {
  const data = (token.bytecode ?? testTokenBytecode) + constructorArguments(token)
  const hash = await nodeRpc<string>(url, 'eth_sendTransaction', [{ from: deployer, data }], signal)
  for (;;) {
    const receipt = await nodeRpc<Receipt | null>(url, 'eth_getTransactionReceipt', [hash], signal)
    if (receipt?.status === '0x1' && receipt.contractAddress) return receipt.contractAddress
    if (receipt)
      throw latchkeyError('internal/unexpected', {
        values: { message: `The token ${token.symbol} could not be deployed` },
      })
    await sleep(20, undefined, signal ? { signal } : undefined)
  }
}

interface Receipt {
  readonly status: string
  readonly contractAddress: `0x${string}` | null
}

/** ABI encoding of (string, string, uint8, uint256, address[]). */
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
