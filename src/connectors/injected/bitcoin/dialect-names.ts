import { member } from './member.ts'

/** The interfaces of Bitcoin wallets, other than wallet-standard. Each is named after the wallet that introduced it. */
export const bitcoinDialects = ['unisat', 'sats-connect', 'leather', 'okx'] as const
export type BitcoinDialectName = (typeof bitcoinDialects)[number]

/** A method by which we recognize the interface. */
const distinctMethod: Readonly<Record<BitcoinDialectName, string>> = {
  unisat: 'requestAccounts',
  'sats-connect': 'request',
  leather: 'request',
  okx: 'connect',
}

/** Returns whether the object has the interface. */
export function hasDialect(provider: unknown, dialect: BitcoinDialectName): provider is object {
  return typeof member(provider, distinctMethod[dialect]) === 'function'
}
