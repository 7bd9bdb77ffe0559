import { resolve } from 'node:path'
import { invalid } from '../output/cli-error.ts'

/** How the user names a wallet. A reference says where the key is, but never contains the key. So it can be stored and printed. */
export type WalletReference =
  | { readonly kind: 'dev'; readonly name: string; readonly text: string }
  | { readonly kind: 'keystore'; readonly file: string; readonly text: string }
  | { readonly kind: 'walletconnect'; readonly text: string }
  | { readonly kind: 'key'; readonly source: KeySource; readonly text: string }

export type KeySource =
  | { readonly from: 'file'; readonly file: string }
  | { readonly from: 'env'; readonly name: string }
  | { readonly from: 'stdin' }

/** The reference of all WalletConnect wallets. */
export const relayed = 'walletconnect'

/** Returns whether the text names the embedded wallet, which works only in `check`. */
export function isEmbedded(text: string | undefined): boolean {
  return text !== undefined && /^embedded$/i.test(text.trim())
}

/** Returns the text that names a wallet on screen. Adds the name that a WalletConnect wallet reports. */
export function walletLabel(reference: string, name: string | undefined): string {
  return name === undefined ? reference : `${reference} (${name})`
}

/** Matches 32 bytes of hex, a base58 key (WIF, Solana), a Solana keypair as a list of numbers, and a phrase of twelve words or more. */
const secret =
  /(^|:)((0x)?[0-9a-f]{64}|[KLc5][1-9A-HJ-NP-Za-km-z]{50,51}|[1-9A-HJ-NP-Za-km-z]{87,88}|\[?(\s*\d{1,3}\s*,){31,}[\d\s]*\]?|([a-z]+ +){11,}[a-z]+)$/i

const forms = 'Use dev:<name>, keystore:<file>, key:<file>, key:env:<NAME>, key:- or walletconnect.'

/** Reads the value of `--wallet`. @throws a usage error. If the user typed a key instead of a name, the error doesn't quote the key. */
export function parseWallet(text: string, field = 'wallet'): WalletReference {
  if (secret.test(text.trim()))
    throw invalid(field, 'is a key: a key is never given as an argument, where other users can see it', forms)
  if (/^walletconnect$/i.test(text.trim())) return { kind: relayed, text: relayed }
  if (isEmbedded(text))
    throw invalid(field, 'the embedded wallet works only in a check', 'latchkey check --wallet embedded')
  const at = text.indexOf(':')
  const kind = text.slice(0, Math.max(at, 0))
  const rest = text.slice(at + 1)
  if (at < 0 || rest === '') throw invalid(field, `"${text}" does not name a wallet`, forms)
  if (kind === 'dev') return { kind, name: rest.toLowerCase(), text: `dev:${rest.toLowerCase()}` }
  if (kind === 'keystore') return { kind, file: resolve(rest), text: `keystore:${resolve(rest)}` }
  if (kind !== 'key') throw invalid(field, `"${kind}" is not a kind of wallet`, forms)
  const source = keySource(rest, field)
  const name = source.from === 'file' ? source.file : rest
  return { kind, source, text: `key:${name}` }
}

function keySource(text: string, field: string): KeySource {
  if (text === '-') return { from: 'stdin' }
  if (!text.startsWith('env:')) return { from: 'file', file: resolve(text) }
  const name = text.slice('env:'.length)
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw invalid(field, `"${name}" is not the name of an environment variable`)
  return { from: 'env', name }
}
