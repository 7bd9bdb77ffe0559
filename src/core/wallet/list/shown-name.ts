import { longestWalletName } from '../../wallet-limits.ts'

/**
 * Cleans a wallet's name for display. The result has no invisible or bidirectional characters, only plain spaces, at most two
 * marks per letter, and at most 64 characters. Returns an empty text if the wallet has no name. "Trust" becomes "Trust Wallet"
 * (S3.5.5).
 */
export function shownName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const seen = name
    .slice(0, longestWalletName * 4)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u115f\u1160\u3164\uffa0\u2800]/gu, '')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
  const text = [...seen].slice(0, longestWalletName).join('').trim()
  return text === 'Trust' ? 'Trust Wallet' : text
}
