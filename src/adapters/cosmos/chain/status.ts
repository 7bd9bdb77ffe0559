import { base64 } from '@scure/base'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { isNotSent } from '../../../core/errors/not-sent.ts'
import type { SentTransaction, TransactionStatus } from '../../../core/wallet/transaction.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import { chainOf } from '../asset.ts'
import { invalid } from '../checks.ts'
import { feeOf } from '../signed.ts'
import { totalOf } from './fees.ts'
import { hashOf } from './hash.ts'
import { readReplacement, traceIn } from './replacement.ts'

/** The number of blocks in which a signed transaction can be included: half an hour on the Cosmos Hub. */
export const goodFor = 300n
/** The maximum difference, in blocks, between the nodes behind one URL. */
const lag = 10n

interface FoundTransaction {
  readonly tx?: unknown
  readonly height?: unknown
  readonly tx_result?: { readonly code?: unknown; readonly log?: unknown; readonly events?: unknown }
}
interface Events {
  readonly type?: unknown
  readonly attributes?: readonly { readonly key?: unknown }[]
}

/**
 * Reads the status of a transaction. A transaction in a block is final, because validators agree on
 * each block before it is committed. `reference` contains the last block that may include the
 * transaction. If the node doesn't show the transaction after that block, the node must prove that
 * no block includes the transaction. Only then is the status `failed`. For this proof, the node
 * must index transactions, and must still have all blocks that could include this transaction.
 * `reference` also contains the sequence, to find another transaction of the sender with the same
 * sequence.
 */
export async function readStatus(
  rpc: JsonRpcPort,
  network: ChainNetwork<'cosmos'>,
  { hash, reference }: SentTransaction,
  opts?: CallOptions,
): Promise<TransactionStatus> {
  if (!/^[0-9a-f]{64}$/i.test(hash)) throw invalid('hash', 'expected 64 hex digits')
  const found = await find(rpc, hash, opts)
  if (found) return inBlock(rpc, network, found, opts)
  if (await isWaiting(rpc, hash, opts)) return { phase: 'pending' }
  const trace = traceIn(reference)
  if (!trace) return { phase: 'unknown' }
  const { until, by } = trace
  const replaced = by && (await readReplacement(rpc, hash, by, opts))
  if (replaced) return replaced
  const { height, earliest, hasIndex } = await readHead(rpc, network, opts)
  if (height <= until) return { phase: 'unknown', until }
  // The answers may come from different nodes. The node that searched its index may not have indexed the last blocks yet.
  if (height <= until + lag) return { phase: 'unknown' }
  // A block may have included the transaction between the two requests. So search again.
  const late = await find(rpc, hash, opts)
  if (late) return inBlock(rpc, network, late, opts)
  if (!hasIndex) return { phase: 'unknown', reason: "the node doesn't index transactions" }
  if (earliest === undefined || earliest > until - goodFor)
    return { phase: 'unknown', reason: 'the node no longer has the blocks that could include it' }
  return { phase: 'failed', reason: `It wasn't included by block ${until}, and can't be included later` }
}

/** Returns whether a block or the mempool has the transaction. */
export async function isKnown(rpc: JsonRpcPort, hash: string): Promise<boolean> {
  return (await find(rpc, hash)) !== undefined || isWaiting(rpc, hash)
}

/**
 * Returns whether an endpoint may have the transaction. This includes an endpoint that received the request but doesn't answer,
 * and an endpoint that lists only a part of its mempool.
 */
export async function mayHave(rpc: JsonRpcPort, hash: string): Promise<boolean> {
  try {
    if ((await find(rpc, hash)) !== undefined) return true
  } catch (error) {
    if (isSilent(error)) return true
    // The node may have no index of transactions. So search the mempool.
  }
  try {
    const { txs, isWhole } = await readMempool(rpc)
    return !isWhole || txs.some((tx) => hasHash(tx, hash))
  } catch (error) {
    return isSilent(error)
  }
}

/**
 * Returns whether the endpoint's answer is missing. The endpoint may then have accepted the transaction. Returns false if the
 * transaction can't have reached the endpoint, for example because the endpoint refused the connection.
 */
function isSilent(error: unknown): boolean {
  return isLatchkeyError(error) && /^(http\/|rpc\/unreachable$)/.test(error.code) && !isNotSent(error)
}

/**
 * Reads the latest block.
 * @throws `network/endpoint-mismatch` if the endpoint serves another network.
 */
export async function readHead(
  rpc: JsonRpcPort,
  network: ChainNetwork<'cosmos'>,
  opts?: CallOptions,
): Promise<{
  readonly height: bigint
  /** The oldest block that the node has, if the node reports it. */
  readonly earliest: bigint | undefined
  readonly hasIndex: boolean
}> {
  const answer = await rpc.request<{
    node_info?: { network?: unknown; other?: { tx_index?: unknown } }
    sync_info?: { latest_block_height?: unknown; earliest_block_height?: unknown }
  }>({ method: 'status', params: {} }, opts)
  const [chain, height] = [answer?.node_info?.network, answer?.sync_info?.latest_block_height]
  if (!/^\d{1,19}$/.test(String(height)))
    throw latchkeyError('rpc/invalid-value', { values: { method: 'status' } })
  if (chain !== String(network.id))
    throw latchkeyError('network/endpoint-mismatch', {
      values: { actual: `cosmos:${String(chain)}`, expected: network.caipNetworkId },
    })
  const first = String(answer?.sync_info?.earliest_block_height)
  return {
    height: BigInt(String(height)),
    earliest: /^\d{1,19}$/.test(first) ? BigInt(first) : undefined,
    hasIndex: answer?.node_info?.other?.tx_index === 'on',
  }
}

async function find(
  rpc: JsonRpcPort,
  hash: string,
  opts?: CallOptions,
): Promise<FoundTransaction | undefined> {
  const params = { query: `tx.hash='${hash.toUpperCase()}'`, prove: false, page: '1', per_page: '1' }
  const answer = await rpc.request<{ txs?: unknown }>({ method: 'tx_search', params }, opts)
  if (!Array.isArray(answer?.txs)) throw wrong('tx_search')
  const found = answer.txs[0] as FoundTransaction | undefined
  if (found && hashOf(bytesOf(found.tx)) !== hash.toUpperCase()) throw wrong('tx_search')
  return found
}

async function inBlock(
  rpc: JsonRpcPort,
  network: ChainNetwork<'cosmos'>,
  { tx, height, tx_result: result }: FoundTransaction,
  opts?: CallOptions,
): Promise<TransactionStatus> {
  const code = Number(result?.code ?? 0)
  if (!Number.isInteger(code) || !/^\d{1,19}$/.test(String(height))) throw wrong('tx_search')
  const paid = totalOf(feeOf(bytesOf(tx)), chainOf(network).denom)
  if (code === 0) return { phase: 'finalized', at: await blockTime(rpc, String(height), opts), fee: paid }
  // If a transaction fails before its fee is deducted, the account pays nothing.
  const fee = tookFee(result?.events) ? paid : 0n
  return { phase: 'failed', reason: String(result?.log ?? '') || `It failed with code ${code}`, fee }
}

/** Returns whether the fee was deducted. Attribute keys are plain text since CometBFT 0.37, and base64 in earlier versions. */
function tookFee(events: unknown): boolean {
  return (
    Array.isArray(events) &&
    (events as readonly Events[]).some(
      ({ type, attributes }) =>
        type === 'tx' && attributes?.some(({ key }) => key === 'fee' || key === 'ZmVl') === true,
    )
  )
}

/** Reads a block's time. Resolves with undefined if the node no longer has the block. */
async function blockTime(rpc: JsonRpcPort, height: string, opts?: CallOptions): Promise<number | undefined> {
  const answer = await rpc
    .request<{ block?: { header?: { time?: unknown } } }>({ method: 'block', params: { height } }, opts)
    .catch((error: unknown) => {
      if (opts?.signal?.aborted) throw error
      return undefined
    })
  const time = Date.parse(String(answer?.block?.header?.time))
  return Number.isNaN(time) ? undefined : time
}

/**
 * Returns whether the transaction is among the transactions that the node lists of its mempool.
 * Returns false if the node doesn't show its mempool.
 */
async function isWaiting(rpc: JsonRpcPort, hash: string, opts?: CallOptions): Promise<boolean> {
  const mempool = await readMempool(rpc, opts).catch((error: unknown) => {
    if (opts?.signal?.aborted) throw error
    return undefined
  })
  return mempool?.txs.some((tx) => hasHash(tx, hash)) === true
}

/** Reads the first 100 transactions of a node's mempool. CometBFT lists no more, and can't find a waiting transaction by hash. */
async function readMempool(
  rpc: JsonRpcPort,
  opts?: CallOptions,
): Promise<{ readonly txs: readonly unknown[]; readonly isWhole: boolean }> {
  const answer = await rpc.request<{ txs?: unknown; total?: unknown }>(
    { method: 'unconfirmed_txs', params: { limit: '100' } },
    opts,
  )
  const txs: readonly unknown[] = Array.isArray(answer?.txs) ? answer.txs : []
  return { txs, isWhole: !(Number(answer?.total) > txs.length) }
}

/** Returns whether a transaction has this hash. Returns false for text that isn't base64. */
function hasHash(tx: unknown, hash: string): boolean {
  try {
    return hashOf(base64.decode(String(tx))) === hash.toUpperCase()
  } catch {
    return false
  }
}

function bytesOf(tx: unknown): Uint8Array {
  try {
    return base64.decode(String(tx))
  } catch {
    throw wrong('tx_search')
  }
}

function wrong(method: string) {
  return latchkeyError('rpc/invalid-value', { values: { method } })
}
