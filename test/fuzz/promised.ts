import { parseEther, parseUnits } from 'ethers'
import type { Described } from 'latchkey/wallets'

/** The maximum that an account loses, according to the sentences of the approval. */
export interface Promised {
  readonly coins: bigint
  readonly tokens: bigint
  /** The amounts of the token that others may spend, by spender. */
  readonly allowed: ReadonlyMap<string, bigint>
}

type Effects = Described['effects']

const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n)
/** Returns the numbers that a pattern finds in the sentences, one for each match. */
const found = (effects: Effects, pattern: RegExp, read: (text: string) => bigint) =>
  effects.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => read(match[1]!)))
const saysUnknown = (effects: Effects) => effects.some(({ danger }) => danger === 'unknown')

/**
 * Reads the maximum loss from the sentences of an approval. Returns undefined if the sentences say that the
 * loss isn't known.
 */
export function promisedEip155(effects: Effects, token: string): Promised | undefined {
  if (saysUnknown(effects)) return undefined
  const unit = `of the smallest unit of the token ${token.toLowerCase()} `
  return {
    coins: sum(found(effects, /(?:^|: )(?:Send|Create a contract .* with) (\S+) ETH/g, parseEther)),
    tokens: sum(found(effects, new RegExp(`(?:Send|Destroy) (\\d+) ${unit}`, 'g'), BigInt)),
    allowed: new Map(
      effects.flatMap(({ text }) => {
        const [, spender, amount] =
          new RegExp(`Allow (0x\\w+) to spend (?:(\\d+) ${unit}|(?:practically )?unlimited)`).exec(text) ?? []
        return spender === undefined ? [] : [[spender, amount === undefined ? 2n ** 256n : BigInt(amount)]]
      }),
    ),
  }
}

/** Reads the maximum loss from the sentences of a solana approval. The tokens are in one token account. */
export function promisedSolana(effects: Effects, source: string, decimals: number): Promised | undefined {
  if (saysUnknown(effects)) return undefined
  const mine = effects.filter(({ text }) => text.includes(` the token account ${source}`))
  const read = (text: string) => parseUnits(text, decimals)
  return {
    coins: sum(found(effects, /(?:^Send|with) (\S+) SOL(?: to |$)/g, (text) => parseUnits(text, 9))),
    tokens: sum([
      ...found(mine, /^(?:Send|Destroy) (\d+) of the smallest unit/g, BigInt),
      ...found(mine, /^(?:Send|Destroy) (\S+) of the token /g, read),
    ]),
    allowed: new Map(),
  }
}
