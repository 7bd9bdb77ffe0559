import { type Client, keccak256 } from 'viem'
import { getBlock, getBlockNumber, getCode, getTransactionCount } from 'viem/actions'
import type { Hex } from '../../../core/chain/caip.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import type { SentTransaction } from '../../../core/wallet/transaction.ts'
import { includedWith } from './replacement.ts'

/** The most transactions of the account to look at, starting with the transaction that was next when the wallet was asked. */
const mostNonces = 8

const pattern = /^(0x[0-9a-f]{40}):(0x[0-9a-f]{40})?:(\d{1,78}):(0x[0-9a-f]{64}):(\d{1,15}):(\d{1,15})$/i

/** Describes a transaction before the wallet is asked for it, with the account's next nonce and the newest block. */
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
 * The transactions since the request that could be the requested one: of the same account, with the same recipient, value and data. None for an
 * account with code, because other accounts sign its transactions.
 */
export async function readCandidates(client: Client, trace: string): Promise<readonly SentTransaction[]> {
  const [, from, to, value, dataHash, first, since] = pattern.exec(trace) ?? []
  if (from === undefined) return []
  const code = await getCode(client, { address: from as Hex })
  // An account with a delegation (EIP-7702) still signs its own transactions.
  if (code !== undefined && code !== '0x' && !code.startsWith('0xef0100')) return []
  const [count, head, waiting] = await Promise.all([
    getTransactionCount(client, { address: from as Hex, blockTag: 'latest' }),
    getBlockNumber(client, { cacheTime: 0 }),
    // Not every node shows the transactions that wait for a block.
    getBlock(client, { blockTag: 'pending', includeTransactions: true }).catch(() => undefined),
  ])
  const sent = [...(waiting?.transactions ?? [])].filter(
    (each) => same(each.from, from) && each.nonce >= Number(first),
  ) as Pick<NonNullable<typeof waiting>['transactions'][number], 'hash' | 'to' | 'value' | 'input'>[]
  for (let nonce = Number(first); nonce < Math.min(count, Number(first) + mostNonces); nonce++) {
    const included = await includedWith(client, from as Hex, nonce, BigInt(since as string), head)
    if (included) sent.push(included)
  }
  const hashes = sent
    .filter(
      (each) =>
        same(each.to, to) && each.value === BigInt(value as string) && keccak256(each.input) === dataHash,
    )
    .map(({ hash }) => hash)
  return [...new Set(hashes)].map((hash) => ({ hash, reference: `${from}:${to ?? ''}` }))
}

function same(a: string | null | undefined, b: string | undefined): boolean {
  return (a ?? '').toLowerCase() === (b ?? '').toLowerCase()
}
