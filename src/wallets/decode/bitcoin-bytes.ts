import { Bytes } from './bytes.ts'

/** The first bytes of a PSBT (BIP-174): `psbt` and 0xff. */
const psbtMagic = [0x70, 0x73, 0x62, 0x74, 0xff]

/**
 * Returns whether bytes are a PSBT or a Bitcoin transaction, with or without witnesses. The `to_sign` of BIP-322 is such a
 * transaction.
 */
export function isBitcoinTransaction(bytes: Uint8Array): boolean {
  if (psbtMagic.every((byte, at) => bytes[at] === byte)) return true
  return [false, true].some((segwit) => {
    try {
      readTransaction(new Bytes(bytes, 'transaction'), segwit)
      return true
    } catch {
      return false
    }
  })
}

function readTransaction(bytes: Bytes, segwit: boolean): void {
  bytes.take(4, 'version')
  // The marker and flag of segwit (BIP-144).
  if (segwit && (bytes.byte('marker') !== 0 || bytes.byte('flag') === 0)) throw new RangeError('no marker')
  const inputs = size(bytes)
  if (inputs === 0) throw new RangeError('nothing is spent')
  for (let at = 0; at < inputs; at++) {
    bytes.take(36, 'outpoint')
    bytes.take(size(bytes), 'script')
    bytes.take(4, 'sequence')
  }
  const outputs = size(bytes)
  for (let at = 0; at < outputs; at++) {
    bytes.take(8, 'amount')
    bytes.take(size(bytes), 'script')
  }
  for (let at = 0; segwit && at < inputs; at++) {
    const items = size(bytes)
    for (let each = 0; each < items; each++) bytes.take(size(bytes), 'witness')
  }
  bytes.take(4, 'locktime')
  bytes.end()
}

/** Reads a number in Bitcoin's CompactSize encoding. */
function size(bytes: Bytes): number {
  const first = bytes.byte('size')
  const width = first < 0xfd ? 0 : 2 ** (first - 0xfc)
  return width === 0 ? first : bytes.take(width, 'size').reduceRight((sum, byte) => sum * 256 + byte, 0)
}
