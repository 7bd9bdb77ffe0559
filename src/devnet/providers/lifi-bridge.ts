import type { Hex } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { isObject } from '../../core/json/is-object.ts'
import { AbiReader, encodeCall } from '../../servers/data/abi.ts'
import { hexOf, nodeRpc } from '../node-rpc.ts'
import { faucet } from '../nodes/faucet.ts'
import { addressIn, routeFor, tradeOf, wordOf } from './aggregator-trade.ts'
import type { PricedAsset } from './price-answers.ts'
import { standIns } from './stand-ins.ts'

/** The selectors of AcrossFacetV4, and of the contract that stands in for Across on the other network. */
const selectors = { start: 'a1f1ce43', swapAndStart: '1794958f', fill: 'dab3d742' } as const
/** The topic of the stand-in's event `Deposited`. */
const deposited = '0x9d77ecf1e63cc45cb5abb3f76b0432c70490be24719d5636e2f4660ce9b2e5e1'
const native = `0x${'0'.repeat(40)}`
/** The part of an amount that remains after the bridge's fee, in millionths. */
const afterFee = 999_000n
const million = 1_000_000n
/** How long the bridge may take to pay, in seconds. */
const fillTime = 3600n
const tool = { tool: 'across', toolDetails: { key: 'across', name: 'AcrossV4' } } as const

interface Asked {
  readonly query: URLSearchParams
  readonly assets: readonly PricedAsset[]
}

/** Answers requests for quotes and for the status of swaps between the devnet's networks. Remembers its payments on the other networks. */
export function lifiBridge(networks: readonly ChainNetwork[]) {
  const fills = new Map<string, Promise<Hex>>()
  const nodeOf = (chain: string | null) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === `eip155:${chain}`)?.rpcUrls.default.http[0]

  /** Returns the status of a swap. The first request for a confirmed swap makes the payment on the other network. */
  async function status(query: URLSearchParams): Promise<unknown> {
    const hash = query.get('txHash') ?? ''
    const node = nodeOf(query.get('fromChain'))
    if (!node || !/^0x[\da-f]{64}$/i.test(hash)) return undefined
    const receipt = await nodeRpc<unknown>(node, 'eth_getTransactionReceipt', [hash])
    if (!isObject(receipt)) return { status: 'NOT_FOUND' }
    if (receipt.status !== '0x1') return { status: 'FAILED', substatus: 'UNKNOWN_ERROR' }
    const logs = receipt.logs as readonly { topics: readonly string[]; data: string }[]
    const log = logs.find(({ topics }) => topics[0] === deposited)
    if (!log) return { status: 'INVALID' }
    const words = AbiReader.of(log.data)
    const [chain, token, amount, recipient] = [words.word(3), words.word(4), words.word(5), words.word(6)]
    const other = nodeOf(`${chain}`)
    if (!other) return { status: 'PENDING', substatus: 'CHAIN_NOT_AVAILABLE' }
    const known = fills.get(hash)
    if (!known) {
      const data = encodeCall(selectors.fill, [token, recipient, amount])
      const call = { from: faucet, to: standIns.lifiDiamond, data, gas: hexOf(500_000n) }
      fills.set(hash, nodeRpc<Hex>(other, 'eth_sendTransaction', [call]))
      return { status: 'PENDING', substatus: 'WAIT_DESTINATION_TRANSACTION', ...tool }
    }
    const filled = { txHash: await known, chainId: Number(chain), amount: `${amount}` }
    return { status: 'DONE', substatus: 'COMPLETED', ...tool, receiving: filled }
  }

  function quote({ query, assets }: Asked): unknown {
    const [fromChain, toChain] = [query.get('fromChain') ?? '', query.get('toChain') ?? '']
    const [owner, receiver] = [addressIn(query.get('fromAddress')), addressIn(query.get('toAddress'))]
    const [sold, bought] = [query.get('fromToken'), query.get('toToken')]
    const to = assetOn(assets, toChain, bought)
    const from = assetOn(assets, fromChain, sold)
    // The bridge takes and pays the same token on both networks. If the visitor sells another token, the contract swaps it first.
    const bridged = assets.find(
      ({ chain, symbol }) => chain === `eip155:${fromChain}` && symbol === to?.symbol,
    )
    const amount = query.get('fromAmount') ?? ''
    if (!owner || !receiver || !to || !from || !bridged || !nodeOf(fromChain) || !/^\d{1,40}$/.test(amount))
      return undefined
    const swaps = bridged !== from
    const asked = { sells: sold, buys: bridged.address ?? native, amount }
    const yielded = swaps ? tradeOf(assets, fromChain, asked, native)?.gets : BigInt(amount)
    if (!yielded) return undefined
    const slippage = BigInt(Math.round(1e6 * (1 - Number(query.get('slippage') ?? 0.005))))
    const least = swaps ? (yielded * slippage) / million : yielded
    const [toAmount, toAmountMin] = [(yielded * afterFee) / million, (least * afterFee) / million]
    const { lifiDiamond: contract, wrapped } = standIns
    const now = BigInt(Math.floor(Date.now() / 1000))
    const bridge = {
      tuple: [
        ...[0n, 'across', 'devnet', 0n, wordOf(bridged.address ?? native), wordOf(receiver)],
        ...[least, BigInt(toChain), swaps ? 1n : 0n, 0n],
      ],
    }
    const across = {
      tuple: [
        ...[wordOf(receiver), wordOf(owner), wordOf(bridged.address ?? wrapped)],
        ...[wordOf(to.address ?? wrapped), toAmount, afterFee * 10n ** 12n],
        ...[0n, now, now + fillTime, 0n, new Uint8Array()],
      ],
    }
    const ends = [wordOf(contract), wordOf(contract), wordOf(sold), wordOf(bridged.address ?? native)]
    const part = { tuple: [...ends, BigInt(amount), routeFor(yielded), 1n] }
    const data = swaps
      ? encodeCall(selectors.swapAndStart, [bridge, { list: [part] }, across])
      : encodeCall(selectors.start, [bridge, across])
    const chains = { fromChainId: Number(fromChain), toChainId: Number(toChain) }
    const value = from.address === undefined ? BigInt(amount) : 0n
    const tokens = { fromToken: tokenOf(from), toToken: tokenOf(to) }
    return {
      type: 'lifi',
      ...tool,
      action: { ...chains, ...tokens, fromAmount: amount, fromAddress: owner, toAddress: receiver },
      estimate: {
        ...{ toAmount: `${toAmount}`, toAmountMin: `${toAmountMin}`, approvalAddress: contract },
        executionDuration: 4,
      },
      transactionRequest: {
        ...{ from: owner, to: contract, chainId: Number(fromChain), data, value: hexOf(value) },
        ...{ gasPrice: '0x1', gasLimit: '0x493e0' },
      },
    }
  }

  return { quote, status }
}

function assetOn(assets: readonly PricedAsset[], chain: string, address: string | null) {
  return assets.find(
    (one) =>
      one.chain === `eip155:${chain}` && (one.address ?? native).toLowerCase() === address?.toLowerCase(),
  )
}

function tokenOf({ address = native, symbol, decimals, chain }: PricedAsset) {
  return { address, symbol, decimals, chainId: Number(chain.slice('eip155:'.length)) }
}
