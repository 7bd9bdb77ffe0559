import { type Client, keccak256 } from 'viem'
import { getBlock, getBlockNumber, getCode, getTransactionCount } from 'viem/actions'
import type { Hex } from '../../../core/chain/caip.ts'
import { hashPattern } from '../../../core/chain/eip155.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import type { SentTransaction } from '../../../core/wallet/transaction.ts'
import { includedWith, same } from './replacement.ts'

/** The maximum number of nonces to check. The first nonce to check is the account's next nonce at the time of the request. */
const mostNonces = 8
/** The maximum number of candidates. Each nonce may have one candidate in a block, and one pending candidate. */
const mostCandidates = 2 * mostNonces

const pattern = /^(0x[0-9a-f]{40}):(0x[0-9a-f]{40})?:(\d{1,78}):(0x[0-9a-f]{64}):(\d{1,15}):(\d{1,15})$/i

/**
 * Returns the trace of a request to send: the transaction, the account's next nonce and the newest block. Call this before the
 * wallet is asked.
 */
export async function requestTrace(
  client: Client,
  from: Hex,
  { to, value = 0n, data = '0x' }: Transaction<'eip155'>,
): Promise<string> {
  const [nonce, block] = await Promise.all([
    getTransactionCount(client, { address: from, blockTag: 'latest' }),
    getBlockNumber(client, { cacheTime: 0 }),
  ])
  return `${from}:${to ?? ''}:${value}:${keccak256(data as Hex)}:${nonce}:${block}`
}

/**
 * Returns the candidates: the transactions since the request that could be the requested transaction. Candidates are from the
 * same account and have the same recipient, value and data as the request. Returns none for a contract account, because other
 * accounts sign its transactions.
 */
export async function readCandidates(client: Client, trace: string): Promise<readonly SentTransaction[]> {
  const [, from, to, value, dataHash, first, since] = pattern.exec(trace) ?? []
  if (from === undefined) return []
  const code = await getCode(client, { address: from as Hex })
  // An account with a delegation (EIP-7702) still signs its own transactions. So it can have candidates.
  if (code !== undefined && code !== '0x' && !code.startsWith('0xef0100')) return []
  const [count, head, waiting] = await Promise.all([
    getTransactionCount(client, { address: from as Hex, blockTag: 'latest' }),
    getBlockNumber(client, { cacheTime: 0 }),
    // Some nodes don't show pending transactions.
    getBlock(client, { blockTag: 'pending', includeTransactions: true }).catch(() => undefined),
  ])
  const next = Number(first)
  const used = Array.from({ length: Math.min(count - next, mostNonces) }, (_, index) => next + index)
  const included = await includedWith(client, from as Hex, used, BigInt(since as string), head)
  const waits = (waiting?.transactions ?? []).filter(
    (each) => same(each.from, from) && each.nonce >= next && each.nonce < next + mostNonces,
  )
  const hashes = [...included, ...waits]
    .filter(
      ({ hash, to: recipient, value: paid, input }) =>
        // A node could return any text as the hash. So check the form of the hash.
        hashPattern.test(hash) &&
        same(recipient, to) &&
        paid === BigInt(value as string) &&
        keccak256(input) === dataHash,
    )
    .map(({ hash }) => hash)
  return [...new Set(hashes)]
    .slice(0, mostCandidates)
    .map((hash) => ({ hash, reference: `${from}:${to ?? ''}` }))
}
