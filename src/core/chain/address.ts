import type { ChainNamespace } from './namespace.ts'

/**
 * The address formats, without the checksums, which adapters verify. eip155 and solana follow S1.5. polkadot: SS58 of a 32-byte
 * account. bip122: Base58Check or bech32. cosmos: bech32 of 20 or 32 bytes with any prefix. Bech32 must not mix upper and lower
 * case.
 */
const formats: Readonly<Record<ChainNamespace, RegExp>> = {
  eip155: /^(0x)?[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  polkadot: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
  bip122:
    /^([1-9A-HJ-NP-Za-km-z]{26,35}|[a-z]{2,4}1[02-9ac-hj-np-z]{11,87}|[A-Z]{2,4}1[02-9AC-HJ-NP-Z]{11,87})$/,
  cosmos:
    /^([a-z][a-z0-9]{0,82}1([02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})|[A-Z][A-Z0-9]{0,82}1([02-9AC-HJ-NP-Z]{38}|[02-9AC-HJ-NP-Z]{58}))$/,
}

/**
 * Returns whether the text has the format of an address of the family. The check doesn't show that anyone holds the address's
 * key.
 */
export function isAddressFormat(namespace: ChainNamespace, address: string): boolean {
  return formats[namespace].test(address)
}

const upperBech32: Readonly<Partial<Record<ChainNamespace, RegExp>>> = {
  bip122: /^[A-Z]{2,4}1[02-9AC-HJ-NP-Z]{11,87}$/,
  cosmos: /^[A-Z][A-Z0-9]{0,82}1[02-9AC-HJ-NP-Z]{38,58}$/,
}

/**
 * Returns a bech32 address in lower case, which is the preferred form. A QR code may contain the address in upper case (BIP-173).
 * Returns any other text unchanged.
 */
export function lowerBech32(namespace: ChainNamespace, address: string): string {
  return upperBech32[namespace]?.test(address) ? address.toLowerCase() : address
}

/**
 * Returns the form in which addresses are compared. Spellings of one address that differ only in upper and lower case, or in the
 * `0x` of eip155, have the same form. For polkadot, compare only addresses of one network.
 */
export function comparableAddress(namespace: ChainNamespace, address: string): string {
  return namespace === 'eip155'
    ? address.toLowerCase().replace(/^(?!0x)/, '0x')
    : lowerBech32(namespace, address)
}
