const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Returns the public key in an SS58 address, as 64 hex digits. Returns undefined if the value can't be such an address. Compare
 * accounts by their keys, because Subscan can write the address of an account with another prefix. The checksum isn't checked,
 * because the key alone identifies the account.
 */
export function accountKey(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(address)) return undefined
  const value = [...address].reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n)
  // The parts are a prefix of one or two bytes, the key, and a checksum of two bytes.
  return value.toString(16).padStart(70, '0').slice(-68, -4)
}
