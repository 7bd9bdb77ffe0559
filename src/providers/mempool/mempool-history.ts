import { formatUnits } from '../../core/amounts/units.ts'
import { lowerBech32 } from '../../core/chain/address.ts'
import { bitcoinTransfer } from '../../core/chain/bitcoin-transfer.ts'
import { type CaipNetworkId, networkParts } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProvider, DataProviderContext, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { PastTransaction } from '../../core/wallet/past-transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { MempoolOptions } from './options.ts'
import { type ReadTransaction, readTransaction } from './transaction.ts'

/**
 * The maximum numbers of confirmed and of unconfirmed transactions per page. Only the first page has unconfirmed transactions.
 */
const mostSettled = 25
const mostWaiting = 50
/**
 * A page with fewer transactions is the last page. Instances with an Electrum server have ten transactions per page, including
 * unconfirmed transactions.
 */
const fewestListed = 10
/**
 * The block number in the cursor of a page that ends with an unconfirmed transaction. It is higher than every block's number, so
 * any block may follow.
 */
const anyBlock = 999_999_999
/**
 * In ms: how far in the future a timestamp may be. A transaction with a later timestamp would stay on top of the list forever.
 */
const ahead = 86_400_000

/** Creates the reader of the history. The API: https://mempool.space/docs/api/rest */
export function mempoolHistory({ url }: MempoolOptions, context: DataProviderContext): DataProvider {
  const { json, clock, coin } = context
  const isSingle = typeof url === 'string'
  const instances = new Map<CaipNetworkId, ReturnType<typeof instanceOf>>()

  function instanceOf(network: CaipNetworkId) {
    const base = isSingle ? url : url[network as CaipNetworkId<'bip122'>]
    const { namespace, reference = '' } = networkParts(network) ?? {}
    if (base === undefined || namespace !== 'bip122') return undefined
    const read = json(base)
    const { host } = new URL(base)
    const invalid = (expected: string) => latchkeyError('http/invalid-body', { values: { host, expected } })
    let known: boolean | undefined
    return {
      read,
      invalid,
      /**
       * Returns whether the instance and the network have the same first block (CAIP-4). The result is kept for later calls.
       * Throws instead of returning false if the host set the URL for this network.
       */
      async serves(opts?: CallOptions): Promise<boolean> {
        if (known !== undefined) return known
        const blocks = await read('v1/blocks/0', {}, opts)
        const first = Array.isArray(blocks)
          ? blocks.find((one) => isObject(one) && one.height === 0)
          : undefined
        if (!isObject(first) || typeof first.id !== 'string') throw invalid('the first block')
        const isSame = first.id.startsWith(reference)
        if (!isSame && !isSingle) throw invalid(`the blocks of ${network}`)
        known = isSame
        return isSame
      },
    }
  }
  /** Returns the instance of a network. Resolves with undefined if no instance serves the network. */
  async function serving(network: CaipNetworkId, opts?: CallOptions) {
    if (!instances.has(network)) instances.set(network, instanceOf(network))
    const instance = instances.get(network)
    return instance && (await instance.serves(opts)) ? instance : undefined
  }

  return {
    serves: async (network, opts) => (await serving(network, opts)) !== undefined,
    async transactions(account, cursor, opts): Promise<ProvidedPage | undefined> {
      const { networkId, address: text } = parseCaipAddress(account)
      const instance = await serving(networkId, opts)
      if (!instance) return undefined
      const { read, invalid } = instance
      const address = lowerBech32('bip122', text)
      const place = cursor === undefined ? undefined : placeOf(cursor, address)
      const path = `address/${encodeURIComponent(address)}/txs`
      const list = await read(place ? `${path}/chain/${place.last}` : path, {}, opts)
      if (!Array.isArray(list) || list.length > mostSettled + (place ? 0 : mostWaiting))
        throw invalid('a page of transactions')
      const found = list.map((item): ReadTransaction => {
        const one = readTransaction(item, address)
        if (one) return one
        throw invalid('transactions of the account')
      })
      // Instances with an Electrum server list unconfirmed transactions at any position. So check the order of the confirmed
      // transactions only.
      const waiting = found.filter(({ block }) => block === undefined)
      const settled = found.filter(({ block }) => block !== undefined)
      const blocks = settled.map(({ block = 0 }) => block)
      const isSorted = blocks.every((block, at) => block <= (blocks[at - 1] ?? place?.block ?? block))
      const ids = new Set(found.map(({ txid }) => txid))
      if (!isSorted || ids.size < found.length || (place && ids.has(place.last)))
        throw invalid('the newest transactions first')
      const last = found.length < fewestListed ? undefined : (settled.at(-1) ?? waiting.at(-1))
      const latest = clock.now() + ahead
      return {
        transactions: [...waiting, ...settled]
          .map((one) => past(one, networkId, address))
          .filter(({ at }) => at <= latest),
        next: last && `${address}/${last.txid}/${last.block ?? anyBlock}`,
      }
    },
  }

  function past(read: ReadTransaction, network: CaipNetworkId, address: string): PastTransaction {
    const { txid: hash, block, seconds } = read
    const { operation, from, to, amount, direction } = bitcoinTransfer(read, address)
    const { symbol = 'BTC', name = 'Bitcoin' } = coin(network) ?? {}
    return {
      ...{ id: `${network}:${hash}`, hash, network, operation },
      at: seconds === undefined ? clock.now() : seconds * 1000,
      status: block === undefined ? 'pending' : 'confirmed',
      from: from || undefined,
      to,
      transfers: [{ direction, quantity: formatUnits(amount, 8), symbol, name, nft: false }],
      isPoisoning: direction === 'in' && amount === 0n,
    }
  }
}

/**
 * Reads a cursor. It consists of the address, the id of the previous page's last transaction, and this transaction's block.
 * @throws `validation/invalid-input` if the cursor doesn't belong to this account.
 */
function placeOf(cursor: string, address: string) {
  const [, owner, last = '', block] = /^(\w{1,100})\/([\da-f]{64})\/(\d{1,9})$/.exec(cursor) ?? []
  if (owner === address) return { last, block: Number(block) }
  throw latchkeyError('validation/invalid-input', {
    values: { field: 'cursor', reason: 'must belong to this account' },
  })
}
