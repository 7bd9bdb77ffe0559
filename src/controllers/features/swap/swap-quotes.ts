import { isInCurrency } from '../../../core/amounts/priced-in.ts'
import { throwIfAborted } from '../../../core/async/abort.ts'
import { type CaipNetworkId, networkParts } from '../../../core/chain/caip.ts'
import { isSameAddress } from '../../../core/chain/same-address.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { swapLimits as limits } from '../../../core/limits.ts'
import { disabledReason } from '../../../core/options/disabled-reason.ts'
import { providerFor } from '../../../core/options/feature-providers.ts'
import type { SwapNamespace, SwapProvider, SwapQuote } from '../../../core/wallet/payments/swap-provider.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { SwapDeps, SwapEvents, SwapParts, SwapState, SwapTerms } from './swap.ts'
import { type AnySwapRequest, requireAccount } from './swap-account.ts'
import { differs } from './swap-check.ts'
import { termsOf } from './swap-terms.ts'

/** A quote with its request and terms. */
export interface Quoted {
  readonly request: AnySwapRequest
  readonly quote: SwapQuote
  readonly terms: SwapTerms
}

/** Requests quotes and keeps the newest one. */
export class SwapQuotes {
  readonly #deps: SwapDeps
  readonly #parts: SwapParts
  readonly #host: FeatureHost<SwapState, SwapEvents>
  #newest: Quoted | undefined

  constructor(deps: SwapDeps, parts: SwapParts, host: FeatureHost<SwapState, SwapEvents>) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
  }

  /** @throws `config/endpoint-off`, `config/feature-off` if swaps have no provider on any network. */
  requireProvider(): void {
    const error = disabledReason('swaps', this.#deps.options.state.features.swaps, [
      ...this.#parts.providers.keys(),
    ])
    if (error) throw error
  }

  /** Returns the provider for the network's family. If there are several, returns the first in the host's order. */
  providerOn(network: CaipNetworkId): SwapProvider<SwapNamespace> | undefined {
    const { namespace } = networkParts(network) ?? {}
    const own = new Map(
      [...this.#parts.providers].filter(([, provider]) => (provider.namespace ?? 'eip155') === namespace),
    )
    return own.get(providerFor(this.#deps.options.state.features.swaps, [...own.keys()]) ?? '')
  }

  /** @throws `swap/unsupported` if the network's family has no provider; the errors of `requireProvider`. */
  providerFor(network: CaipNetworkId): SwapProvider<SwapNamespace> {
    this.requireProvider()
    const provider = this.providerOn(network)
    if (provider) return provider
    throw latchkeyError('swap/unsupported')
  }

  /** The newest quote, while it is valid. */
  get fresh(): Quoted | undefined {
    return this.#newest && this.isFresh(this.#newest.terms) ? this.#newest : undefined
  }

  isFresh({ at, expiresAt }: SwapTerms): boolean {
    const now = this.#deps.clock.now()
    return now >= at && now < expiresAt && now - at < limits.quote
  }

  clear(): void {
    this.#newest = undefined
  }

  /**
   * Requests the prices and the quote at the same time, and resolves when both are there. If the prices can't be read, resolves
   * without them. Calls `onQuote` with the terms without new prices as soon as the quote is there.
   */
  async request(
    request: AnySwapRequest,
    opts: CallOptions,
    onQuote?: (terms: SwapTerms) => void,
  ): Promise<Quoted> {
    const provider = this.providerFor(request.network)
    if (request.toNetwork && !provider.arrival) throw latchkeyError('swap/unsupported')
    if (request.toNetwork) this.#requireOwnAccount()
    const termsFor = (asked: AnySwapRequest, quote: SwapQuote, at: number) => {
      throwIfAborted(opts.signal)
      const { network } = requireAccount(this.#deps, this.#host.state, request)
      const terms = termsOf(asked, quote, network, at, this.#host.state.toNetwork)
      return this.#isPricedHere(provider) ? terms : withoutPrices(terms)
    }
    const quoting = async () => {
      const quote = await provider.quote(request, opts)
      // Slow prices must not make the quote valid for longer.
      const at = this.#deps.clock.now()
      const terms = termsFor(request, quote, at)
      onQuote?.(terms)
      return { quote, at }
    }
    const [priced, { quote, at }] = await Promise.all([this.#priced(provider, request, opts), quoting()])
    const quoted = { request: priced, quote, terms: termsFor(priced, quote, at) }
    // Set the newest quote only now: a review uses this quote, and its price impact follows from the prices.
    this.#newest = quoted
    return quoted
  }

  /** Rejects a swap that would pay a smart account on another network, because the account may not exist there. */
  #requireOwnAccount(): void {
    const { address, allAccounts } = this.#deps.account.active
    if (allAccounts.find((one) => one.address === address)?.type === 'smartAccount')
      throw differs('receiver', 'a smart account may not exist on the other network')
  }

  /**
   * Returns whether the provider's prices are in the currency that the modal shows. Prices in another currency can be used only
   * for the price impact.
   */
  #isPricedHere({ currency }: SwapProvider<SwapNamespace>): boolean {
    return isInCurrency(currency, this.#deps.options.state.currency)
  }

  async #priced(
    provider: SwapProvider<SwapNamespace>,
    request: AnySwapRequest,
    opts: CallOptions,
  ): Promise<AnySwapRequest> {
    const { from, to, network, toNetwork } = request
    try {
      const there = [to.address]
      const only = [...new Set([from.address, ...(toNetwork ? [] : there), undefined])]
      const [known, knownThere] = await Promise.all([
        provider.tokens(network, { ...opts, only }),
        toNetwork && provider.tokens(toNetwork, { ...opts, only: there }),
      ])
      const price = (address: string | undefined, list = known) =>
        list.find((one) => isSameAddress(one.address, address))?.price
      const coinPrice = this.#isPricedHere(provider) ? price(undefined) : undefined
      if (!opts.signal?.aborted) this.#host.patch({ coinPrice })
      return {
        ...request,
        from: { ...from, price: price(from.address) },
        to: { ...to, price: price(to.address, knownThere) },
      }
    } catch (cause) {
      throwIfAborted(opts.signal)
      const { log, snackbar } = this.#deps
      log.debug('Loading the prices of the swap failed', cause)
      // Show this error once for each change of the form, not again for each quote.
      if (this.#host.state.coinPrice !== undefined || !this.#newest)
        snackbar.showError(latchkeyError('swap/price-failed', { cause }))
      this.#host.patch({ coinPrice: undefined })
      return request
    }
  }
}

function withoutPrices({ from, to, ...terms }: SwapTerms): SwapTerms {
  return { ...terms, from: { ...from, price: undefined }, to: { ...to, price: undefined } }
}
