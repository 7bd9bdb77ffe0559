import { member } from './member.ts'

/** The kinds of wallets that there are beside wallet-standard, named after the wallet that had it first. */
export const bitcoinDialects = ['unisat', 'sats-connect', 'leather', 'okx'] as const
export type BitcoinDialectName = (typeof bitcoinDialects)[number]

/** A function that each of them has, and the others lack or do not need. */
const telling: Readonly<Record<BitcoinDialectName, string>> = {
  unisat: 'requestAccounts',
  'sats-connect': 'request',
  leather: 'request',
  okx: 'connect',
}

/** Whether the object looks like a wallet of that kind. */
export function hasDialect(provider: unknown, dialect: BitcoinDialectName): provider is object {
  return typeof member(provider, telling[dialect]) === 'function'
}
