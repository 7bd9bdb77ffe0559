import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { bech32 } from '@scure/base'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** Validators, consensus keys and public keys are bech32 of the same length too, but nobody can spend from them. */
const noAccount = /(valoper|valcons|pub)$/

/**
 * The normal form of an account's address, in small letters. Undefined for a text that is no address: it must be bech32 (not
 * bech32m) of 20 or 32 bytes, in one case, and have the prefix of the network where one is named.
 */
export function normalizeAddress(text: string, network?: ChainNetwork<'cosmos'>): string | undefined {
  const decoded = bech32.decodeUnsafe(text)
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  if (!decoded || !bytes || noAccount.test(decoded.prefix)) return undefined
  if (bytes.length !== 20 && bytes.length !== 32) return undefined
  const expected = network?.cosmos?.bech32Prefix
  return expected === undefined || expected === decoded.prefix ? text.toLowerCase() : undefined
}

/** The address of a compressed secp256k1 key (ADR-28: RIPEMD-160 of SHA-256). */
export function addressOfKey(publicKey: Uint8Array, bech32Prefix: string): string {
  return bech32.encode(bech32Prefix, bech32.toWords(ripemd160(sha256(publicKey))))
}

/** @throws `validation/invalid-address` for a text that is no account of the network. */
export function receiverAddress(text: string, network: ChainNetwork<'cosmos'>): string {
  const address = typeof text === 'string' ? normalizeAddress(text, network) : undefined
  if (address) return address
  throw latchkeyError('validation/invalid-address', {
    values: { reason: `${JSON.stringify(text)} is no account of ${network.name}` },
  })
}
