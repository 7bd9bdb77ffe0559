import type { Hex } from '../../../core/chain/caip.ts'
import { bytesPattern, hashPattern } from '../../../core/chain/eip155.ts'
import { isLatchkeyError, type LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { TransactionStatus } from '../../../core/wallet/transaction.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import { dispatchReason } from './dispatch-error.ts'
import { invalidAnswer, loadRuntime, type Runtime, readSpecVersion } from './runtime.ts'
import { decoded, readStorage, type Value } from './storage.ts'
import { lifetime } from './unsigned.ts'

/** The number of blocks that are read at the same time. */
const stride = 16

/** The place of a transaction in the chain. */
export interface Inclusion {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  /** The extrinsic's index in the block. */
  readonly index: number
  /** The bytes of the extrinsic. */
  readonly bytes: Hex
}

export interface Heads {
  readonly best: number
  readonly finalized: number
  readonly finalizedHash: Hex
}

export async function readHeads(port: JsonRpcPort, opts?: CallOptions): Promise<Heads> {
  const finalizedHash = async () => {
    const hash = await port.request<Hex>({ method: 'chain_getFinalizedHead', params: [] }, opts)
    return [await readNumber(port, hash, opts), hash] as const
  }
  const [best, [finalized, hash]] = await Promise.all([readNumber(port, undefined, opts), finalizedHash()])
  return { best: Math.max(best, finalized), finalized, finalizedHash: hash }
}

export async function readNumber(
  port: JsonRpcPort,
  at: Hex | undefined,
  opts?: CallOptions,
): Promise<number> {
  const method = 'chain_getHeader'
  const header = await port.request<{ number?: unknown } | null>({ method, params: at ? [at] : [] }, opts)
  const number = Number(header?.number)
  if (!Number.isSafeInteger(number) || number < 0) throw invalidAnswer(method)
  return number
}

/**
 * Searches the blocks that can contain a transaction. The search is needed because nodes can't look up a transaction by its hash.
 */
export function findTransaction(
  port: JsonRpcPort,
  { api }: Runtime,
  hash: string,
  range: { readonly from: number; readonly to: number },
  opts?: CallOptions,
): Promise<Inclusion | 'pruned' | undefined> {
  const hashOf = (extrinsic: Hex) => api.registry.createType('Raw', extrinsic).hash.toHex()
  return findExtrinsic(port, (extrinsic) => hashOf(extrinsic) === hash, range, opts)
}

export async function findExtrinsic(
  port: JsonRpcPort,
  isIt: (extrinsic: Hex) => boolean,
  { from, to }: { readonly from: number; readonly to: number },
  opts?: CallOptions,
): Promise<Inclusion | 'pruned' | undefined> {
  for (let first = from; first <= to; first += stride) {
    const numbers = Array.from({ length: Math.min(stride, to - first + 1) }, (_, at) => first + at)
    const blocks = await Promise.all(numbers.map((number) => readBlock(port, number, opts)))
    for (const block of blocks) {
      // The node no longer has the block's extrinsics.
      if (!block) return 'pruned'
      const index = block.extrinsics.findIndex(isIt)
      const bytes = block.extrinsics[index]
      if (bytes !== undefined) return { ...block, index, bytes }
    }
  }
  return undefined
}

/**
 * Reads the outcome of a transaction in a block. If the node no longer has the block's events, the outcome is unknown. Many nodes
 * keep the states of only a few hundred blocks.
 */
export async function readOutcome(
  port: JsonRpcPort,
  newest: Runtime,
  inclusion: Inclusion,
  heads: Heads,
  opts?: CallOptions,
): Promise<TransactionStatus> {
  try {
    return await outcomeIn(port, newest, inclusion, heads, opts)
  } catch (error) {
    if (!isLatchkeyError(error) || !isPruned(error)) throw error
    return {
      phase: 'unknown',
      reason: `block ${inclusion.number} includes it, and the node no longer has the block's events`,
    }
  }
}

/**
 * Returns whether the node no longer has the state. Substrate's `state` methods then answer `UnknownBlock: State already
 * discarded for 0x…`.
 */
function isPruned(error: LatchkeyError): boolean {
  return /state already discarded|unknown ?block/i.test(`${error.message} ${error.details ?? ''}`)
}

async function outcomeIn(
  port: JsonRpcPort,
  newest: Runtime,
  { hash, parentHash, index, number }: Inclusion,
  { best, finalized }: Heads,
  opts?: CallOptions,
): Promise<TransactionStatus> {
  // The runtime of the parent block encoded this block.
  const specVersion = await readSpecVersion(port, parentHash, opts)
  const runtime = specVersion === newest.specVersion ? newest : await loadRuntime(port, parentHash, opts)
  const [records, now] = await Promise.all([
    readStorage<Value & Iterable<EventRecord>>(port, runtime, ['system', 'events'], [], {
      ...opts,
      at: hash,
    }),
    readStorage<Value>(port, runtime, ['timestamp', 'now'], [], { ...opts, at: hash }),
  ])
  return decoded('state_getStorage', () => {
    const events = [...(records ?? [])].flatMap(({ phase, event }) =>
      phase.isApplyExtrinsic && Number(phase.asApplyExtrinsic.toString()) === index ? [event] : [],
    )
    const named = (section: string, method: string) =>
      events.find((event) => event.section === section && event.method === method)
    const fee = feeFrom(events)
    const failure = named('system', 'ExtrinsicFailed')
    if (failure) {
      const [error] = failure.data
      return { phase: 'failed', reason: dispatchReason(runtime, error), ...fee }
    }
    if (!named('system', 'ExtrinsicSuccess')) throw invalidAnswer('system.events')
    const at = Number(now?.toString() ?? Number.NaN)
    const when = Number.isSafeInteger(at) ? { at } : {}
    return finalized >= number
      ? { phase: 'finalized', ...when, ...fee }
      : { phase: 'confirmed', confirmations: Math.max(best - number, 0) + 1, ...when, ...fee }
  })
}

interface Event {
  readonly section: string
  readonly method: string
  readonly data: readonly (Value | undefined)[]
}
interface EventRecord {
  readonly phase: { readonly isApplyExtrinsic: boolean; readonly asApplyExtrinsic: Value }
  readonly event: Event
}

/**
 * Returns the paid fee from the payment pallet's event. On older runtimes, returns the transaction's first withdrawal minus the
 * refunds.
 */
function feeFrom(events: readonly Event[]): { fee?: bigint } {
  const paid = events.find(
    ({ section, method }) => section === 'transactionPayment' && method === 'TransactionFeePaid',
  )
  const withdrawn = events.find(({ section, method }) => section === 'balances' && method === 'Withdraw')
  const [who, amount] = (paid ?? withdrawn)?.data ?? []
  if (!amount) return {}
  const given = BigInt(amount.toString())
  if (paid) return { fee: given }
  const refunds = events.filter(
    ({ section, method, data }) =>
      section === 'balances' && method === 'Deposit' && data[0]?.toString() === who?.toString(),
  )
  return { fee: refunds.reduce((fee, { data }) => fee - BigInt(data[1]?.toString() ?? 0), given) }
}

/** Returns whether the node's pool has the transaction. Returns false if the node doesn't show its pool. */
export async function isWaiting(
  port: JsonRpcPort,
  { api }: Runtime,
  hash: string,
  opts?: CallOptions,
): Promise<boolean> {
  const waiting = await port
    .request<unknown>({ method: 'author_pendingExtrinsics', params: [] }, opts)
    .catch((error: unknown) => {
      if (opts?.signal?.aborted) throw error
      return undefined
    })
  if (!Array.isArray(waiting)) return false
  return waiting.some(
    (each) => bytesPattern.test(String(each)) && api.registry.createType('Raw', each).hash.toHex() === hash,
  )
}

async function readBlock(port: JsonRpcPort, number: number, opts?: CallOptions) {
  const hash = await port.request<Hex>({ method: 'chain_getBlockHash', params: [number] }, opts)
  if (!hashPattern.test(hash)) throw invalidAnswer('chain_getBlockHash')
  const answer = await port.request<{ block?: Block } | null>(
    { method: 'chain_getBlock', params: [hash] },
    opts,
  )
  if (answer === null) return undefined
  const { extrinsics, header } = answer?.block ?? {}
  const isBytes = (text: unknown) => typeof text === 'string' && bytesPattern.test(text)
  if (!Array.isArray(extrinsics) || !extrinsics.every(isBytes) || !hashPattern.test(header?.parentHash ?? ''))
    throw invalidAnswer('chain_getBlock')
  return { number, hash, parentHash: header?.parentHash as Hex, extrinsics: extrinsics as readonly Hex[] }
}

interface Block {
  readonly extrinsics?: readonly unknown[]
  readonly header?: { readonly parentHash?: string }
}

/**
 * Returns the last block that can include a transaction that was built at block `reference`. Block `reference` itself is the first
 * block of the era.
 */
export function lastBlock(reference: number): number {
  return reference + lifetime - 1
}
