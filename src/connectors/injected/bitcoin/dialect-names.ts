import { member } from './member.ts'

/** The interfaces that Bitcoin wallets have beside wallet-standard, each named after the wallet that had it first. */
export const bitcoinDialects = ['unisat', 'sats-connect', 'leather', 'okx'] as const
export type BitcoinDialectName = (typeof bitcoinDialects)[number]

/** For each interface, a function by which it is recognised. */
const telling: Readonly<Record<BitcoinDialectName, string>> = {
  unisat: 'requestAccounts',
  'sats-connect': 'request',
  leather: 'request',
  okx: 'connect',
}

/** Whether the object has the interface. */
export function hasDialect(provider: unknown, dialect: BitcoinDialectName): provider is object {
  return typeof member(provider, telling[dialect]) === 'function'
}
