import { sha256 } from '@noble/hashes/sha2'
import { type ParsedAddress, parseAddress } from '../../adapters/bip122/address.ts'
import { hash160 } from '../../adapters/bip122/message-signature.ts'
import { compactSize } from '../../core/compact-size.ts'
import { verifyBip322 } from './bip322.ts'
import { fromBase64, isSameBytes, join, utf8 } from './bytes.ts'
import type { Verify } from './proof.ts'
import { recoverKey, uncompressed } from './secp256k1.ts'

/** Verifies a BIP-322 signature, or a legacy signature (BIP-137). */
export const verifyBip122: Verify = ({ text, signature, scheme, address }) => {
  const [, prefix = '', body = ''] = /^(smp|ful)?(.*)$/s.exec(signature) ?? []
  const bytes = fromBase64(body)
  const account = parseAddress(address)
  if (!bytes || !account) return false
  const may = (name: string) => scheme === undefined || scheme === name
  if (may('ecdsa') && prefix === '' && isRecovered(account, utf8(text), bytes)) return true
  if (!may('bip322')) return false
  const forms = prefix === 'smp' ? (['simple'] as const) : prefix === 'ful' ? (['full'] as const) : both
  return forms.some((form) => verifyBip322(account, utf8(text), bytes, form))
}

/** The forms to try for an older signature, which has no prefix that names the form. */
const both = ['simple', 'full'] as const

/**
 * Verifies a legacy signature. It has 65 bytes: a header, then r and s. The recovered key must match the address. Headers from 35
 * on also encode the address type, but many wallets use the P2PKH header for all types.
 */
function isRecovered({ kind, program }: ParsedAddress, message: Uint8Array, signature: Uint8Array): boolean {
  const header = (signature[0] ?? 0) - 27
  const named = [['p2pkh'], ['p2pkh', 'p2sh', 'p2wpkh'], ['p2sh'], ['p2wpkh']][header >> 2]
  if (signature.length !== 65 || header < 0 || !named?.includes(kind)) return false
  const preamble = utf8('\x18Bitcoin Signed Message:\n')
  const hash = sha256(sha256(join(preamble, compactSize(message.length), message)))
  const compressed = recoverKey(hash, signature.subarray(1), header & 3)
  const key = compressed && (header < 4 ? uncompressed(compressed) : compressed)
  if (!key) return false
  const keyHash = hash160(key)
  return isSameBytes(kind === 'p2sh' ? hash160(join([0, 20], keyHash)) : keyHash, program)
}
