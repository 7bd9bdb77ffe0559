import { member } from './member.ts'

/** The kinds of wallets that there are beside wallet-standard, named after the wallet that had it first. */
export const bitcoinDialects = ['unisat', 'sats-connect', 'leather'] as const
export type BitcoinDialectName = (typeof bitcoinDialects)[number]

/** Whether the object looks like a wallet of that kind. */
export function hasDialect(provider: unknown, dialect: BitcoinDialectName): provider is object {
  return typeof member(provider, dialect === 'unisat' ? 'requestAccounts' : 'request') === 'function'
}
