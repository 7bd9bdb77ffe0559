import { createHash } from 'node:crypto'
import { cosmosAttributes, cosmosEffects } from '../../../core/chain/cosmos-transfers.ts'
import { networkIdentity } from '../../../transport/json-rpc/network-identity.ts'
import { eachCall } from '../each-call.ts'
import { fewAtOnce } from '../few-at-once.ts'
import { type NodeCall, type NodeCalls, NodeFailure, type NodeOutcome, resultOf } from '../node-calls.ts'
import type { BlockSource, IndexedBlock, IndexedTransaction } from '../stored-index/indexed-block.ts'
import { detailsOf } from './stored-transaction.ts'

/** Calls per batch. CometBFT refuses longer batches (`max_request_batch_size`). */
const atOnce = 10

export interface CosmosHeights {
  readonly latest: number
  /** The oldest block that the node has. */
  readonly earliest: number
}

/**
 * Reads which blocks a node has.
 * @param reference The reference in the network's id: the chain id, or its hash (CAIP-5).
 * @throws NodeFailure, also when the node serves another network.
 */
export async function cosmosHeights(
  node: NodeCalls,
  reference: string,
  signal?: AbortSignal,
): Promise<CosmosHeights> {
  const status = await node.call<Status>('status', {}, signal)
  if (!(await serves(status, reference))) throw new NodeFailure('The node serves another network')
  const { latest_block_height: latest, earliest_block_height: earliest } = Object(
    status.sync_info,
  ) as NonNullable<Status['sync_info']>
  return { latest: heightOf(latest), earliest: Math.max(1, heightOf(earliest ?? '1')) }
}

/** Returns false also if the status names no network. */
async function serves(status: Status, reference: string): Promise<boolean> {
  try {
    return (await networkIdentity(`cosmos:${reference}`)?.matches(status, () => {})) === true
  } catch {
    return false
  }
}

/** Reads the blocks of a CometBFT node. The API: https://docs.cometbft.com/v0.38/rpc/ */
export function cosmosBlocks(node: NodeCalls, reference: string): BlockSource {
  let newest = 0

  /** Calls the node for each item. Returns the outcomes in the order of the items. */
  async function each<T, R>(
    items: readonly T[],
    call: (item: T) => NodeCall,
    signal: AbortSignal,
  ): Promise<readonly (NodeOutcome<R> | undefined)[]> {
    const found: NodeOutcome<R>[] = []
    const starts = Array.from({ length: Math.ceil(items.length / atOnce) }, (_, at) => at * atOnce)
    await fewAtOnce(starts, async (start) => {
      const calls = items.slice(start, start + atOnce).map(call)
      const outcomes = await eachCall<R>(node, calls, ({ exceeded }) => exceeded === 'size', signal)
      for (const [at, outcome] of outcomes.entries()) found[start + at] = outcome
    })
    return found
  }

  /**
   * Reads the results of a block whose results are too large for one answer. Anyone can fill a block with events. A transaction
   * whose result is too large by itself, or that the node doesn't index, counts as one without events, because the index must not
   * stop at this block.
   */
  async function largeResults({ block }: Block, signal: AbortSignal): Promise<Results> {
    const outcomes = await each<unknown, { readonly tx_result?: Result }>(
      block?.data?.txs ?? [],
      (bytes) => ({ method: 'tx', params: { hash: digestOf(bytes).toString('base64'), prove: false } }),
      signal,
    )
    const results = outcomes.map((outcome) =>
      outcome && 'error' in outcome && (outcome.exceeded || /indexing is disabled/i.test(outcome.error))
        ? {}
        : (resultOf(outcome).tx_result ?? {}),
    )
    return { txs_results: results }
  }

  return {
    async head(signal) {
      newest = (await cosmosHeights(node, reference, signal)).latest
      return newest
    },
    async hashes(numbers, signal) {
      // `blockchain` returns headers without transactions.
      const headers = await each<number, Headers>(
        numbers,
        (number) => ({
          method: 'blockchain',
          params: { minHeight: String(number), maxHeight: String(number) },
        }),
        signal,
      )
      return headers.map((outcome) => resultOf(outcome)?.block_metas?.[0]?.block_id?.hash)
    },
    async blocks({ first, last, parent }, signal) {
      const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
      const read = await each<number, Block>(numbers, (number) => callOf('block', number), signal)
      const full = numbers.filter((_, at) => {
        const outcome = read[at]
        return outcome && 'result' in outcome && (outcome.result.block?.data?.txs?.length ?? 0) > 0
      })
      const results = new Map<number, NodeOutcome<Results> | undefined>()
      const outcomes = await each<number, Results>(full, (number) => callOf('block_results', number), signal)
      for (const [at, number] of full.entries()) {
        const outcome = outcomes[at]
        const isLarge = outcome && 'error' in outcome && outcome.exceeded
        const block = isLarge && resultOf(read[number - first])
        results.set(number, block ? { result: await largeResults(block, signal) } : outcome)
      }

      const blocks: IndexedBlock[] = []
      for (const [at, number] of numbers.entries()) {
        const outcome = results.get(number) ?? { result: {} }
        // A node has a new block before it has the block's results.
        if (number >= newest && ('error' in outcome || !read[at] || 'error' in read[at])) break
        const block = resultOf(read[at])
        const expected = blocks.at(-1)?.hash ?? parent
        const { time, last_block_id: before } = Object(block.block?.header) as NonNullable<
          NonNullable<Block['block']>['header']
        >
        if (expected !== undefined && before?.hash !== expected) break
        blocks.push(blockOf(number, { hash: block.block_id?.hash, time }, block, resultOf(outcome)))
      }
      return blocks
    },
  }
}

function blockOf(
  number: number,
  { hash, time }: { readonly hash: unknown; readonly time: unknown },
  { block }: Block,
  { txs_results: results }: Results,
): IndexedBlock {
  const milliseconds = Date.parse(String(time))
  const transactions = block?.data?.txs ?? []
  if (typeof hash !== 'string' || !/^[\dA-F]{64}$/.test(hash) || Number.isNaN(milliseconds))
    throw new NodeFailure(`The node's block ${number} is invalid`)
  if (transactions.length !== (results ?? []).length)
    throw new NodeFailure(`The node doesn't have the result of each transaction in block ${number}`)
  return {
    ...{ number, hash, seconds: Math.floor(milliseconds / 1000) },
    transactions: transactions.map((bytes, place) => transactionOf(place, String(bytes), results?.[place])),
  }
}

function transactionOf(place: number, bytes: string, result: Result = {}): IndexedTransaction {
  const hash = digestOf(bytes).toString('hex').toUpperCase()
  const failed = Number(result.code ?? 0) !== 0
  const signers = signersIn(result.events)
  // If a message produces invalid events, the history shows the transaction without transfers.
  const { senders, transfers } = (failed
    ? undefined
    : cosmosEffects({ events: result.events, logs: logsIn(result.log) })) ?? { senders: [], transfers: [] }
  const [signer] = signers
  const parties = transfers.flatMap(({ sender, recipient }) => [sender, recipient])
  const accounts = [...signers.map(({ address }) => address), ...senders, ...parties]
  return {
    place,
    details: detailsOf({
      ...{ hash, failed, transfers },
      nonce: signer?.sequence ?? 0,
      sender: senders[0] ?? signer?.address ?? '',
    }),
    accounts: new Set(accounts.filter((one) => one !== undefined && addressPattern.test(one)) as string[]),
    // The node lists the tokens of an account, so they aren't stored.
    tokens: [],
  }
}

/** Returns the hash of a transaction in base64. */
function digestOf(bytes: unknown): Buffer {
  return createHash('sha256')
    .update(Buffer.from(String(bytes), 'base64'))
    .digest()
}

const addressPattern = /^[a-z\d]{1,83}1[02-9ac-hj-np-z]{38,58}$/

/** Returns a transaction's signers, even if the transaction failed. A signer's attribute `acc_seq` is a text such as `cosmos1…/5`. Before CometBFT 0.37, attributes are in base64. */
function signersIn(events: unknown): readonly { readonly address: string; readonly sequence: number }[] {
  return cosmosAttributes(events).flatMap(({ key, value }) => {
    const text =
      key === 'acc_seq'
        ? value
        : key === btoa('acc_seq')
          ? Buffer.from(value, 'base64').toString('utf8')
          : undefined
    const [, address, sequence] = /^([a-z\d]{1,200})\/(\d{1,15})$/.exec(text ?? '') ?? []
    return address === undefined ? [] : [{ address, sequence: Number(sequence) }]
  })
}

/** Before SDK 0.50, the log of a transaction is JSON with the events of each message. */
function logsIn(log: unknown): unknown {
  if (typeof log !== 'string' || !log.startsWith('[')) return undefined
  try {
    return JSON.parse(log)
  } catch {
    return undefined
  }
}

function callOf(method: string, height: number): NodeCall {
  return { method, params: { height: String(height) } }
}

function heightOf(text: unknown): number {
  if (!/^\d{1,15}$/.test(String(text))) throw new NodeFailure('The node answered with no block number')
  return Number(text)
}

interface Status {
  readonly sync_info?: { readonly latest_block_height?: unknown; readonly earliest_block_height?: unknown }
}
interface Headers {
  readonly block_metas?: readonly { readonly block_id?: { readonly hash?: string } }[]
}
interface Block {
  readonly block_id?: { readonly hash?: unknown }
  readonly block?: {
    readonly header?: { readonly time?: unknown; readonly last_block_id?: { readonly hash?: unknown } }
    readonly data?: { readonly txs?: readonly unknown[] | null }
  }
}
interface Result {
  readonly code?: unknown
  readonly log?: unknown
  readonly events?: unknown
}
interface Results {
  readonly txs_results?: readonly Result[] | null
}
