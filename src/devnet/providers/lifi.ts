import type { ChainNetwork } from '../../core/chain/network.ts'
import { encodeCall } from '../../servers/data/abi.ts'
import { type AggregatorAnswer, addressIn, routeFor, tradeOf, wordOf } from './aggregator-trade.ts'
import { lifiBridge } from './lifi-bridge.ts'
import type { PricedAsset } from './price-answers.ts'
import { standIns } from './stand-ins.ts'

/** The selectors of `swapTokensSingleV3…` in GenericSwapFacetV3. */
const selectors = { tokens: '4666fc80', toNative: '733214a3', fromNative: 'af7060fd' } as const
const native = `0x${'0'.repeat(40)}`

/** LI.FI's API: https://docs.li.fi/api-reference/get-a-quote-for-a-token-transfer */
export function lifiOf(networks: readonly ChainNetwork[]): AggregatorAnswer {
  const bridge = lifiBridge(networks)
  return (asked) => {
    const { path, query } = asked
    if (path === 'status') return bridge.status(query)
    if (path !== 'quote') return undefined
    return query.get('toChain') === query.get('fromChain') ? swapQuote(asked) : bridge.quote(asked)
  }
}

const swapQuote: AggregatorAnswer = ({ query, assets }) => {
  const asked = { sells: query.get('fromToken'), buys: query.get('toToken'), amount: query.get('fromAmount') }
  const [chain, from] = [query.get('fromChain') ?? '', addressIn(query.get('fromAddress'))]
  const trade = tradeOf(assets, chain, asked, native)
  if (!trade || !from) return undefined
  const millionths = BigInt(Math.round(1e6 * (1 - Number(query.get('slippage') ?? 0.005))))
  const toAmountMin = (trade.gets * millionths) / 1_000_000n
  const { lifiDiamond: to } = standIns
  const fromCoin = trade.from.address === undefined
  const selector =
    trade.to.address === undefined ? selectors.toNative : fromCoin ? selectors.fromNative : selectors.tokens
  const ends = [wordOf(to), wordOf(to), wordOf(asked.sells), wordOf(asked.buys), trade.amount]
  const part = { tuple: [...ends, routeFor(trade.gets), 1n] }
  const data = encodeCall(selector, [0n, 'devnet', '', wordOf(from), toAmountMin, part])
  const token = ({ address = native, symbol, decimals }: PricedAsset) => ({
    address,
    symbol,
    decimals,
    chainId: Number(chain),
  })
  const tokens = { fromToken: token(trade.from), toToken: token(trade.to) }
  const chains = { fromChainId: Number(chain), toChainId: Number(chain) }
  const value = `0x${(fromCoin ? trade.amount : 0n).toString(16)}`
  return {
    type: 'lifi',
    action: { ...chains, ...tokens, fromAmount: `${trade.amount}`, fromAddress: from, toAddress: from },
    estimate: { toAmount: `${trade.gets}`, toAmountMin: `${toAmountMin}`, approvalAddress: to },
    transactionRequest: {
      from,
      to,
      chainId: Number(chain),
      data,
      value,
      gasPrice: '0x1',
      gasLimit: '0x493e0',
    },
  }
}
