import { formatUnits } from '../../core/amounts/units.ts'

/** A token as the wallet knows it. */
export interface KnownToken {
  readonly symbol: string
  readonly decimals: number
  /**
   * Whether the wallet's configuration names this contract. Otherwise descriptions name the contract beside the symbol, because
   * any contract can choose the symbol of a well-known token.
   */
  readonly configured?: boolean | undefined
  /** Whether only one node reported the token. If so, a false answer would change the amount. */
  readonly unverified?: boolean | undefined
}

/** Finds a token of the request's network by its contract. Undefined for a token that the wallet doesn't know. */
export type TokenOf = (contract: string) => Promise<KnownToken | undefined>

/** The tokens of one request, by contract in lower case. */
export type Tokens = Readonly<Record<string, KnownToken | undefined>>

/** Looks up every token once. A lookup that fails leaves the token unknown. */
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

/** A contract chooses its symbol, so the symbol could pose as a part of the sentence around it. */
function isPlain({ symbol, decimals }: KnownToken): boolean {
  return /^[\w.₮$+-]{1,16}$/u.test(symbol) && Number.isInteger(decimals) && decimals >= 0 && decimals <= 77
}

/** An amount of a token in words, and whether the user can rely on it. */
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

/** A token without an amount: its symbol, or its contract, or both. */
export function tokenName(contract: string, tokens: Tokens): string {
  const token = tokens[contract]
  if (!token || token.unverified) return `tokens of the contract ${contract}`
  return token.configured ? token.symbol : `${token.symbol} (token ${contract})`
}
