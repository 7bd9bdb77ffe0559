import { HttpError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ReadJson } from '../../core/wallet/data-provider.ts'
import type {
  BridgeStatus,
  SwapProvider,
  SwapProviderContext,
} from '../../core/wallet/payments/swap-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { aggregatorSwaps, readCall, type Wanted } from '../shared/aggregator-swaps.ts'
import { field, readAddress, readChain, readUnits, valueAt } from '../shared/answer-fields.ts'
import type { LifiOptions } from './options.ts'

/**
 * The number that a request subtracts from the visitor's slippage (a fraction, such as 0.01), because LI.FI rounds the minimum
 * differently.
 */
const rounding = 1e-6
/** LI.FI's name of the only bridge whose calls the client can verify. */
const provenBridge = 'across'

/**
 * Creates the swap provider. The API: https://docs.li.fi/api-reference/get-a-quote-for-a-token-transfer. Its limits:
 * https://docs.li.fi/api-reference/rate-limits
 */
export function lifiSwaps(options: LifiOptions, context: SwapProviderContext): SwapProvider {
  const { key, integrator } = options
  const headers = key === undefined ? undefined : { 'x-lifi-api-key': key }
  /** Requests a quote. `slippage` is a fraction, such as 0.01 for 1 %. */
  async function ask(wanted: Wanted, slippage: number, read: ReadJson, opts: CallOptions | undefined) {
    const { chain, toChain, sells, buys, amount, owner } = wanted
    const params = {
      ...{ fromChain: chain, toChain, fromToken: sells, toToken: buys, fromAmount: `${amount}` },
      ...{ fromAddress: owner, toAddress: owner, slippage: slippage.toFixed(6), integrator },
      // The client refuses all other bridges, and refuses calls on the other network.
      ...(chain !== toChain && { allowBridges: provenBridge, allowDestinationCall: 'false' }),
    }
    const answer = await read('quote', params, { ...opts, headers })
    for (const [end, expected] of [
      ['fromChainId', chain],
      ['toChainId', toChain],
    ] as const) {
      const found = field(answer, `action.${end}`, readChain)
      if (found !== expected)
        throw latchkeyError('swap/mismatch', {
          values: { field: 'network', reason: `the route has the network eip155:${found}` },
        })
    }
    return answer
  }
  const swaps = aggregatorSwaps(
    {
      name: 'lifi',
      bridges: true,
      native: '0x0000000000000000000000000000000000000000',
      pin: ({ lifiDiamond }) => lifiDiamond,
      async quote(wanted, read, opts) {
        const isBridged = wanted.chain !== wanted.toChain
        const answer = await ask(wanted, Math.max(wanted.slippage / 100 - rounding, 0), read, opts)
        return {
          from: field(answer, 'action.fromToken.address', readAddress),
          to: field(answer, 'action.toToken.address', readAddress),
          amount: field(answer, 'action.fromAmount', readUnits),
          toAmount: field(answer, 'estimate.toAmount', readUnits),
          fee: feeOf(answer),
          route: answer,
          ...(isBridged && {
            bridge: {
              network: `eip155:${field(answer, 'action.toChainId', readChain)}` as const,
              // The modal shows this name. If the second half of the swap fails, the modal tells the visitor to contact the
              // bridge's support.
              name: field(answer, 'tool', (name) => (name === provenBridge ? name : undefined)),
              duration: durationOf(answer),
            },
          }),
        }
      },
      // The quote already contains the call. Another request would count toward the limit, and would return another price.
      async build(_wanted, { route: answer }) {
        const network = `eip155:${field(answer, 'transactionRequest.chainId', readChain)}` as const
        return readCall(answer, 'transactionRequest.', network)
      },
    },
    options,
    context,
  )
  const read = context.json(options.url)
  return {
    ...swaps,
    async arrival({ network, toNetwork, hash, name }, opts) {
      const params = {
        ...{ txHash: hash, bridge: name },
        ...{ fromChain: network.slice('eip155:'.length), toChain: toNetwork.slice('eip155:'.length) },
      }
      // While the service doesn't know a new transaction, it answers with HTTP status 404 or with `NOT_FOUND`.
      const answer = await read('status', params, { ...opts, headers }).catch((cause: unknown) => {
        if (cause instanceof HttpError && cause.status === 404) return { status: 'NOT_FOUND' }
        throw cause
      })
      const phase = phaseOf(field(answer, 'status', readName), valueAt(answer, 'substatus'))
      const isElsewhere = readChain(valueAt(answer, 'receiving.chainId')) !== params.toChain
      const receipt = readHash(valueAt(answer, 'receiving.txHash'))
      return { phase, hash: isElsewhere ? undefined : receipt }
    },
  }
}

/** Returns the phase of a status: https://docs.li.fi/introduction/user-flows-and-examples/status-tracking */
function phaseOf(status: string, substatus: unknown): BridgeStatus['phase'] {
  if (status === 'FAILED' || status === 'INVALID') return 'failed'
  if (status !== 'DONE') return 'pending'
  return substatus === 'REFUNDED' ? 'refunded' : substatus === 'PARTIAL' ? 'partial' : 'arrived'
}

function readName(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.-]{1,32}$/.test(value) ? value : undefined
}

function readHash(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value) ? value : undefined
}

/** Returns the expected duration in ms. Undefined if it is unknown. */
function durationOf(answer: unknown): number | undefined {
  const seconds = valueAt(answer, 'estimate.executionDuration')
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1000 : undefined
}

/**
 * Returns the fees that LI.FI takes from the sold token before the swap. Returns undefined if a fee is in another token or is
 * invalid.
 */
function feeOf(answer: unknown): bigint | undefined {
  const costs = valueAt(answer, 'estimate.feeCosts')
  if (!Array.isArray(costs)) return undefined
  const addressOf = (value: unknown, path: string) => readAddress(valueAt(value, path))?.toLowerCase()
  const sold = addressOf(answer, 'action.fromToken.address')
  let total = 0n
  for (const cost of costs.filter((cost) => valueAt(cost, 'included'))) {
    const amount = readUnits(valueAt(cost, 'amount'))
    if (amount === undefined || addressOf(cost, 'token.address') !== sold) return undefined
    total += amount
  }
  return total
}
