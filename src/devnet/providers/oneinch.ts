import { encodeCall } from '../../servers/data/abi.ts'
import {
  type AggregatorAnswer,
  addressIn,
  nativeToken,
  routeFor,
  tradeOf,
  wordOf,
} from './aggregator-trade.ts'
import type { PricedAsset } from './price-answers.ts'
import { standIns } from './stand-ins.ts'

/** `swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)` of Aggregation Router v6. */
const swap = '07ed2379'

/** 1inch's Classic Swap API: https://business.1inch.com/portal/documentation/apis/swap/classic-swap/methods */
export const oneinchAnswer: AggregatorAnswer = ({ path, query, assets }) => {
  const [, chain = '', method] = /^(\d+)\/(quote|swap)$/.exec(path) ?? []
  const asked = { sells: query.get('src'), buys: query.get('dst'), amount: query.get('amount') }
  const trade = tradeOf(assets, chain, asked)
  if (!trade) return undefined
  const dstAmount = `${trade.gets}`
  if (method === 'quote') return { srcToken: tokenOf(trade.from), dstToken: tokenOf(trade.to), dstAmount }
  const [from, receiver] = [addressIn(query.get('from')), addressIn(query.get('receiver'))]
  const minimum = query.get('minReturn') ?? ''
  if (!from || !/^\d{1,40}$/.test(minimum)) return undefined
  const native = trade.from.address === undefined
  const description = [
    ...[wordOf(asked.sells), wordOf(asked.buys), wordOf(standIns.oneInchRouter), wordOf(receiver ?? from)],
    ...[trade.amount, BigInt(minimum), 0n],
  ]
  const route = routeFor(trade.gets)
  const data = encodeCall(swap, [wordOf(standIns.oneInchRouter), ...description, route])
  const value = native ? `${trade.amount}` : '0'
  return { dstAmount, tx: { from, to: standIns.oneInchRouter, data, value, gas: 0, gasPrice: '1' } }
}

function tokenOf({ address = nativeToken, symbol, decimals }: PricedAsset) {
  return { address: address.toLowerCase(), symbol, name: symbol, decimals }
}
