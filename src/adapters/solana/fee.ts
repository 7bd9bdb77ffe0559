import { base58 } from '@scure/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { readTransaction } from './wire.ts'

/** The fee per signature on every cluster, in lamports. */
const perSignature = 5000n
/** The compute units per instruction in a transaction without a limit. */
const usualUnits = 200_000n
/**
 * The compute units of a compute budget instruction (SIMD-0170). The units of other builtin programs differ between clusters. So
 * these programs count as 200,000 units, which is never too low.
 */
const budgetUnits = 3_000n
const mostUnits = 1_400_000n

const computeBudget = 'ComputeBudget111111111111111111111111111111'
/**
 * The programs that verify signatures. The network charges these signatures like signatures of the transaction. The first data
 * byte is the number of signatures.
 */
const signatureChecks: readonly string[] = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]

/**
 * Returns the highest fee of a transaction in lamports, without rent. Computes the fee from the transaction's bytes alone.
 * @throws `validation/invalid-input` for bytes that aren't a transaction.
 */
export function feeOf(wire: Uint8Array): bigint {
  const { message, version, signers } = readTransaction(wire)
  const bytes = new Cursor(message, version === 0 ? 4 : 3)
  const keys = bytes.list(() => base58.encode(bytes.take(32)))
  bytes.take(32)
  let signatures = BigInt(signers.length)
  let usual = 0n
  let limit: bigint | undefined
  let price = 0n
  bytes.list(() => {
    const program = keys[bytes.byte()] ?? ''
    bytes.take(bytes.count())
    const data = bytes.take(bytes.count())
    const [kind] = data
    usual += program === computeBudget ? budgetUnits : usualUnits
    if (signatureChecks.includes(program)) signatures += BigInt(kind ?? 0)
    if (program !== computeBudget) return
    // The network rejects truncated instructions, so ignore them here.
    if (kind === 2 && data.length >= 5) limit = littleEndian(data.subarray(1, 5))
    if (kind === 3 && data.length >= 9) price = littleEndian(data.subarray(1, 9))
  })
  const wanted = limit ?? usual
  const units = wanted < mostUnits ? wanted : mostUnits
  return signatures * perSignature + (units * price + 999_999n) / 1_000_000n
}

class Cursor {
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  take(length: number): Uint8Array {
    this.#at += length
    if (this.#at <= this.#bytes.length) return this.#bytes.subarray(this.#at - length, this.#at)
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'transaction', reason: 'its instructions are truncated' },
    })
  }

  byte(): number {
    return this.take(1)[0] ?? 0
  }

  /** Reads a compact-u16: seven bits per byte, the lowest bits first. */
  count(): number {
    let count = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte()
      count |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    return count
  }

  list<T>(read: () => T): readonly T[] {
    return Array.from({ length: this.count() }, read)
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
}
