import { formatUnits } from '../../core/amounts/units.ts'

/** What the wallet knows about a token. */
export interface KnownToken {
  readonly symbol: string
  readonly decimals: number
  /**
   * Whether the wallet's configuration lists this contract. If false, descriptions also show the contract, because any contract
   * can have a well-known symbol.
   */
  readonly configured?: boolean | undefined
  /** Whether only one node reported the token. A wrong answer of this node would change the shown amount. */
  readonly unverified?: boolean | undefined
}

/** Finds a token of the request's network by its contract. Returns undefined for a token that the wallet doesn't know. */
export type TokenOf = (contract: string) => Promise<KnownToken | undefined>

/** The tokens of one request, by contract in lower case. */
export type Tokens = Readonly<Record<string, KnownToken | undefined>>

/** Looks up each token once. If a lookup fails, the token is unknown. */
export async function tokensOf(contracts: readonly string[], tokenOf: TokenOf | undefined): Promise<Tokens> {
  if (!tokenOf) return {}
  const different = [...new Set(contracts)]
  const found = await Promise.all(
    different.map(async (contract) => {
      const token = await tokenOf(contract).catch(() => undefined)
      return [contract, token && isPlain(token) ? token : undefined] as const
    }),
  )
  return Object.fromEntries(found)
}

/**
 * Returns whether the symbol and the decimals are plausible. A contract could choose a symbol that looks like a part of the
 * sentence.
 */
function isPlain({ symbol, decimals }: KnownToken): boolean {
  return /^[\w.₮$+-]{1,16}$/u.test(symbol) && Number.isInteger(decimals) && decimals >= 0 && decimals <= 77
}

/** Returns an amount of a token as text, and whether the user can rely on it. */
export function tokenAmount(amount: bigint, contract: string, tokens: Tokens) {
  const token = tokens[contract]
  if (!token)
    return {
      text: `${amount} of the smallest unit of the token ${contract} (WARNING: its decimals are unknown)`,
      sure: false,
    }
  const value = formatUnits(amount, token.decimals)
  return token.unverified
    ? {
        text: `${value} ${token.symbol} (UNVERIFIED: only one node says so, ${amount} of the smallest unit of ${contract})`,
        sure: false,
      }
    : { text: `${value} ${tokenName(contract, tokens)}`, sure: true }
}

/** Returns the name of a token: its symbol, its contract, or both. */
export function tokenName(contract: string, tokens: Tokens): string {
  const token = tokens[contract]
  if (!token || token.unverified) return `tokens of the contract ${contract}`
  return token.configured ? token.symbol : `${token.symbol} (token ${contract})`
}
