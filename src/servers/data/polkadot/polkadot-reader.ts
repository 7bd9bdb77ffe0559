import { readAsset, readHolding } from '../../../adapters/polkadot/chain/assets.ts'
import { readAccount } from '../../../adapters/polkadot/chain/balances.ts'
import type { Runtime } from '../../../adapters/polkadot/chain/runtime.ts'
import { generalPrefix } from '../../../adapters/polkadot/ss58.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { coinMoves, operationOfMoves } from '../../../core/chain/coin-moves.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Activity, Asset, ChainReader, Holding } from '../chain-reader.ts'
import { fewAtOnce } from '../few-at-once.ts'
import type { NodeCalls } from '../node-calls.ts'
import type { IndexStore } from '../stored-index/index-store.ts'
import { readyCheck } from '../stored-index/ready-check.ts'
import { addressOf, keyOf } from './account-key.ts'
import { type Runtimes, rpcPort } from './runtimes.ts'
import { transactionFrom } from './stored-transaction.ts'

export interface PolkadotReaderOptions {
  readonly chain: CaipNetworkId<'polkadot'>
  readonly native: Asset
  /** The SS58 prefix of the addresses in the history. */
  readonly prefix: number
  readonly node: NodeCalls
  readonly runtimes: Runtimes
  /** The index of the network's transactions. */
  readonly store: IndexStore
  /** The current time, in ms since the epoch. */
  readonly now: () => number
}

/** The maximum number of assets in an answer. Each asset needs several calls to the node. */
const mostAssets = 100

/** Reads a polkadot chain: transactions from the index in the database, balances from the node. */
export function polkadotReader({
  chain,
  native,
  prefix,
  node,
  runtimes,
  store,
  now,
}: PolkadotReaderOptions): ChainReader {
  const port = rpcPort(node)

  /** Leaves out an asset that the chain doesn't have anymore, and an asset with invalid decimals. */
  async function assetsOf(
    ids: readonly string[],
    runtime: Runtime,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, Asset & { readonly live: boolean }>> {
    const found = new Map<string, Asset & { readonly live: boolean }>()
    await fewAtOnce([...new Set(ids)].slice(0, mostAssets), async (id) => {
      try {
        const { symbol, decimals, live } = await readAsset(port, runtime, id, { signal })
        found.set(id, { address: id, name: symbol, symbol, decimals, live })
      } catch (error) {
        // The creator of an asset chooses its decimals. They must not hide the account's other assets.
        const isInvalid =
          isLatchkeyError(error, 'rpc/invalid-value') && error.values.method === 'assets.metadata'
        if (!isInvalid && !isLatchkeyError(error, 'validation/invalid-input')) throw error
      }
    })
    return found
  }

  return {
    chain,
    isReady: readyCheck(store, now),
    addressOf: keyOf,

    async holdings(account, signal, spend) {
      const ids = await store.tokensOf(account, mostAssets)
      spend?.(3 * ids.length)
      const runtime = await runtimes.newest(signal)
      const address = addressOf(account, generalPrefix)
      const { transferable } = await readAccount(port, runtime, address, { signal })
      const assets = await assetsOf(ids, runtime, signal)
      const held: Holding[] = []
      await fewAtOnce([...assets], async ([id, { live, ...asset }], at) => {
        const { balance, frozen } = await readHolding(port, runtime, id, address, { signal })
        if (live && !frozen && balance > 0n) held[at] = { asset, amount: balance }
      })
      return [{ asset: native, amount: transferable }, ...held.filter(Boolean)]
    },

    async activity(account, signal, part = {}) {
      const rows = (await store.newest(account, part)).map(({ seconds, block, place, details }) => {
        const { transfers, ...transaction } = transactionFrom({ details })
        const of = transfers.filter(({ sender, recipient }) => sender === account || recipient === account)
        return { ...transaction, seconds, block, place, first: of[0], moves: coinMoves(of, account) }
      })
      const ids = rows.flatMap(({ moves }) => moves.flatMap(({ denom }) => (denom === '' ? [] : [denom])))
      const assets =
        ids.length > 0 ? await assetsOf(ids, await runtimes.newest(signal), signal) : new Map<string, Asset>()
      const shown = (key: string | undefined) => (key ? addressOf(key, prefix) : '')
      return rows.map(
        ({ moves, first, failed, signer, ...row }): Activity => ({
          ...row,
          ...{ from: shown(first ? first.sender : signer), to: shown(first?.recipient) },
          ...{ operation: operationOfMoves(moves), status: failed ? 'failed' : 'confirmed' },
          movements: moves.map(({ denom, amount, direction }) => ({
            asset: denom === '' ? native : (assets.get(denom) ?? unknownAsset(denom)),
            ...{ amount, direction },
          })),
        }),
      )
    },
  }
}

/** Without known decimals, the amount is shown in the smallest unit. */
function unknownAsset(id: string): Asset {
  return { address: id, name: `Asset ${id}`, symbol: `#${id}`, decimals: 0 }
}
