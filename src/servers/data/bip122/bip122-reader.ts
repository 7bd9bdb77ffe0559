import { isAddressFormat, lowerBech32 } from '../../../core/chain/address.ts'
import { bitcoinTransfer, type EsploraTransfer } from '../../../core/chain/bitcoin-transfer.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { Activity, Asset, ChainReader } from '../chain-reader.ts'
import { NodeFailure } from '../node-calls.ts'

/** Sends a GET request for a path of Esplora's HTTP API. @throws NodeFailure */
export type GetFromEsplora = (path: string, signal?: AbortSignal) => Promise<string>

export interface Bip122Chain {
  readonly chain: CaipNetworkId<'bip122'>
  readonly native: Asset
  /** The prefix of the chain's segwit addresses, such as `bcrt` (BIP-173). */
  readonly prefix: string
  readonly get: GetFromEsplora
  /** The current time, in ms since the epoch. */
  readonly now: () => number
}

/** The fields that this reader uses. Values are in sats. Source: github.com/Blockstream/esplora, API.md */
interface Totals {
  readonly funded_txo_sum: number
  readonly spent_txo_sum: number
}
interface EsploraTransaction extends EsploraTransfer {
  readonly txid: string
  readonly status: {
    readonly confirmed: boolean
    readonly block_height?: number
    readonly block_time?: number
  }
}

/**
 * `atOnce`: confirmed transactions on one page of Esplora. `most`: the number of transactions after which no more pages are read.
 */
const listed = { atOnce: 25, most: 2000 } as const

/** Reads a bip122 chain from an Esplora index. Balances include unconfirmed transactions. */
export function bip122Reader({ chain, native, prefix, get, now }: Bip122Chain): ChainReader {
  async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
    const text = await get(path, signal)
    try {
      return JSON.parse(text) as T
    } catch {
      throw new NodeFailure(`The node answered ${path} with text that isn't JSON`)
    }
  }

  async function transactions(address: string, signal?: AbortSignal): Promise<readonly EsploraTransaction[]> {
    const path = `/address/${address}/txs`
    const found = [...(await read<EsploraTransaction[]>(path, signal))]
    for (let page = found.filter(isConfirmed); page.length >= listed.atOnce && found.length < listed.most; ) {
      page = await read<EsploraTransaction[]>(`${path}/chain/${page.at(-1)?.txid}`, signal)
      found.push(...page)
    }
    return found
  }

  return {
    chain,
    addressOf(text) {
      const hasPrefix = text.toLowerCase().startsWith(`${prefix}1`)
      // All test networks share the same base58 prefixes.
      return isAddressFormat('bip122', text) && (hasPrefix || /^[mn2]/.test(text))
        ? lowerBech32('bip122', text)
        : undefined
    },

    async holdings(address, signal) {
      const { chain_stats, mempool_stats } = await read<{ chain_stats: Totals; mempool_stats: Totals }>(
        `/address/${address}`,
        signal,
      )
      const sum = [chain_stats, mempool_stats]
        .map(({ funded_txo_sum, spent_txo_sum }) => funded_txo_sum - spent_txo_sum)
        .reduce((a, b) => a + b)
      return [{ asset: native, amount: BigInt(sum) }]
    },

    async activity(address, signal) {
      const all = await transactions(address, signal)
      const before = new Map<number | undefined, number>()
      // Counts the transactions from the oldest, so that a new transaction doesn't change the positions of older transactions.
      return all.toReversed().map((transaction): Activity => {
        const { block_height } = transaction.status
        const place = before.get(block_height) ?? 0
        before.set(block_height, place + 1)
        const { txid, status } = transaction
        return {
          hash: txid,
          ...movedFor(transaction, address, native),
          seconds: status.block_time ?? Math.floor(now() / 1000),
          block: status.block_height ?? Number.POSITIVE_INFINITY,
          place,
          status: status.confirmed ? 'confirmed' : 'pending',
          nonce: 0,
        }
      })
    },
  }
}

function movedFor(
  transaction: EsploraTransaction,
  address: string,
  asset: Asset,
): Pick<Activity, 'operation' | 'from' | 'to' | 'movements'> {
  const { amount, direction, ...parties } = bitcoinTransfer(transaction, address)
  return { ...parties, movements: [{ asset, amount, direction }] }
}

function isConfirmed({ status }: EsploraTransaction): boolean {
  return status.confirmed
}
