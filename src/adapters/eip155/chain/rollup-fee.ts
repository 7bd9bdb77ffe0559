import { type Client, parseAbi, serializeTransaction, type TransactionReceipt } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { type RollupKind, rollupFeeContracts } from '../../../core/chain/rollup-fee.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import { chainError } from './client.ts'

const abi = parseAbi([
  'function getL1Fee(bytes transaction) view returns (uint256)',
  'function getOperatorFee(uint256 gas) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
])
/**
 * Mantle and its test network. Their contract states the data fee in ether's wei, but the network charges it in MNT:
 * https://github.com/mantlenetworkio/mantle-v2/blob/main/packages/contracts-bedrock/contracts/L2/GasPriceOracle.sol
 */
const mantle = [5000, 5003]
/**
 * Placeholders for the nonce and the signature. The fee depends on the size of the transaction. On
 * the OP Stack, it depends on the compressed size.
 */
const anyNonce = 0xffffff
const anyWord = `0x${'ff'.repeat(32)}` as const

/**
 * Returns the network's kind of rollup. The fee contract that exists on the network shows the kind. Returns undefined if the
 * network charges only gas.
 */
export async function rollupKind(client: Client): Promise<RollupKind | undefined> {
  const kinds = Object.keys(rollupFeeContracts) as RollupKind[]
  const codes = await Promise.all(kinds.map((kind) => getCode(client, { address: rollupFeeContracts[kind] })))
  return kinds.find((_, index) => codes[index])
}

/**
 * Reads the fee that a rollup charges in addition to gas × price, in wei of the native currency. The fee is for the data on layer
 * 1. On the OP Stack, it also includes the operator's fee, which depends on the gas limit. No field of the transaction limits
 * this fee, and it changes with the prices on layer 1.
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
  // The OP Stack's contract adds the signature's length on its own. Scroll's contract doesn't. So add a placeholder for the
  // signature on Scroll.
  const bytes = serializeTransaction(
    transaction,
    kind === 'scroll' ? { r: anyWord, s: anyWord, yParity: 1 } : undefined,
  )
  const [dataFee, ratio, operatorFee] = await Promise.all([
    readContract(client, { address, abi, functionName: 'getL1Fee', args: [bytes] }),
    mantle.includes(chainId) ? readContract(client, { address, abi, functionName: 'tokenRatio' }) : 1n,
    kind === 'opStack'
      ? readContract(client, { address, abi, functionName: 'getOperatorFee', args: [fees.gas] }).catch(
          zeroIfReverted,
        )
      : 0n,
  ])
  return dataFee * ratio + operatorFee
}

/**
 * Returns the operator's fee that a transaction on the OP Stack paid, in wei. Returns 0 if the receipt names no such fee. The
 * formula depends on the network's version, so the contract computes the fee. Returns undefined if the node can't read the
 * contract as of the receipt's block.
 */
export async function paidOperatorFee(
  client: Client,
  receipt: Pick<TransactionReceipt, 'blockNumber' | 'gasUsed'>,
): Promise<bigint | undefined> {
  const { operatorFeeScalar = 0, operatorFeeConstant = 0 } = receipt as Readonly<Record<string, unknown>>
  if (Number(operatorFeeScalar) === 0 && Number(operatorFeeConstant) === 0) return 0n
  const { blockNumber, gasUsed } = receipt
  const contract = { address: rollupFeeContracts.opStack, abi, blockNumber } as const
  return readContract(client, { ...contract, functionName: 'getOperatorFee', args: [gasUsed] }).catch(
    () => undefined,
  )
}

/**
 * Returns 0 if the call reverted: on networks before the Isthmus upgrade, the contract doesn't have this function. Rethrows other
 * errors.
 */
function zeroIfReverted(error: unknown): bigint {
  if (isLatchkeyError(chainError(error, 'eth_call'), 'node/execution-reverted')) return 0n
  throw error
}
