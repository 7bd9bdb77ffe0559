import { walletBounds } from '../wallet-limits.ts'

/**
 * The name of a wallet as a list may show it: no character that is not seen or that turns the text around, every blank a plain
 * one, at most two marks on a letter, 64 characters. Empty: there is no name. Facts 5.5: one wallet is shown under another.
 */
export function shownName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const seen = name
    .slice(0, walletBounds.nameLength * 4)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u115f\u1160\u3164\uffa0\u2800]/gu, '')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
  const text = [...seen].slice(0, walletBounds.nameLength).join('').trim()
  return text === 'Trust' ? 'Trust Wallet' : text
}
