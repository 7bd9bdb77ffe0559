import type { ChainNetwork } from '../../core/chain/network.ts'
import { isObject } from '../../core/json/is-object.ts'
import { nodeRpc } from '../node-rpc.ts'
import type { PricedAsset } from './price-answers.ts'

const wrapped = 'So11111111111111111111111111111111111111112'

/**
 * Jupiter's Swap API for a devnet's solana network: https://dev.jup.ag/api-reference/swap. The devnet's nodes carry out the swaps
 * at the devnet's fixed prices, with a stand-in for Jupiter's program.
 */
export function jupiterOf(network: ChainNetwork, assets: readonly PricedAsset[]) {
  const own = assets.filter(({ chain }) => chain === network.caipNetworkId)
  const node = network.rpcUrls.default.http[0] ?? ''
  const find = (mint: unknown) => own.find(({ address = wrapped }) => address === mint)
  async function programOf(mint: string) {
    const { value } = await nodeRpc<{ readonly value: { readonly owner: string } }>(node, 'getAccountInfo', [
      mint,
      { encoding: 'base64' },
    ])
    return { mint: mint as never, program: value.owner as never }
  }

  return async (path: string, query: URLSearchParams, body: unknown): Promise<unknown> => {
    if (path === 'quote') return quoteOf(query)
    if (path !== 'swap-instructions' || !isObject(body) || !isObject(body.quoteResponse)) return undefined
    const { inputMint, outputMint, inAmount, outAmount, slippageBps, instructionVersion } = body.quoteResponse
    const { swapInstructions } = await import('../nodes/solana/jupiter-instructions.ts')
    return swapInstructions({
      version: instructionVersion === 'V2' ? 'V2' : 'V1',
      user: String(body.userPublicKey) as never,
      sells: await programOf(String(inputMint)),
      buys: await programOf(String(outputMint)),
      amount: BigInt(String(inAmount)),
      quoted: BigInt(String(outAmount)),
      slippageBps: Number(slippageBps),
      wraps: body.wrapAndUnwrapSol === true && [inputMint, outputMint].includes(wrapped),
    })
  }

  function quoteOf(query: URLSearchParams): unknown {
    const [inputMint, outputMint] = [query.get('inputMint'), query.get('outputMint')]
    const [from, to, amount] = [find(inputMint), find(outputMint), query.get('amount') ?? '']
    if (!from || !to || from === to || !/^\d{1,19}$/.test(amount)) return undefined
    const worth = (one: PricedAsset) => BigInt(Math.round(one.price * 1e6))
    const gets =
      (BigInt(amount) * worth(from) * 10n ** BigInt(to.decimals)) / (worth(to) * 10n ** BigInt(from.decimals))
    const slippageBps = Number(query.get('slippageBps') ?? 50)
    const least = (gets * BigInt(10_000 - slippageBps) + 9_999n) / 10_000n
    const swapInfo = { ammKey: wrapped, label: 'Devnet', inputMint, outputMint }
    return {
      ...{ inputMint, inAmount: amount, outputMint, outAmount: `${gets}` },
      ...{ otherAmountThreshold: `${least}`, swapMode: 'ExactIn', slippageBps, platformFee: null },
      ...{ priceImpactPct: '0', instructionVersion: query.get('instructionVersion') },
      routePlan: [{ swapInfo: { ...swapInfo, inAmount: amount, outAmount: `${gets}` }, percent: 100 }],
      ...{ contextSlot: 1, timeTaken: 0.01 },
    }
  }
}
