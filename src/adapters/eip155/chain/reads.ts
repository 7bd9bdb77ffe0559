import type { Client, TransactionReceipt } from 'viem'
import {
  call,
  getBalance,
  getBlock,
  getBlockNumber,
  getCode,
  getTransaction,
  getTransactionReceipt,
} from 'viem/actions'
import type { Hex } from '../../../core/chain/caip.ts'
import { hashPattern } from '../../../core/chain/eip155.ts'
import { isLatchkeyError, latchkeyError, type RpcError } from '../../../core/errors/latchkey-error.ts'
import type { SentTransaction, TransactionStatus } from '../../../core/wallet/transaction.ts'
import { chainError } from './client.ts'
import { provenReference, readReplacement, same, traceIn } from './replacement.ts'
import { paidOperatorFee } from './rollup-fee.ts'
import { readSafeExecution } from './safe-execution.ts'

/** The EntryPoint contracts, from https://github.com/eth-infinitism/account-abstraction/releases: 0.6 to 0.9. */
const entryPoints = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
]
/** The hash of `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`, the event of EIP-4337. */
const operationEvent = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** Celo's types of transactions (CIP-66, CIP-64, CIP-42) that may pay the fee in a token: then the price is in that token. */
const paidInToken: readonly unknown[] = ['0x7a', '0x7b', '0x7c']

export function readNativeBalance(client: Client, owner: Hex): Promise<bigint> {
  return getBalance(client, { address: owner })
}

/**
 * Reads the status of a transaction. A receipt counts only while its block is part of the chain.
 * The receipt must have the hash of the sent transaction. It must also have the sender and the
 * recipient in `reference`, unless the sender is a smart account.
 */
export async function readStatus(
  client: Client,
  { hash, reference }: SentTransaction,
): Promise<TransactionStatus> {
  if (!hashPattern.test(hash))
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'hash', reason: 'expected 0x and 64 hex digits' },
    })
  const receipt = await unlessAbsent(getTransactionReceipt(client, { hash: hash as Hex }))
  if (!receipt) return withoutReceipt(client, hash as Hex, reference)
  if (!same(receipt.transactionHash, hash) || !(await isFromTo(client, receipt, reference)))
    throw latchkeyError('rpc/invalid-value', { values: { method: 'eth_getTransactionReceipt' } })

  const { blockNumber } = receipt
  const [block, latest, finalized] = await Promise.all([
    unlessAbsent(getBlock(client, { blockNumber })),
    getBlockNumber(client, { cacheTime: 0 }),
    // Some networks don't support the `finalized` tag.
    getBlock(client, { blockTag: 'finalized' }).catch(() => undefined),
  ])
  // Some nodes report a block hash that differs from the hash in the receipt. Then accept the block if it lists the transaction.
  const isListed = block?.transactions.some((each) => same(String(each), hash))
  if (block?.hash !== receipt.blockHash && !isListed) return { phase: 'pending' }
  if (block === undefined) return { phase: 'pending' }
  // If a bundler sent the transaction of a smart account, the receipt doesn't say what the account paid.
  const paid = same(receipt.from, traceIn(reference)?.from ?? receipt.from)
  const fee = paid ? await paidFee(client, receipt) : undefined
  // Receipts of old blocks have no status. Then only logs prove success, because a failed transaction has no logs.
  if (!receipt.status && receipt.logs.length === 0)
    return {
      phase: 'unknown',
      reason: `block ${blockNumber} includes it, and its receipt doesn't say how it ended`,
    }
  if (receipt.status === 'reverted')
    return { phase: 'failed', reason: await failureReason(client, receipt), fee }
  const operations = operationsIn(receipt, reference)
  if (operations.includes(false))
    return operations.includes(true)
      ? {
          phase: 'unknown',
          reason: `block ${blockNumber} includes several operations of the account, and only some of them succeeded`,
        }
      : { phase: 'failed', reason: "The account's calls were reverted", fee }
  const at = Number(block.timestamp) * 1000
  if (finalized && finalized.number >= blockNumber) return { phase: 'finalized', at, fee }
  const confirmations = latest > blockNumber ? Number(latest - blockNumber) + 1 : 1
  return { phase: 'confirmed', confirmations, at, fee }
}

/** Returns the fee that the sender of the receipt's transaction paid. Returns undefined if it isn't known. */
async function paidFee(client: Client, receipt: TransactionReceipt): Promise<bigint | undefined> {
  const { gasUsed, effectiveGasPrice, type } = receipt
  const { l1Fee } = receipt as { readonly l1Fee?: Hex | null }
  if (effectiveGasPrice === undefined || paidInToken.includes(type)) return undefined
  const operatorFee = await paidOperatorFee(client, receipt)
  return operatorFee === undefined
    ? undefined
    : gasUsed * effectiveGasPrice + BigInt(l1Fee ?? 0) + operatorFee
}

/** Returns the status of a transaction without a receipt. */
async function withoutReceipt(
  client: Client,
  hash: Hex,
  reference: string | undefined,
): Promise<TransactionStatus> {
  const trace = traceIn(reference)
  const shown = await unlessAbsent(getTransaction(client, { hash }))
  if (shown && !same(shown.hash, hash))
    throw latchkeyError('rpc/invalid-value', { values: { method: 'eth_getTransactionByHash' } })
  if (!shown && trace)
    return trace.proven ? readReplacement(client, hash, trace) : bySafe(client, hash, trace.from)
  if (!shown) return { phase: 'unknown' }
  if (trace?.proven) return { phase: 'pending' }
  const block = await getBlockNumber(client, { cacheTime: 0 })
  const learned = await provenReference(shown, hash, trace, block)
  return { phase: 'pending', ...(learned !== undefined && { reference: learned }) }
}

/**
 * Returns the status of the transaction whose hash a Safe returned. This hash identifies the Safe's
 * own transaction. An on-chain transaction with another hash executes it.
 */
async function bySafe(client: Client, hash: Hex, account: Hex): Promise<TransactionStatus> {
  const execution = await readSafeExecution(client, account, hash)
  if (!execution) return { phase: 'unknown' }
  // With this reference, the fee isn't reported: an owner or a relayer paid it.
  const status = await readStatus(client, { hash: execution.hash, reference: `${account}:` })
  if (status.phase !== 'confirmed' && status.phase !== 'finalized') return { phase: 'pending' }
  return execution.succeeded
    ? { ...status, hash: execution.hash }
    : { phase: 'failed', reason: `The Safe couldn't execute it, in ${execution.hash}`, fee: status.fee }
}

/**
 * Returns whether a receipt has the sender and recipient of `reference`. Also returns true without a reference, and for a smart
 * account, because the receipt then has the sender and recipient of the bundler's transaction.
 */
async function isFromTo(
  client: Client,
  { from, to }: { readonly from: Hex; readonly to: Hex | null },
  reference: string | undefined,
): Promise<boolean> {
  const trace = traceIn(reference)
  if (!trace || (same(from, trace.from) && same(to, trace.to))) return true
  const code = await getCode(client, { address: trace.from })
  return code !== undefined && code !== '0x'
}

/**
 * Returns whether each operation of a smart account succeeded, if the transaction bundles operations. A bundle succeeds even if
 * the calls of its operations are reverted. Reads only events of an EntryPoint, because other contracts can forge them.
 */
function operationsIn(
  { from, to, logs }: Pick<TransactionReceipt, 'from' | 'to' | 'logs'>,
  reference: string | undefined,
): readonly boolean[] {
  const trace = traceIn(reference)
  // The account sent this transaction itself, and not as an operation.
  if (!trace || (same(from, trace.from) && same(to, trace.to))) return []
  return (logs ?? [])
    .filter(
      ({ address, topics }) =>
        entryPoints.some((each) => same(each, address)) &&
        same(topics[0], operationEvent) &&
        same(topics[2]?.slice(-40), trace.from.slice(2)),
    )
    .map(({ data }) => BigInt(`0x${data.slice(66, 130)}`) !== 0n)
}

/** Simulates a failed transaction on the state before its block, to find out why it failed. */
async function failureReason(
  client: Client,
  receipt: { readonly transactionHash: Hex; readonly blockNumber: bigint; readonly gasUsed: bigint },
): Promise<string> {
  try {
    const { from, to, input, value, gas } = await getTransaction(client, { hash: receipt.transactionHash })
    if (gas === receipt.gasUsed) return 'It ran out of gas'
    await call(client, { account: from, to, data: input, value, gas, blockNumber: receipt.blockNumber - 1n })
  } catch (error) {
    const reason = chainError(error, 'eth_call')
    if (isLatchkeyError(reason, 'node/execution-reverted')) return (reason as RpcError).message
  }
  return 'The contract reverted the call'
}

/** Resolves with undefined if the node answers null. viem turns such an answer into an error. */
async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (/NotFoundError$/.test((error as Error).name)) return undefined
    throw error
  }
}
