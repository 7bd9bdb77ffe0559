import { base58 } from '@scure/base'
import { inParts } from '../../../core/async/read-in-parts.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { wholeNumber } from '../../../core/json/exact-json.ts'
import type { Activity, Asset, ChainReader, Holding, Position } from '../chain-reader.ts'
import { type NodeCalls, NodeFailure, resultOf } from '../node-calls.ts'
import { tokenPrograms } from './instructions.ts'
import type { NodeTransaction } from './node-transaction.ts'
import { operationFor } from './operations.ts'
import { isSolanaAddress } from './solana-address.ts'

export interface SolanaChain {
  readonly chain: CaipNetworkId<'solana'>
  readonly native: Asset
  /** Tokens with known metadata. A token's address is its mint. */
  readonly tokens: readonly Asset[]
  readonly node: NodeCalls
}

interface Signature {
  readonly signature: string
  readonly slot: number
  /** Nodes before Agave 4.0 don't return this field. */
  readonly transactionIndex?: number
  /** In seconds since the epoch. Null if the node didn't keep the time of an old block. */
  readonly blockTime?: number | null
}

type Spend = (calls: number) => void

interface TokenAccount {
  readonly address: string
  readonly mint: string
  readonly amount: bigint
}

type MintAccounts = readonly ({ data: [string] } | null)[]

/** The maximum numbers of signatures: per call, and per address. */
const listed = { atOnce: 1000, most: 10_000 } as const
/** The maximum number of token accounts whose transactions are listed. A stranger can create token accounts for any owner. */
const mostAccounts = 100
/** The maximum number of accounts per call of `getMultipleAccounts`. */
const mintsAtOnce = 100
/** The position of the decimals in a mint, in both token programs. */
const decimalsAt = 44
/** The maximum number of transactions that are fetched at once. */
const mostAtOnce = 500
/** The maximum number of cached transactions. */
const mostKept = 5_000

/**
 * Reads a Solana chain. The node lists the transactions of an owner and of the owner's token accounts. Transactions are
 * cached, because a transaction in a block never changes. If the node doesn't know the outcome yet, the transaction is fetched
 * again.
 */
export function solanaReader({ chain, native, tokens, node }: SolanaChain): ChainReader {
  const kept = new Map<string, NodeTransaction>()
  const known = new Map(tokens.map((asset) => [asset.address, asset]))
  const assetOf = (mint: string, decimals: number): Asset =>
    known.get(mint) ?? { address: mint, name: 'Unknown token', symbol: mint.slice(0, 4), decimals }

  async function tokenAccounts(owner: string, signal?: AbortSignal): Promise<readonly TokenAccount[]> {
    const calls = tokenPrograms.map((programId) => ({
      method: 'getTokenAccountsByOwner',
      params: [owner, { programId }, { encoding: 'base64' }],
    }))
    const outcomes = await node.all<{ value: readonly { pubkey: string; account: { data: [string] } }[] }>(
      calls,
      signal,
    )
    return outcomes.flatMap((outcome) =>
      resultOf(outcome).value.map(({ pubkey, account }) => {
        const data = Buffer.from(account.data[0], 'base64')
        if (data.length < 72) throw new NodeFailure(`The token account ${pubkey} is too short`)
        return {
          address: pubkey,
          mint: base58.encode(data.subarray(0, 32)),
          amount: data.readBigUInt64LE(64),
        }
      }),
    )
  }

  /** Reads the decimals of many mints per call, because an account can have thousands of tokens, such as NFTs. */
  async function decimalsOf(
    mints: readonly string[],
    signal: AbortSignal | undefined,
    spend: Spend | undefined,
  ): Promise<ReadonlyMap<string, number>> {
    const parts = inParts(mints, mintsAtOnce)
    spend?.(parts.length)
    // The rest of a Token-2022 mint can be long.
    const config = { encoding: 'base64', dataSlice: { offset: 0, length: decimalsAt + 1 } }
    const outcomes = await node.all<{ value: MintAccounts }>(
      parts.map((part) => ({ method: 'getMultipleAccounts', params: [part, config] })),
      signal,
    )
    const decimalsIn = (part: readonly string[], { value }: { readonly value: MintAccounts }) =>
      part.map((mint, at) => {
        const decimals = Buffer.from(value[at]?.data[0] ?? '', 'base64')[decimalsAt]
        if (decimals === undefined) throw new NodeFailure(`The node does not have the mint ${mint}`)
        return [mint, decimals] as const
      })
    return new Map(parts.flatMap((part, at) => decimalsIn(part, resultOf(outcomes[at]))))
  }

  async function signatures(
    address: string,
    signal: AbortSignal | undefined,
    spend: Spend | undefined,
  ): Promise<readonly Signature[]> {
    const found: Signature[] = []
    while (found.length < listed.most) {
      const before = found.at(-1)?.signature
      if (before !== undefined) spend?.(1)
      const config = { limit: listed.atOnce, ...(before !== undefined && { before }) }
      const page = await node.call<readonly Signature[]>('getSignaturesForAddress', [address, config], signal)
      found.push(...page)
      if (page.length < listed.atOnce) break
    }
    return found
  }

  /** Returns the transactions in the order of the signatures; undefined for a transaction that the node doesn't have. */
  async function fetchAll(
    wanted: readonly Signature[],
    signal: AbortSignal | undefined,
    spend: Spend | undefined,
  ): Promise<readonly (NodeTransaction | undefined)[]> {
    const found = new Map(wanted.map(({ signature }) => [signature, kept.get(signature)]))
    const missing = [...found.keys()].filter((signature) => !found.get(signature))
    const config = { encoding: 'json', maxSupportedTransactionVersion: 0 }
    spend?.(missing.length)
    const outcomes = await node.all<NodeTransaction | null>(
      missing.map((signature) => ({ method: 'getTransaction', params: [signature, config] })),
      signal,
    )
    for (const [at, signature] of missing.entries()) {
      const transaction = resultOf(outcomes[at]) ?? undefined
      found.set(signature, transaction)
      if (transaction?.meta) kept.set(signature, transaction)
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    }
    return wanted.map(({ signature }) => found.get(signature))
  }

  function activityOf(landed: Signature, transaction: NodeTransaction, owner: string): readonly Activity[] {
    const seen = operationFor(transaction, owner)
    if (!seen) return []
    const [only, ...others] = seen.moves
    const between = only && others.length === 0 ? only : undefined
    const [payer = ''] = transaction.transaction.message.accountKeys
    return [
      {
        ...positionOf(landed, transaction.blockTime),
        hash: landed.signature,
        operation: seen.operation,
        from: between?.from ?? payer,
        to: between?.to ?? '',
        status: statusOf(transaction),
        nonce: 0,
        movements: seen.moves.map(({ mint, decimals, amount, direction }) => ({
          asset: mint === undefined ? native : assetOf(mint, decimals),
          amount,
          direction,
        })),
      },
    ]
  }

  return {
    chain,
    addressOf: (text) => (isSolanaAddress(text) ? text : undefined),

    async holdings(owner, signal, spend) {
      const [balance, accounts] = await Promise.all([
        node.call<{ value: unknown }>('getBalance', [owner], signal),
        tokenAccounts(owner, signal),
      ])
      const lamports = wholeNumber(balance.value)
      if (lamports === undefined) throw new NodeFailure("The node's balance isn't a number")
      const byMint = new Map<string, bigint>()
      for (const { mint, amount } of accounts) byMint.set(mint, (byMint.get(mint) ?? 0n) + amount)
      const held = [...byMint].filter(([, amount]) => amount > 0n)
      const unknown = held.flatMap(([mint]) => (known.has(mint) ? [] : [mint]))
      const decimals = await decimalsOf(unknown, signal, spend)
      return [
        { asset: native, amount: lamports },
        ...held.map(([mint, amount]): Holding => ({ asset: assetOf(mint, decimals.get(mint) ?? 0), amount })),
      ]
    },

    async activity(owner, signal, { before, most = Number.POSITIVE_INFINITY } = {}, spend) {
      const rank = ({ mint, amount }: TokenAccount) => (known.has(mint) ? 0 : amount > 0n ? 1 : 2)
      const accounts = (await tokenAccounts(owner, signal))
        .toSorted((a, b) => rank(a) - rank(b))
        .slice(0, mostAccounts)
        // Nodes list accounts in any order. A fixed order keeps the places of transactions in a slot the same on each page.
        .sort((a, b) => (a.address < b.address ? -1 : 1))
      spend?.(accounts.length)
      const lists = await Promise.all(
        [owner, ...accounts.map(({ address }) => address)].map((address) =>
          signatures(address, signal, spend),
        ),
      )
      const isWanted = (at: Position) => !before || newestFirst(before, at) < 0
      // The same transaction can be in the lists of several accounts.
      const all = placed([...new Map(lists.flat().map((each) => [each.signature, each])).values()])
        .filter((each) => !each.blockTime || isWanted(positionOf(each, each.blockTime)))
        .sort((a, b) => newestFirst(positionOf(a, a.blockTime), positionOf(b, b.blockTime)))
      const rows: Activity[] = []
      const step = Math.min(most, mostAtOnce)
      for (let start = 0; start < all.length && rows.length < most; start += step) {
        const some = all.slice(start, start + step)
        const transactions = await fetchAll(some, signal, spend)
        const found = some.flatMap((landed, at) => {
          const transaction = transactions[at]
          return transaction ? activityOf(landed, transaction, owner) : []
        })
        rows.push(...found.filter(isWanted))
      }
      return rows
    },
  }
}

function positionOf({ slot, transactionIndex }: Signature, blockTime: number | null | undefined): Position {
  return { seconds: blockTime ?? 0, block: slot, place: transactionIndex ?? 0 }
}

/** Gives each transaction without an index a place in its slot, counted from the oldest. */
function placed(signatures: readonly Signature[]): readonly Signature[] {
  const counts = new Map<number, number>()
  return signatures.toReversed().map((each) => {
    const place = counts.get(each.slot) ?? 0
    counts.set(each.slot, place + 1)
    return { ...each, transactionIndex: each.transactionIndex ?? place }
  })
}

function newestFirst(a: Position, b: Position): number {
  return b.seconds - a.seconds || b.block - a.block || b.place - a.place
}

function statusOf({ meta }: NodeTransaction): Activity['status'] {
  if (meta?.err === undefined) return 'unknown'
  return meta.err === null ? 'confirmed' : 'failed'
}
