import { sha256 } from '@noble/hashes/sha2'
import { base64 } from '@scure/base'
import { Transaction } from 'bitcoinjs-lib'
import { parseAddress } from '../address.ts'
import { hash160 } from '../message-signature.ts'
import { readWitness } from '../witness.ts'
import { isSpendSigned } from './spend.ts'

/**
 * Verifies a BIP-322 signature in the simple format. The prefix `smp` is optional, because older signers omit it. Returns false
 * for malformed input.
 */
export function verifyBip322(address: string, message: string | Uint8Array, signature: string): boolean {
  if (![address, signature].every((text) => typeof text === 'string') || !isMessage(message)) return false
  const { kind, script } = parseAddress(address) ?? {}
  const witness = readWitness(decoded(signature.replace(/^smp/, '')))
  if (!script || !witness || witness.length === 0) return false
  const transaction = toSign(script, message)
  transaction.setWitness(0, [...witness])
  const [, key] = witness
  // The simple format omits the input's script. For P2WPKH inside P2SH, the script can be derived from the key.
  if (kind === 'p2sh' && key) transaction.setInputScript(0, Uint8Array.from([22, 0, 20, ...hash160(key)]))
  return isSpendSigned(transaction, 0, [{ script, value: 0n }])
}

/**
 * Creates the virtual transaction `to_spend` of BIP-322. Its only output pays the address, and its input contains the hash of the
 * message.
 */
export function toSpend(script: Uint8Array, message: string | Uint8Array): Transaction {
  const transaction = new Transaction()
  transaction.version = 0
  const commitment = Uint8Array.from([0, 32, ...messageHash(message)])
  transaction.addInput(new Uint8Array(32), 0xffffffff, 0, commitment)
  transaction.addOutput(script, 0n)
  return transaction
}

/** Creates the virtual transaction `to_sign` of BIP-322, which spends `to_spend`. The wallet signs this transaction. */
export function toSign(script: Uint8Array, message: string | Uint8Array): Transaction {
  const transaction = new Transaction()
  transaction.version = 0
  transaction.addInput(toSpend(script, message).getHash(), 0, 0)
  transaction.addOutput(Uint8Array.from([0x6a]), 0n)
  return transaction
}

/** Returns the tagged hash of a message (BIP-340). */
export function messageHash(message: string | Uint8Array): Uint8Array {
  const tag = sha256('BIP0322-signed-message')
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  return sha256(Uint8Array.from([...tag, ...tag, ...bytes]))
}

/** Checks the type of the message, because hosts may pass unchecked data. */
function isMessage(message: unknown): boolean {
  return typeof message === 'string' || message instanceof Uint8Array
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
