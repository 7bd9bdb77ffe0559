import type { ScriptKind } from './address.ts'

/** Weights in units of BIP-141: four to a virtual byte. Witness bytes count once, all others four times. */

/** Version, lock time, the two counts and, for the segwit form, its marker. */
export function overheadWeight(inputs: number, outputs: number): number {
  return 4 * (4 + 4 + countLength(inputs) + countLength(outputs)) + 2
}

/** 32 + 4 bytes name the coin and 4 are the sequence; then come script and witness with the longest possible signature. */
const spends: Readonly<Partial<Record<ScriptKind, number>>> = {
  // Script: 1 + 1 + 72 + 1 + 33; the empty witness of a segwit transaction's other inputs counts one.
  p2pkh: 4 * (40 + 1 + 107) + 1,
  // Script: 1 + 1 + 22, what P2WPKH looks like inside P2SH, the only kind that a single key spends.
  p2sh: 4 * (40 + 1 + 23) + 108,
  // Witness: 1 + 1 + 72 + 1 + 33.
  p2wpkh: 4 * (40 + 1) + 108,
  // Witness: 1 + 1 + 64.
  p2tr: 4 * (40 + 1) + 66,
}

/** Undefined for a script that is not known to be spent by a single key. */
export function inputWeight(kind: ScriptKind): number | undefined {
  return spends[kind]
}

export function outputWeight(script: Uint8Array): number {
  return 4 * (8 + countLength(script.length) + script.length)
}

/**
 * The least that an output may hold, in sats, for nodes to pass it on: what spending it would cost at 3 sats a virtual byte.
 * Bitcoin Core, `GetDustThreshold`.
 */
export function dustLimit(script: Uint8Array): bigint {
  const [version = 0xff, length = 0] = script
  const witness = (version === 0 || (version >= 0x51 && version <= 0x60)) && length === script.length - 2
  return 3n * BigInt(outputWeight(script) / 4 + (witness ? 67 : 148))
}

/** The number of bytes of a compact size. */
function countLength(count: number): number {
  return count < 0xfd ? 1 : count <= 0xffff ? 3 : 5
}
