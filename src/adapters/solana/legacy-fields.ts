import { base58 } from '@scure/base'
import { compactCount, invalidTransaction, readTransaction } from './wire.ts'

/**
 * Returns the parts of a legacy transaction in the format that older WalletConnect wallets read instead of the bytes (S3.5.5.6).
 * Returns undefined for a transaction of version 0.
 * @throws `validation/invalid-input` for bytes that aren't a transaction.
 */
export function legacyFields(wire: Uint8Array) {
  const { version, message, signers } = readTransaction(wire)
  if (version !== 'legacy') return undefined
  let at = 0
  const take = (length: number) => {
    const part = message.slice(at, at + length)
    if (part.length < length) throw invalidTransaction()
    at += length
    return part
  }
  const list = <T>(each: () => T): T[] => {
    const read = compactCount(message, at)
    if (!read) throw invalidTransaction()
    at = read.end
    return Array.from({ length: read.count }, each)
  }
  const byte = () => take(1)[0] ?? 0
  const [required = 0, readonlySigners = 0, readonlyOthers = 0] = take(3)
  const addresses = list(() => base58.encode(take(32)))
  const recentBlockhash = base58.encode(take(32))
  const key = (index: number) => {
    const pubkey = addresses[index]
    if (pubkey === undefined) throw invalidTransaction()
    const isSigner = index < required
    const writable = isSigner ? required - readonlySigners : addresses.length - readonlyOthers
    return { isSigner, isWritable: index < writable, pubkey }
  }
  const instructions = list(() => {
    const programId = key(byte()).pubkey
    const keys = list(() => key(byte()))
    return { programId, keys, data: base58.encode(Uint8Array.from(list(byte))) }
  })
  return { feePayer: signers[0], instructions, recentBlockhash }
}
