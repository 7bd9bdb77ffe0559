import { type Client, parseAbi, serializeTransaction } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { type RollupKind, rollupFeeContracts } from '../../../core/chain/rollup-fee.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import { chainError } from './client.ts'

const abi = parseAbi([
  'function getL1Fee(bytes transaction) view returns (uint256)',
  'function getOperatorFee(uint256 gas) view returns (uint256)',
])
/** Placeholders for the nonce and the signature: only a transaction's length matters for its fee. */
const anyNonce = 0xffffff
const anyWord = `0x${'ff'.repeat(32)}` as const

/** The network's kind of rollup, detected by its contracts; undefined if the network charges nothing besides gas. */
export async function rollupKind(client: Client): Promise<RollupKind | undefined> {
  const kinds = Object.keys(rollupFeeContracts) as RollupKind[]
  const codes = await Promise.all(kinds.map((kind) => getCode(client, { address: rollupFeeContracts[kind] })))
  return kinds.find((_, index) => codes[index])
}

/**
 * The fee that a rollup charges besides gas × price, in wei: for data on layer 1, and the OP Stack's operator fee for the whole
 * gas limit. No field of the transaction limits this fee, and it changes with the prices on layer 1.
 */
export async function rollupFee(
  client: Client,
  kind: RollupKind,
  chainId: number,
  { to, data, value }: Transaction<'eip155'>,
  fees: { readonly gas: bigint; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint },
): Promise<bigint> {
  const address = rollupFeeContracts[kind]
  const transaction = { type: 'eip1559', chainId, nonce: anyNonce, to, data, value, ...fees } as const
  // The OP Stack's contract adds the length of the signature itself, Scroll's contract doesn't.
  const bytes = serializeTransaction(
    transaction,
    kind === 'scroll' ? { r: anyWord, s: anyWord, yParity: 1 } : undefined,
  )
  const [dataFee, operatorFee] = await Promise.all([
    readContract(client, { address, abi, functionName: 'getL1Fee', args: [bytes] }),
    kind === 'opStack'
      ? readContract(client, { address, abi, functionName: 'getOperatorFee', args: [fees.gas] }).catch(
          zeroIfReverted,
        )
      : 0n,
  ])
  return dataFee + operatorFee
}

/** The contract of networks before the Isthmus upgrade has no such function, and reverts. Other failures stay errors. */
function zeroIfReverted(error: unknown): bigint {
  if (isLatchkeyError(chainError(error, 'eth_call'), 'node/execution-reverted')) return 0n
  throw error
}
