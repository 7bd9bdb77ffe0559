import { encodeCall } from '../../servers/data/abi.ts'
import { type AggregatorAnswer, addressIn, routeFor, tradeOf, wordOf } from './aggregator-trade.ts'
import { standIns } from './stand-ins.ts'

/** `exec(address,address,uint256,address,bytes)` and `execute((address,address,uint256),bytes[],bytes32)`. */
const selectors = { exec: '2213bc0b', execute: '1fff991f' } as const

/** 0x's Swap API: https://docs.0x.org/api-reference/0-x-api/swap/allowanceholder-getquote */
export const zeroxAnswer: AggregatorAnswer = ({ path, query, assets }) => {
  const [, method] = /^swap\/allowance-holder\/(price|quote)$/.exec(path) ?? []
  if (!method) return undefined
  const [sellToken, buyToken] = [query.get('sellToken'), query.get('buyToken')]
  const asked = { sells: sellToken, buys: buyToken, amount: query.get('sellAmount') }
  const trade = tradeOf(assets, query.get('chainId') ?? '', asked)
  if (!trade) return { liquidityAvailable: false, zid: '0x111111111111111111111111' }
  const slippage = BigInt(query.get('slippageBps') ?? 100)
  const minBuyAmount = (trade.gets * (10_000n - slippage)) / 10_000n
  const amounts = {
    buyAmount: `${trade.gets}`,
    minBuyAmount: `${minBuyAmount}`,
    sellAmount: `${trade.amount}`,
  }
  const { zeroExAllowanceHolder: holder, zeroExRegistry: settler } = standIns
  const about = { liquidityAvailable: true, sellToken, buyToken, ...amounts, allowanceTarget: holder }
  if (method === 'price') return about
  const taker = addressIn(query.get('taker'))
  if (!taker) return undefined
  const slippageWords = [wordOf(taker), wordOf(buyToken), minBuyAmount]
  const execute = encodeCall(selectors.execute, [...slippageWords, { list: [routeFor(trade.gets)] }, 0n])
  const inner = Buffer.from(execute.slice(2), 'hex')
  const native = trade.from.address === undefined
  const words = [wordOf(settler), wordOf(sellToken), trade.amount, wordOf(settler)]
  const data = encodeCall(selectors.exec, [...words, inner])
  const value = native ? `${trade.amount}` : '0'
  return { ...about, transaction: { to: holder, data, value, gas: '300000', gasPrice: '1' } }
}
