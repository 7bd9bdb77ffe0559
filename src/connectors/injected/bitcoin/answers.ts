import { comparableAddress } from '../../../core/chain/address.ts'
import { bitcoinNetworkNamed } from '../../../core/chain/bip122.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AccountRecord } from '../../../core/wallet/connection.ts'
import { mostAccounts } from '../../../core/wallet-limits.ts'

export function invalidAnswer(method: string, expected: string) {
  return latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}

/** Matches a possible address. The adapter verifies the checksum and drops invalid addresses. */
const address = /^[A-Za-z0-9]{14,90}$/
const publicKey = /^([0-9a-f]{64}|0[23][0-9a-f]{64})$/i

/** Returns the account, or undefined if `text` can't be an address. */
export function accountRecord(
  text: unknown,
  type: 'payment' | 'ordinal',
  key?: unknown,
): AccountRecord<'bip122'> | undefined {
  if (typeof text !== 'string' || !address.test(text)) return undefined
  const known = typeof key === 'string' && publicKey.test(key)
  return { namespace: 'bip122', address: text, type, ...(known && { publicKey: key.toLowerCase() }) }
}

/**
 * Returns the accounts without duplicates.
 * @throws `wallet/invalid-answer` if an entry isn't an account.
 */
export function accountList(
  records: readonly (AccountRecord<'bip122'> | undefined)[],
  method: string,
): readonly AccountRecord<'bip122'>[] {
  const found = new Map<string, AccountRecord<'bip122'>>()
  for (const record of records.slice(0, mostAccounts)) {
    if (!record) throw invalidAnswer(method, 'a list of addresses')
    const key = comparableAddress('bip122', record.address)
    if (!found.has(key)) found.set(key, record)
  }
  return [...found.values()]
}

/**
 * Returns the network that a wallet reports by name. The reference of a network that isn't listed, such as Fractal Bitcoin, is
 * its name, so that it differs from all listed networks. Returns undefined if the wallet reports no name, or a name that can't be
 * a CAIP-2 reference.
 */
export function reportedNetwork(name: unknown): CaipNetworkId<'bip122'> | undefined {
  const reference = typeof name === 'string' ? name.replace(/^bitcoin:/i, '') : ''
  return bitcoinNetworkNamed(name) ?? (/^[-\w]{1,32}$/.test(reference) ? `bip122:${reference}` : undefined)
}

/** Converts base64 to hex. Some wallets require hex for PSBTs. */
export function hexFromBase64(text: string): string {
  return Array.from(atob(text), (each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

/** Converts hex to base64. Returns undefined for a text that isn't hex. */
export function base64FromHex(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})+$/i.test(text)) return undefined
  const bytes = text.match(/../g) ?? []
  return btoa(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''))
}
