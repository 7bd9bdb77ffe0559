import {
  type Client,
  keccak256,
  recoverTransactionAddress,
  serializeTransaction,
  type Transaction,
} from 'viem'
import { getBlock, getTransactionCount } from 'viem/actions'
import type { Hex } from '../../../core/chain/caip.ts'
import type { TransactionStatus } from '../../../core/wallet/transaction.ts'
import { checkedAnswer } from './answers.ts'

/** The known facts about a sent transaction, apart from its hash. The `reference` of the transaction is this record as text. */
interface Trace {
  readonly from: Hex
  /** The recipient. Undefined for a transaction that creates a contract. */
  readonly to: Hex | undefined
  /** Fields that only the transaction itself proves. Undefined until a node shows the transaction. */
  readonly proven?: Proven | undefined
}
interface Proven {
  readonly nonce: number
  readonly value: bigint
  readonly dataHash: Hex
  /** The newest block when a node first showed the transaction. */
  readonly block: bigint
}

/** The compared fields of a transaction that a block includes. */
interface Included {
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex | null
  readonly nonce: number
  readonly value: bigint
  readonly input: Hex
  readonly blockNumber: bigint
}

/** The maximum number of blocks to read in one attempt if the node can't search its blocks for a sender's nonce. */
const mostBodies = 64n

const pattern = /^(0x[0-9a-f]{40}):(0x[0-9a-f]{40})?(?::(\d{1,15}):(\d{1,78}):(0x[0-9a-f]{64}):(\d{1,15}))?$/i

export function traceIn(reference: string | undefined): Trace | undefined {
  const [, from, to, nonce, value, dataHash, block] = pattern.exec(reference ?? '') ?? []
  if (from === undefined) return undefined
  const proven = nonce !== undefined && {
    proven: {
      nonce: Number(nonce),
      value: BigInt(value as string),
      dataHash: dataHash as Hex,
      block: BigInt(block as string),
    },
  }
  return { from: from as Hex, to: to as Hex | undefined, ...proven }
}

/**
 * Adds the nonce and the other proven fields to the reference, once a node shows the transaction. Checks the hash and the
 * sender's signature, because a node could otherwise return a nonce that is already used. Returns undefined for smart accounts,
 * because a bundler signs their transactions.
 */
export async function provenReference(
  transaction: Transaction,
  hash: string,
  trace: Trace | undefined,
  block: bigint,
): Promise<string | undefined> {
  try {
    const { input, to, nonce, value, r, s, v, yParity } = transaction
    const fields = { ...transaction, data: input, to: to ?? undefined } as never
    const bytes = serializeTransaction(fields, { r, s, v, yParity } as never) as Hex
    if (keccak256(bytes) !== hash.toLowerCase()) return undefined
    const from = await recoverTransactionAddress({ serializedTransaction: bytes as never })
    if (trace && !same(trace.from, from)) return undefined
    return `${from}:${to ?? ''}:${nonce}:${value}:${keccak256(input)}:${block}`
  } catch {
    return undefined
  }
}

/**
 * Reads the outcome of a transaction that the node doesn't show: whether another transaction of the sender used the same nonce.
 */
export async function readReplacement(
  client: Client,
  hash: string,
  { from, to, proven }: Trace,
): Promise<TransactionStatus> {
  if (!proven) return { phase: 'unknown' }
  const { nonce, block } = proven
  if ((await getTransactionCount(client, { address: from, blockTag: 'latest' })) <= nonce)
    return { phase: 'unknown' }
  const [finalized, head] = await Promise.all([
    // Some networks don't support the `finalized` tag.
    getBlock(client, { blockTag: 'finalized' }).catch(() => undefined),
    getBlock(client, { blockTag: 'latest' }),
  ])
  const [by] = await includedWith(client, from, [nonce], block, head.number)
  if (!by)
    return {
      phase: 'unknown',
      reason: 'another transaction used its nonce, and no node shows that transaction',
    }
  if (same(by.hash, hash))
    return { phase: 'unknown', reason: `block ${by.blockNumber} includes it, and no node says how it ended` }
  if (same(by.to, to) && by.value === proven.value && keccak256(by.input) === proven.dataHash.toLowerCase())
    return { phase: 'replaced', reason: 'repriced', hash: by.hash }
  if (!finalized)
    return {
      phase: 'unknown',
      reason: `${by.hash} in block ${by.blockNumber} has its nonce, and no node says which blocks are final`,
    }
  if (finalized.number < by.blockNumber) return { phase: 'pending' }
  const reason = same(by.to, from) && by.value === 0n ? 'cancelled' : 'replaced'
  return { phase: 'replaced', reason, hash: by.hash }
}

/**
 * Returns the transactions that used these nonces in the blocks after `block`. Leaves out transactions that the node can't find.
 */
export async function includedWith(
  client: Client,
  from: Hex,
  nonces: readonly number[],
  block: bigint,
  head: bigint,
): Promise<readonly Included[]> {
  const quick = await Promise.all(
    nonces.map(
      async (nonce) =>
        (await searched(client, from, nonce)) ?? (await bisected(client, from, nonce, block, head)),
    ),
  )
  const found = quick.filter((each) => each !== undefined)
  const missing = nonces.filter((_, index) => quick[index] === undefined)
  return missing.length === 0 ? found : [...found, ...(await scanned(client, from, missing, block, head))]
}

/** Searches with `eth_getTransactionBySenderAndNonce`. Most nodes don't have this method. */
async function searched(client: Client, from: Hex, nonce: number): Promise<Included | undefined> {
  const method = 'eth_getTransactionBySenderAndNonce'
  try {
    const params = [from, `0x${nonce.toString(16)}`]
    const found = (await client.request({ method, params } as never)) as { blockNumber?: unknown } | null
    if (!found?.blockNumber) return undefined
    checkedAnswer('eth_getTransactionByHash', found)
    const { hash, to, input, value, blockNumber } = found as Record<string, Hex>
    const of = found as { from: Hex; nonce: Hex }
    return same(of.from, from) && Number(of.nonce) === nonce
      ? ({
          hash,
          from,
          to,
          nonce,
          value: BigInt(value ?? 0),
          input,
          blockNumber: BigInt(blockNumber as Hex),
        } as Included)
      : undefined
  } catch {
    return undefined
  }
}

/** Searches the blocks since the send by bisection. Needs a node that has the states of these blocks. */
async function bisected(
  client: Client,
  from: Hex,
  nonce: number,
  block: bigint,
  head: bigint,
): Promise<Included | undefined> {
  const used = async (blockNumber: bigint) =>
    (await getTransactionCount(client, { address: from, blockNumber })) > nonce
  try {
    let [low, high] = [block, head]
    while (low < high) {
      const middle = (low + high) / 2n
      if (await used(middle)) high = middle
      else low = middle + 1n
    }
    return (await inBlock(client, from, [nonce], high))[0]
  } catch {
    return undefined
  }
}

/** Reads the first blocks after the send, one by one. */
async function scanned(
  client: Client,
  from: Hex,
  nonces: readonly number[],
  block: bigint,
  head: bigint,
): Promise<readonly Included[]> {
  const last = head < block + mostBodies ? head : block + mostBodies
  const found: Included[] = []
  for (let number = block; number < last && found.length < nonces.length; number++)
    found.push(...(await inBlock(client, from, nonces, number + 1n)))
  return found
}

async function inBlock(
  client: Client,
  from: Hex,
  nonces: readonly number[],
  blockNumber: bigint,
): Promise<readonly Included[]> {
  const { transactions } = await getBlock(client, { blockNumber, includeTransactions: true })
  return transactions
    .filter((each) => same(each.from, from) && nonces.includes(each.nonce))
    .map((each) => ({ ...each, blockNumber }))
}

/** Returns whether two values are the same: two addresses, two hashes, or two absent recipients. */
export function same(a: string | null | undefined, b: string | undefined): boolean {
  return (a ?? '').toLowerCase() === (b ?? '').toLowerCase()
}
