import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { isFresh } from '../../core/timing.ts'
import type { PricedToken } from '../../core/wallet/data-provider.ts'
import type { JoinedData } from '../../services/data/joined-providers.ts'

/** How long a price is cached, in ms. A visitor must not see an old price. */
const lifetime = 60_000
/** The maximum number of cached prices. Without a limit, requests for made-up tokens could fill the memory. */
const mostKept = 10_000

export interface AskedToken extends PricedToken {
  readonly network: CaipNetworkId
}

interface Kept {
  /** When the price was read, in ms since the epoch. */
  readonly at: number
  readonly price: number | undefined
}

/**
 * Caches the providers' prices for a minute, for all visitors. Also remembers that a token has no price, unless a provider failed
 * and may have had the price.
 */
export class KeptPrices {
  readonly #ask: JoinedData['prices']
  readonly #now: () => number
  readonly #kept = new Map<string, Kept>()

  constructor(ask: JoinedData['prices'], now: () => number) {
    this.#ask = ask
    this.#now = now
  }

  /**
   * Returns the prices in the order of `tokens`; undefined for a token without a price. Before it asks a provider, calls `spend`,
   * which counts the request toward the client's limit.
   */
  async of(
    tokens: readonly AskedToken[],
    { spend, signal }: { readonly spend: () => void; readonly signal: AbortSignal | undefined },
  ): Promise<readonly (number | undefined)[]> {
    const rows = tokens.map((token) => ({ token, kept: this.#find(token) }))
    const missing = rows.filter(({ kept }) => !kept)
    if (missing.length > 0) spend()
    for (const network of new Set(missing.map(({ token }) => token.network))) {
      const asked = missing.filter(({ token }) => token.network === network)
      const addresses = asked.map(({ token }) => token.address)
      // Decimals belong to tokens by their position in the list. So pass the decimals of all tokens, or none.
      const given = asked.flatMap(({ token }) => token.decimals ?? [])
      const decimals = given.length === asked.length ? given : undefined
      const failed = new Set<number>()
      const found = await this.#ask(network, addresses, { decimals, signal, failed: (at) => failed.add(at) })
      for (const [at, row] of asked.entries())
        if (!failed.has(at)) row.kept = this.#keep(row.token, found[at])
    }
    return rows.map(({ kept }) => kept?.price)
  }

  #find(token: AskedToken): Kept | undefined {
    const kept = this.#kept.get(keyOf(token))
    return kept && isFresh(kept.at, lifetime, this.#now()) ? kept : undefined
  }

  #keep(token: AskedToken, price: number | undefined): Kept {
    const key = keyOf(token)
    const kept = { at: this.#now(), price }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest)
    return kept
  }
}

function keyOf({ network, address = '', decimals }: AskedToken): string {
  return `${network}:${network.startsWith('eip155:') ? address.toLowerCase() : address}:${decimals ?? ''}`
}
