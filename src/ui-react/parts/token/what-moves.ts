import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import { exactIn } from '../../language/amount.ts'
import { clip } from '../row.tsx'

/** What a transfer moves: the exact amount of a token, or the name of an NFT. */
export function whatMoves(tag: string, token: TokenBalance, amount: bigint): string {
  if (token.nft) return clip(token.name)
  return `${exactIn(tag, { ...token.amount, value: amount })} ${clip(token.amount.symbol)}`
}
