import { member } from './member.ts'

/** The kinds of wallets that there are beside wallet-standard, by the name of who speaks so first. */
export const bitcoinDialects = ['unisat', 'sats-connect', 'leather'] as const
export type BitcoinDialectName = (typeof bitcoinDialects)[number]

/** Whether the object looks like a wallet of that kind. */
export function speaks(provider: unknown, dialect: BitcoinDialectName): provider is object {
  return typeof member(provider, dialect === 'unisat' ? 'requestAccounts' : 'request') === 'function'
}
