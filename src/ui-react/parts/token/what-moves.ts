import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import { exactIn } from '../../language/amount.ts'
import { clip } from '../row.tsx'

/**
 * Describes what a transfer moves: the exact amount of a token, or the name of an NFT. If several copies of the NFT move, adds
 * how many.
 */
export function whatMoves(tag: string, token: TokenBalance, amount: bigint): string {
  if (token.nft)
    return amount > 1n
      ? `${clip(token.name)} ×${exactIn(tag, { decimals: 0, value: amount })}`
      : clip(token.name)
  return `${exactIn(tag, { ...token.amount, value: amount })} ${clip(token.amount.symbol)}`
}
