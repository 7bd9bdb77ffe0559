import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { bech32 } from '@scure/base'
import { type CosmosChain, hasEthKeys } from '../../core/chain/cosmos.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/**
 * Matches the prefixes of validator addresses, consensus addresses and public keys. Such texts are
 * Bech32 too, and may be as long as an account's address, but they aren't accounts.
 */
const noAccount = /(valoper|valcons|pub)$/

/**
 * Normalizes an account's address to lower case. Returns undefined for text that isn't an address. An address must be Bech32 (not
 * Bech32m) of 20 or 32 bytes, without mixed case. If a network is given, the address must have the network's prefix.
 */
export function normalizeAddress(text: string, network?: ChainNetwork<'cosmos'>): string | undefined {
  const decoded = bech32.decodeUnsafe(text)
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  if (!decoded || !bytes || noAccount.test(decoded.prefix)) return undefined
  if (bytes.length !== 20 && bytes.length !== 32) return undefined
  const expected = network?.cosmos?.bech32Prefix
  return expected === undefined || expected === decoded.prefix ? text.toLowerCase() : undefined
}

/** Returns the address of a compressed secp256k1 public key (ADR-28: RIPEMD-160 of SHA-256). */
export function addressOfKey(publicKey: Uint8Array, bech32Prefix: string): string {
  return bech32.encode(bech32Prefix, bech32.toWords(ripemd160(sha256(publicKey))))
}

/** Returns the address of a compressed public key on a network. Returns undefined if an Ethereum-style key isn't on the curve. */
export async function accountOfKey(publicKey: Uint8Array, chain: CosmosChain): Promise<string | undefined> {
  if (!hasEthKeys(chain)) return addressOfKey(publicKey, chain.bech32Prefix)
  const account = (await import('./eth-key.ts')).ethAccountOf(publicKey)
  return account && bech32.encode(chain.bech32Prefix, bech32.toWords(account))
}

/** @throws `validation/invalid-address` for text that isn't an account of the network. */
export function recipientAddress(text: string, network: ChainNetwork<'cosmos'>): string {
  const address = typeof text === 'string' ? normalizeAddress(text, network) : undefined
  if (address) return address
  throw latchkeyError('validation/invalid-address', {
    values: { reason: `${JSON.stringify(text)} isn't a valid account on ${network.name}` },
  })
}
