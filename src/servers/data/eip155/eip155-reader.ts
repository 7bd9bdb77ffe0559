import type { CaipNetworkId, Hex } from '../../../core/chain/caip.ts'
import { addressPattern } from '../../../core/chain/eip155.ts'
import { isFresh } from '../../../core/timing.ts'
import type { Activity, Asset, ChainReader, Holding } from '../chain-reader.ts'
import { askContracts } from '../each-call.ts'
import { type NodeCalls, NodeFailure, refuseUnable, resultOf } from '../node-calls.ts'
import { BlockIndex } from './block-index.ts'
import {
  type NodeTransaction,
  type SentTransaction,
  type SettledTransaction,
  sentTransaction,
} from './mined-transaction.ts'
import { intendedOperation, type Operation, operationOf } from './operations.ts'
import { TokenFacts, wordOf } from './token-facts.ts'
import type { TransactionIndex } from './transaction-index.ts'

export interface Eip155Chain {
  readonly chain: CaipNetworkId<'eip155'>
  readonly native: Asset
  /** Tokens whose balances are read for every account, even if they aren't in the account's history. */
  readonly tokens: readonly string[]
  readonly node: NodeCalls
  /** The current time, in ms since the epoch. */
  readonly now: () => number
  /**
   * Creates the index of transactions. The index calls `onReplaced` when the chain replaces blocks. Default: an index in memory, which reads the
   * whole chain.
   */
  readonly indexed?: ((onReplaced: () => void) => TransactionIndex) | undefined
  /**
   * Whether to list pending transactions. A node returns the pending transactions of the whole network in one answer, which is
   * long on a public network. Default: true.
   */
  readonly withPending?: boolean | undefined
}

/** `balanceOf(address)` of EIP-20. */
const balanceOf = '0x70a08231'
/** The maximum number of pending transactions in an answer (S2.9). */
const mostWaiting = 99
/** If a node refuses to list pending transactions, the reader waits this long before it asks again, in ms. */
const refusedFor = 60_000

/** Reads an eip155 chain: transactions from an index of its blocks, balances from its latest state. */
export function eip155Reader({
  chain,
  native,
  tokens,
  node,
  now,
  indexed = (onReplaced) => new BlockIndex(node, onReplaced),
  withPending = true,
}: Eip155Chain): ChainReader {
  const facts = new TokenFacts(node, now)
  const index = indexed(() => facts.forget())
  let refusedAt = Number.NaN

  async function waiting(account: string, signal?: AbortSignal): Promise<readonly SentTransaction[]> {
    if (!withPending || isFresh(refusedAt, refusedFor, now())) return []
    const [outcome] = await node
      .all<{ pending: Pool; queued: Pool }>([{ method: 'txpool_content', params: [] }], signal)
      .catch((error: unknown) => {
        if (error instanceof NodeFailure && error.exceeded) return []
        throw error
      })
    // Many nodes refuse to list pending transactions, and anyone can fill a node's list. In that case, the history shows no
    // pending transactions.
    if (!outcome || !('result' in outcome)) {
      refusedAt = now()
      return []
    }
    return [outcome.result.pending, outcome.result.queued]
      .flatMap((part) => Object.values(part ?? {}))
      .flatMap((byNonce) => Object.values(byNonce))
      .map(sentTransaction)
      .filter(({ from, to }) => from === account || to === account)
      .sort((a, b) => b.nonce - a.nonce)
      .slice(0, mostWaiting)
  }

  async function shown(
    transactions: readonly { readonly sent: SentTransaction; readonly operation: Operation }[],
    signal?: AbortSignal,
  ): Promise<readonly Pick<Activity, 'hash' | 'operation' | 'from' | 'to' | 'nonce' | 'movements'>[]> {
    const moves = transactions.flatMap(({ operation }) => operation.moves)
    const assets = await facts.of(
      moves.flatMap(({ token }) => token ?? []),
      signal,
    )
    return transactions.map(({ sent, operation: { operation, moves } }) => {
      const movements = moves.flatMap(({ token, amount, direction }) => {
        const asset = token === undefined ? native : assets.get(token)
        return asset ? [{ asset, amount, direction }] : []
      })
      const [only, ...others] = moves
      const between = only && others.length === 0 ? only : undefined
      return {
        hash: sent.hash,
        operation,
        from: between?.from ?? sent.from,
        to: between?.to ?? sent.to ?? '',
        nonce: sent.nonce,
        movements,
      }
    })
  }

  return {
    chain,
    ...(index.isReady && { isReady: () => index.isReady?.() ?? Promise.resolve(true) }),
    addressOf: (text) => (addressPattern.test(text) ? text.toLowerCase() : undefined),

    async holdings(account, signal, spend) {
      const asked = new Set([...tokens, ...(await index.tokensOf(account))])
      spend?.(asked.size)
      const assets = await facts.of(asked, signal)
      const data = `${balanceOf}${account.slice(2).padStart(64, '0')}`
      const outcomes = await askContracts<Hex>(
        node,
        [
          { method: 'eth_getBalance', params: [account, 'latest'] },
          ...[...assets.keys()].map((to) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] })),
        ],
        signal,
      )
      refuseUnable(outcomes)
      const [coins, ...amounts] = outcomes
      const held = [...assets].map(([address, asset], at): Holding => {
        const outcome = amounts[at]
        if (outcome && 'error' in outcome && outcome.exceeded) facts.leaveOut(address)
        return { asset, amount: wordOf(outcome) ?? 0n }
      })
      return [{ asset: native, amount: BigInt(resultOf(coins)) }, ...held.filter(({ amount }) => amount > 0n)]
    },

    async activity(account, signal, part = {}) {
      const pending = part.before ? [] : await waiting(account, signal)
      // Reads the index last. A transaction that is mined in the meantime is then in the index.
      const mined = await index.newest(account, part)
      const known = new Set(mined.map(({ hash }) => hash))
      const open = pending.filter(({ hash }) => !known.has(hash))
      const rows = await shown(
        [
          ...open.map((sent) => ({ sent, operation: intendedOperation(sent, account) })),
          ...mined.map((sent) => ({ sent, operation: doneOrMeant(sent, account) })),
        ],
        signal,
      )
      return rows.map((row, at): Activity => {
        const settled = mined[at - open.length]
        if (!settled)
          return { ...row, status: 'pending', seconds: Math.floor(now() / 1000), block: Infinity, place: -at }
        const { block, place, seconds, status, created } = settled
        return { ...row, to: created ?? row.to, status, seconds, block, place }
      })
    },
  }
}

type Pool = Readonly<Record<string, Readonly<Record<string, NodeTransaction>>>>

/** If the receipt has no status, a transaction with events counts as successful. */
function doneOrMeant(transaction: SettledTransaction, account: string): Operation {
  const { status, transfers, approvals } = transaction
  const hasEvents = transfers.length > 0 || approvals.length > 0
  return status === 'confirmed' || (status === 'unknown' && hasEvents)
    ? operationOf(transaction, account)
    : intendedOperation(transaction, account)
}
