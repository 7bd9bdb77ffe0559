import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { NodeCalls } from '../node-calls.ts'
import type { HistoryIndex } from '../stored-index/history-index.ts'
import type { IndexStore, StoredTransaction } from '../stored-index/index-store.ts'
import type { BlockSource, IndexedTransaction } from '../stored-index/indexed-block.ts'
import { readyCheck } from '../stored-index/ready-check.ts'
import { blockHashes, headOf, readBlocks } from './blocks.ts'
import type { MinedTransaction, SettledTransaction, TokenEvent } from './mined-transaction.ts'
import { zeroAddress } from './operations.ts'
import { mostTokens, type TransactionIndex } from './transaction-index.ts'

/**
 * Follows a chain and keeps its transactions in the database. Resolves with the function that creates
 * the index (`Eip155Chain.indexed`).
 */
export async function storedTransactions(
  index: HistoryIndex,
  chain: CaipNetworkId<'eip155'>,
  { node, first, now }: { readonly node: NodeCalls; readonly first: number; readonly now: () => number },
): Promise<(onReplaced: () => void) => TransactionIndex> {
  let onReplaced = () => {}
  const store = await index.follow(chain, eip155Blocks(node), { first, onReplaced: () => onReplaced() })
  return (replaced) => {
    onReplaced = replaced
    return storedIndex(store, now)
  }
}

function storedIndex(store: IndexStore, now: () => number): TransactionIndex {
  return {
    isReady: readyCheck(store, now),
    tokensOf: (account) => store.tokensOf(account, mostTokens),
    newest: async (account, part = {}) => (await store.newest(account, part)).map(settledOf),
  }
}

export function eip155Blocks(node: NodeCalls): BlockSource {
  return {
    head: (signal) => headOf(node, signal),
    hashes: (numbers, signal) => blockHashes(node, numbers, signal),
    async blocks(range, signal) {
      const blocks = await readBlocks(node, range, signal)
      return blocks.map(({ transactions, ...block }) => ({
        ...block,
        transactions: transactions.map(indexedOf),
      }))
    },
  }
}

/** A transaction as a list without field names. Field names would need a third of the space in the database. */
type Details = readonly [
  hash: string,
  from: string,
  to: string | null,
  value: string,
  input: string,
  nonce: number,
  status: 0 | 1 | 2,
  created: string | null,
  transfers: readonly StoredEvent[],
  approvals: readonly StoredEvent[],
]
type StoredEvent = readonly [token: string, from: string, to: string, amount: string]

/** A status is stored as its position in this list, so the order must not change. */
const statuses = ['failed', 'confirmed', 'unknown'] as const

/**
 * How many characters of the input are stored. `function`: the length of a selector. `call`: one word more than the longest token
 * call, so that a longer call isn't mistaken for a token call.
 */
const kept = { function: 10, call: 10 + 4 * 64 } as const

export function indexedOf(transaction: MinedTransaction): IndexedTransaction {
  const { hash, from, to, value, input, nonce, status, created, transfers, approvals } = transaction
  const details: Details = [
    ...([hash, from, to ?? null, String(value)] as const),
    // The events show the effect of a successful transaction. For other transactions, only the input shows the intention.
    input.slice(0, status === 'confirmed' ? kept.function : kept.call),
    ...([nonce, statuses.indexOf(status) as 0 | 1 | 2, created ?? null] as const),
    ...([transfers.map(stored), approvals.map(stored)] as const),
  ]
  return {
    place: transaction.place,
    details: JSON.stringify(details),
    accounts: transaction.accounts,
    // Skips the zero address, because every new token comes from this address. The list of the zero address would contain every
    // token.
    tokens: transfers.flatMap(({ token, from, to }) =>
      [from, to].filter((account) => account !== zeroAddress).map((account) => [account, token] as const),
    ),
  }
}

export function settledOf({ details, ...position }: StoredTransaction): SettledTransaction {
  const [hash, from, to, value, input, nonce, status, created, transfers, approvals] = JSON.parse(
    details,
  ) as Details
  return {
    ...position,
    ...{ hash: hash as `0x${string}`, from, to: to ?? undefined, value: BigInt(value) },
    ...{ input: input as `0x${string}`, nonce, status: statuses[status], created: created ?? undefined },
    ...{ transfers: transfers.map(eventOf), approvals: approvals.map(eventOf) },
  }
}

function stored({ token, from, to, amount }: TokenEvent): StoredEvent {
  return [token, from, to, String(amount)]
}

function eventOf([token, from, to, amount]: StoredEvent): TokenEvent {
  return { token, from, to, amount: BigInt(amount) }
}
