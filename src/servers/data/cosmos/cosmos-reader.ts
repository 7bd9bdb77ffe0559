import { isAddressFormat, lowerBech32 } from '../../../core/chain/address.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { coinMoves, operationOfMoves } from '../../../core/chain/coin-moves.ts'
import type { CosmosChain } from '../../../core/chain/cosmos.ts'
import type { Activity, Asset, ChainReader, Holding } from '../chain-reader.ts'
import type { NodeCalls } from '../node-calls.ts'
import type { IndexStore } from '../stored-index/index-store.ts'
import { readyCheck } from '../stored-index/ready-check.ts'
import { CosmosBank } from './bank.ts'
import { transactionFrom } from './stored-transaction.ts'

export interface CosmosReaderOptions {
  readonly chain: CaipNetworkId<'cosmos'>
  readonly native: Asset
  readonly cosmos: Pick<CosmosChain, 'bech32Prefix' | 'denom' | 'currencies'>
  readonly node: NodeCalls
  /** The index of the network's transactions. */
  readonly store: IndexStore
  /** The current time, in ms since the epoch. */
  readonly now: () => number
}

/** Reads a cosmos chain: transactions from the index in the database, balances from the node. */
export function cosmosReader({ chain, native, cosmos, node, store, now }: CosmosReaderOptions): ChainReader {
  const own = new Map<string, Asset>([
    [cosmos.denom, native],
    ...(cosmos.currencies ?? []).map(({ denom, symbol, decimals }): [string, Asset] => [
      denom,
      { address: denom, name: symbol, symbol, decimals },
    ]),
  ])
  const bank = new CosmosBank(node, { own, now })
  return {
    chain,
    isReady: readyCheck(store, now),
    addressOf(text) {
      const address = lowerBech32('cosmos', text)
      const isOurs = isAddressFormat('cosmos', address) && address.startsWith(`${cosmos.bech32Prefix}1`)
      return isOurs ? address : undefined
    },

    async holdings(account, signal, spend) {
      const held = await bank.balances(account, signal)
      spend?.(held.size)
      const units = await bank.units(held.keys(), signal)
      const tokens = [...held].flatMap(([denom, amount]): readonly Holding[] => {
        const asset = denom === cosmos.denom ? undefined : units.get(denom)
        return asset ? [{ asset, amount }] : []
      })
      return [{ asset: native, amount: held.get(cosmos.denom) ?? 0n }, ...tokens]
    },

    async activity(account, signal, part = {}) {
      const rows = (await store.newest(account, part)).map(({ seconds, block, place, details }) => {
        const { transfers, ...transaction } = transactionFrom({ details })
        const of = transfers.filter(({ sender, recipient }) => sender === account || recipient === account)
        return { ...transaction, seconds, block, place, first: of[0], moves: coinMoves(of, account) }
      })
      const units = await bank.units(
        rows.flatMap(({ moves }) => moves.map(({ denom }) => denom)),
        signal,
      )
      return rows.map(
        ({ moves, first, failed, sender, ...row }): Activity => ({
          ...row,
          ...{ from: first ? (first.sender ?? '') : sender, to: first?.recipient ?? '' },
          ...{ operation: operationOfMoves(moves), status: failed ? 'failed' : 'confirmed' },
          movements: moves.map(({ denom, amount, direction }) => ({
            ...{ asset: units.get(denom) ?? unknownUnit(denom), amount, direction },
          })),
        }),
      )
    },
  }
}

/** Without known decimals, the amount is shown in the smallest unit. The symbol is the denomination, shortened if it is long. */
function unknownUnit(denom: string): Asset {
  const symbol = denom.length > 20 ? `${denom.slice(0, 10)}…` : denom
  return { address: denom, name: denom, symbol, decimals: 0 }
}
