import { base58 } from '@scure/base'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { wholeNumber } from '../../../core/json/exact-json.ts'
import type { Activity, Asset, ChainReader, Holding } from '../chain-reader.ts'
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
}

interface TokenAccount {
  readonly address: string
  readonly mint: string
  readonly amount: bigint
}

/** The maximum numbers of signatures: per call, and per address. */
const listed = { atOnce: 1000, most: 10_000 } as const

/**
 * Reads a Solana chain. The node lists the transactions of an owner and of the owner's token accounts. Each transaction is
 * fetched once, because a transaction in a block never changes. If the node doesn't know the outcome yet, the transaction is
 * fetched again.
 */
export function solanaReader({ chain, native, tokens, node }: SolanaChain): ChainReader {
  const fetched = new Map<string, NodeTransaction>()
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

  async function signatures(address: string, signal?: AbortSignal): Promise<readonly Signature[]> {
    const found: Signature[] = []
    while (found.length < listed.most) {
      const before = found.at(-1)?.signature
      const config = { limit: listed.atOnce, ...(before !== undefined && { before }) }
      const page = await node.call<readonly Signature[]>('getSignaturesForAddress', [address, config], signal)
      found.push(...page)
      if (page.length < listed.atOnce) break
    }
    return found
  }

  async function fetchAll(wanted: readonly Signature[], signal?: AbortSignal): Promise<void> {
    const missing = wanted.filter(({ signature }) => !fetched.get(signature)?.meta)
    const config = { encoding: 'json', maxSupportedTransactionVersion: 0 }
    const outcomes = await node.all<NodeTransaction | null>(
      missing.map(({ signature }) => ({ method: 'getTransaction', params: [signature, config] })),
      signal,
    )
    for (const [at, outcome] of outcomes.entries()) {
      const transaction = resultOf(outcome)
      const signature = missing[at]?.signature
      if (transaction && signature !== undefined) fetched.set(signature, transaction)
    }
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
      const unknown = held.filter(([mint]) => !known.has(mint))
      spend?.(unknown.length)
      const supplies = await node.all<{ value: { decimals: number } }>(
        unknown.map(([mint]) => ({ method: 'getTokenSupply', params: [mint] })),
        signal,
      )
      const decimals = new Map(unknown.map(([mint], at) => [mint, resultOf(supplies[at]).value.decimals]))
      return [
        { asset: native, amount: lamports },
        ...held.map(([mint, amount]): Holding => ({ asset: assetOf(mint, decimals.get(mint) ?? 0), amount })),
      ]
    },

    async activity(owner, signal) {
      const accounts = await tokenAccounts(owner, signal)
      const lists = await Promise.all(
        [owner, ...accounts.map(({ address }) => address)].map((address) => signatures(address, signal)),
      )
      // The same transaction can be in the lists of several accounts.
      const all = [...new Map(lists.flat().map((each) => [each.signature, each])).values()]
      await fetchAll(all, signal)
      return all.flatMap((landed): readonly Activity[] => {
        const transaction = fetched.get(landed.signature)
        const seen = transaction && operationFor(transaction, owner)
        if (!seen) return []
        const [only, ...others] = seen.moves
        const between = only && others.length === 0 ? only : undefined
        const [payer = ''] = transaction.transaction.message.accountKeys
        return [
          {
            hash: landed.signature,
            operation: seen.operation,
            seconds: transaction.blockTime ?? 0,
            block: landed.slot,
            place: landed.transactionIndex ?? 0,
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
      })
    },
  }
}

function statusOf({ meta }: NodeTransaction): Activity['status'] {
  if (meta?.err === undefined) return 'unknown'
  return meta.err === null ? 'confirmed' : 'failed'
}
