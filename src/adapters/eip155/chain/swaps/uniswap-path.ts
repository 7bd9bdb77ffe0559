import type { Hex } from '../../../../core/chain/caip.ts'
import { refused } from './decode.ts'

/**
 * Matches a path: a token of 20 bytes, and then for each pool a fee of 3 bytes and the next token.
 */
const pathFormat = /^0x[\da-f]{40}([\da-f]{46})+$/i

/** Returns the tokens of a V3 path, from the first to the last. @throws `swap/mismatch` */
export function tokensOf(path: Hex): readonly Hex[] {
  if (!pathFormat.test(path)) throw refused('route', 'the path is invalid')
  const digits = path.slice(2)
  const tokens: Hex[] = []
  for (let at = 0; at < digits.length; at += 46) tokens.push(`0x${digits.slice(at, at + 40)}`)
  return tokens
}
