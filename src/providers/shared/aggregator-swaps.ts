import { minimumOf } from '../../core/amounts/swap-figures.ts'
import type { CaipNetworkId, Hex } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { HttpError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ReadJson } from '../../core/wallet/data-provider.ts'
import { type SwapContracts, swapContractsOf } from '../../core/wallet/payments/swap-contracts.ts'
import type {
  SwapCall,
  SwapProvider,
  SwapProviderContext,
  SwapQuote,
  SwapRequest,
  SwapToken,
} from '../../core/wallet/payments/swap-provider.ts'
import type { CallOptions } from '../../ports.ts'
import type { AggregatorOptions } from './aggregator-options.ts'
import { field, nativeToken, readAddress, readData, readValue } from './answer-fields.ts'
import { nodeNumber } from './eip155/node-number.ts'

/** In ms: how long a quote is valid. Prices can change with every block. */
const quoteLife = 30_000
/** The HTTP statuses of a service without a route for the request. */
const noRoute: readonly number[] = [400, 404, 422]
/** The selectors of EIP-20 `approve(address,uint256)` and `allowance(address,address)`. */
const selectors = { approve: '095ea7b3', allowance: 'dd62ed3e' } as const

/** A swap request with the values that services need. */
export interface Wanted extends SwapRequest {
  /** The network's chain id, and the chain id of the network of `to`. */
  readonly chain: string
  readonly toChain: string
  readonly owner: Hex
  /** The tokens' addresses. For the native coin, the address that the service uses for it. */
  readonly sells: string
  readonly buys: string
}
/** A service's quote. */
export interface Offer extends Pick<SwapQuote, 'from' | 'to' | 'amount' | 'toAmount' | 'fee' | 'bridge'> {
  /** The part of the answer that `build` needs. */
  readonly route?: unknown
}
/** The parts of a swap provider that differ between the services. */
export interface Aggregator {
  readonly name: string
  /** The service's address for the native coin. Default: `0xEeee…`. */
  readonly native?: string | undefined
  /** Whether the service also swaps between networks. */
  readonly bridges?: boolean | undefined
  /** Returns the known contract that a swap must call. The same contract takes the tokens. */
  pin(contracts: SwapContracts): Hex | undefined
  quote(wanted: Wanted, ask: ReadJson, opts?: CallOptions): Promise<Offer>
  /** Builds a call that pays at least `minimum`. */
  build(
    wanted: Wanted,
    offer: { readonly minimum: bigint; readonly route: unknown },
    ask: ReadJson,
    opts?: CallOptions,
  ): Promise<SwapCall>
}
interface AggregatorQuote extends SwapQuote {
  readonly offer: Offer
}

/**
 * Creates a swap provider with the prices and calls of an aggregator's service. The spender is always the known contract, even if
 * the service names another one. The client decodes each call before it asks the wallet, and refuses a call if it can't verify
 * that the call makes the requested swap.
 */
export function aggregatorSwaps(
  { name, native = nativeToken, bridges = false, pin, quote, build }: Aggregator,
  { url, tokens, contracts }: AggregatorOptions,
  { rpc, json, clock }: SwapProviderContext,
): SwapProvider {
  const ask = json(url)
  const known = (network: CaipNetworkId) => {
    const pins = swapContractsOf(network, contracts)
    return pins && pin(pins)
  }
  const contractOf = (network: CaipNetworkId) => {
    const contract = known(network)
    if (!contract) throw latchkeyError('swap/unsupported')
    return contract
  }
  const wanted = (request: SwapRequest): Wanted => ({
    ...request,
    chain: chainOf(request.network),
    toChain: chainOf(request.toNetwork ?? request.network),
    owner: ownerOf(request),
    sells: request.from.address ?? native,
    buys: request.to.address ?? native,
  })
  return {
    name,
    async tokens(network, { only } = {}) {
      const listed = known(network) ? tokens[network] : undefined
      // If the host lists no token on this network, visitors can swap the native coin only for a token of another network.
      if (!listed || (listed.length === 0 && !bridges)) return []
      // The client replaces this name and symbol with the ones in the network's definition.
      const coin: SwapToken = { symbol: 'ETH', name: 'Ether', decimals: 18 }
      const all = [coin, ...listed]
      return only ? all.filter(({ address }) => only.includes(address)) : all
    },
    async quote(request, opts) {
      const spender = contractOf(request.network)
      const [gasPrice, offer] = await Promise.all([
        rpc(request.network).request({ method: 'eth_gasPrice' }, opts),
        quote(wanted(request), ask, opts).catch((cause: unknown) => {
          if (cause instanceof HttpError && noRoute.includes(cause.status ?? 0))
            throw latchkeyError('swap/no-quote', { cause })
          throw cause
        }),
      ])
      const { from, to, amount, toAmount, fee, bridge } = offer
      const made: AggregatorQuote = {
        ...{
          from: plain(from, native),
          to: plain(to, native),
          amount,
          toAmount,
          fee,
          spender,
          offer,
          bridge,
        },
        gasPrice: nodeNumber(gasPrice, 'eth_gasPrice'),
        expiresAt: clock.now() + quoteLife,
      }
      return made
    },
    async approval(request, _quote, opts) {
      const { network, from, amount } = request
      const [owner, spender, to] = [ownerOf(request), contractOf(network), from.address as Hex]
      const data = call(selectors.allowance, BigInt(owner), BigInt(spender))
      const params = [{ to, data }, 'latest']
      const answer = await rpc(network).request<unknown>({ method: 'eth_call', params }, opts)
      return {
        allowance: field({ allowance: answer }, 'allowance', readValue),
        call: {
          ...{ network, from: owner, to, value: 0n },
          data: call(selectors.approve, BigInt(spender), amount),
        },
      }
    },
    async build(request, made, opts) {
      contractOf(request.network)
      const minimum = made.minimum ?? minimumOf(made.toAmount, request.slippage)
      const { route } = (made as AggregatorQuote).offer
      return build(wanted(request), { minimum, route }, ask, opts)
    },
  }
}

/**
 * Reads a transaction, for example in the answer's field `tx`.
 * @param sender The sender, if the service states none.
 */
export function readCall(
  answer: unknown,
  path: string,
  network: CaipNetworkId,
  sender?: Hex | undefined,
): SwapCall {
  return {
    network,
    from: sender ?? field(answer, `${path}from`, readAddress),
    to: field(answer, `${path}to`, readAddress),
    data: field(answer, `${path}data`, readData),
    value: field(answer, `${path}value`, readValue),
  }
}

function chainOf(network: CaipNetworkId): string {
  return network.slice('eip155:'.length)
}

function ownerOf({ account }: Pick<SwapRequest, 'account'>): Hex {
  return parseCaipAddress(account).address as Hex
}

/** Returns the address of a token. Returns undefined for the native coin. */
function plain(address: string | undefined, native: string): string | undefined {
  return address?.toLowerCase() === native.toLowerCase() ? undefined : address
}

function call(selector: string, ...words: readonly bigint[]): Hex {
  return `0x${selector}${words.map((word) => word.toString(16).padStart(64, '0')).join('')}`
}
