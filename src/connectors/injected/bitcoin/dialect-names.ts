import { member } from './member.ts'

/** The interfaces of Bitcoin wallets besides wallet-standard, each named after its first wallet. */
export const bitcoinDialects = ['unisat', 'sats-connect', 'leather', 'okx'] as const
export type BitcoinDialectName = (typeof bitcoinDialects)[number]

/** A method that an object with the interface must have. */
const distinctMethod: Readonly<Record<BitcoinDialectName, string>> = {
  unisat: 'requestAccounts',
  'sats-connect': 'request',
  leather: 'request',
  okx: 'connect',
}

/** Whether the object has the interface. */
export function hasDialect(provider: unknown, dialect: BitcoinDialectName): provider is object {
  return typeof member(provider, distinctMethod[dialect]) === 'function'
}
