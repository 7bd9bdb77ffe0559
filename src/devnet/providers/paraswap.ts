import { isObject } from '../../core/json/is-object.ts'
import { encodeCall } from '../../servers/data/abi.ts'
import { type AggregatorAnswer, addressIn, routeFor, tradeOf, wordOf } from './aggregator-trade.ts'
import { standIns } from './stand-ins.ts'

/** `swapExactAmountIn(address,(address,address,uint256,uint256,uint256,bytes32,address),uint256,bytes,bytes)`. */
const swapExactAmountIn = 'e3ead59e'

/** ParaSwap's Market API: https://docs.velora.xyz/docs/integrate/api/market-swap */
export const paraswapAnswer: AggregatorAnswer = ({ path, query, body, assets }) => {
  const { augustus } = standIns
  if (path === 'prices') {
    const [srcToken, destToken, network] = ['srcToken', 'destToken', 'network'].map((name) => query.get(name))
    const asked = { sells: srcToken ?? '', buys: destToken ?? '', amount: query.get('amount') }
    const trade = tradeOf(assets, network ?? '', asked)
    if (!trade) return undefined
    const amounts = { srcAmount: `${trade.amount}`, destAmount: `${trade.gets}` }
    const contracts = { contractAddress: augustus, tokenTransferProxy: augustus }
    const rest = { side: 'SELL', version: '6.2', contractMethod: 'swapExactAmountIn', bestRoute: [] }
    return {
      priceRoute: { network: Number(network), srcToken, destToken, ...amounts, ...contracts, ...rest },
    }
  }
  const [, chain = ''] = /^transactions\/(\d+)$/.exec(path) ?? []
  if (!isObject(body) || !isObject(body.priceRoute)) return undefined
  const { srcToken, destToken, srcAmount, destAmount, userAddress } = body
  const asked = { sells: `${srcToken}`, buys: `${destToken}`, amount: `${srcAmount}` }
  const [trade, from] = [tradeOf(assets, chain, asked), addressIn(userAddress)]
  if (!trade || !from || !/^\d{1,40}$/.test(`${destAmount}`)) return undefined
  const tokens = [wordOf(asked.sells), wordOf(asked.buys)]
  const terms = [...tokens, trade.amount, BigInt(`${destAmount}`), trade.gets, 0n, wordOf(from)]
  const words = [wordOf(augustus), ...terms, 0n]
  const data = encodeCall(swapExactAmountIn, [...words, Buffer.alloc(0), routeFor(trade.gets)])
  const value = trade.from.address === undefined ? `${trade.amount}` : '0'
  return { from, to: augustus, value, data, gasPrice: '1', chainId: Number(chain) }
}
