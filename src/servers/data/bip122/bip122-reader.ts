import { isAddressFormat, lowerBech32 } from '../../../core/chain/address.ts'
import { bitcoinTransfer, type EsploraTransfer } from '../../../core/chain/bitcoin-transfer.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { Activity, Asset, ChainReader, HistoryPart } from '../chain-reader.ts'

/** Sends a GET request for a path of Esplora's HTTP API. Resolves with the parsed JSON. @throws NodeFailure */
export type GetFromEsplora = (path: string, signal?: AbortSignal) => Promise<unknown>

export interface Bip122Chain {
  readonly chain: CaipNetworkId<'bip122'>
  readonly native: Asset
  /** The prefix of the chain's segwit addresses, such as `bcrt` (BIP-173). */
  readonly prefix: string
  readonly get: GetFromEsplora
  /** The current time, in ms since the epoch. */
  readonly now: () => number
}

/**
 * The fields that this reader uses. Values are in sats; a value that is too large for a double is a string of digits. Source:
 * github.com/Blockstream/esplora, API.md
 */
interface Totals {
  readonly funded_txo_sum: number | string
  readonly spent_txo_sum: number | string
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
 * `atOnce`: confirmed transactions on one page of Esplora. `most`: the number of transactions after which no more pages are read,
 * so that the history of a busy address doesn't overload the server.
 */
const listed = { atOnce: 25, most: 2000 } as const
/**
 * How many seconds a block's time may be later than the time of a newer block. Nodes accept times up to two hours too late, and also
 * times that are too early, but real blocks differ by less than this.
 */
const disorder = 7200

/**
 * Reads a bip122 chain from an Esplora index. Balances include unconfirmed transactions. The history ends after about 2,000
 * transactions.
 */
export function bip122Reader({ chain, native, prefix, get, now }: Bip122Chain): ChainReader {
  const read = async <T>(path: string, signal?: AbortSignal) => (await get(path, signal)) as T

  /** Reads the newest transactions, until they include the wanted part of the history. The newest come first. */
  async function transactions(
    address: string,
    { before, most = Number.POSITIVE_INFINITY }: HistoryPart,
    signal?: AbortSignal,
  ): Promise<readonly EsploraTransaction[]> {
    const path = `/address/${address}/txs`
    const found = [...(await read<EsploraTransaction[]>(path, signal))]
    // Doesn't count the transactions in the block of the position, because only some of them may be after the position.
    const isWanted = ({ status: { confirmed, block_time = 0, block_height = 0 } }: EsploraTransaction) =>
      confirmed &&
      (before === undefined ||
        block_time < before.seconds ||
        (block_time === before.seconds && block_height < before.block))
    let wanted = found.filter(isWanted)
    for (let page = found.filter(isConfirmed); page.length >= listed.atOnce && found.length < listed.most; ) {
      // The last block may continue on the next page. Its transactions have no place yet, so leave them out.
      const { block_height: open, block_time: reached = 0 } = page.at(-1)?.status ?? {}
      const isWhole = ({ status }: EsploraTransaction) => status.block_height !== open
      const times = wanted.filter(isWhole).map(({ status }) => status.block_time ?? 0)
      // The blocks that aren't read yet must not belong between the wanted transactions.
      const end = times.sort((a, b) => b - a)[most - 1]
      if (end !== undefined && reached + disorder < end) return found.filter(isWhole)
      page = await read<EsploraTransaction[]>(`${path}/chain/${page.at(-1)?.txid}`, signal)
      found.push(...page)
      wanted = wanted.concat(page.filter(isWanted))
    }
    return found
  }

  return {
    chain,
    addressOf(text) {
      const hasPrefix = text.toLowerCase().startsWith(`${prefix}1`)
      // All test networks share the same base58 prefixes.
      const base58 = prefix === 'bc' ? /^[13]/ : /^[mn2]/
      return isAddressFormat('bip122', text) && (hasPrefix || base58.test(text))
        ? lowerBech32('bip122', text)
        : undefined
    },

    async holdings(address, signal) {
      const { chain_stats, mempool_stats } = await read<{ chain_stats: Totals; mempool_stats: Totals }>(
        `/address/${address}`,
        signal,
      )
      const sum = [chain_stats, mempool_stats]
        .map(({ funded_txo_sum, spent_txo_sum }) => BigInt(funded_txo_sum) - BigInt(spent_txo_sum))
        .reduce((a, b) => a + b)
      return [{ asset: native, amount: sum }]
    },

    async activity(address, signal, part = {}) {
      const all = await transactions(address, part, signal)
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
