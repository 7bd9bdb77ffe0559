import type { ScriptKind } from './address.ts'

/** Sizes in weight units (BIP-141), four per virtual byte. A witness byte counts one unit, any other byte four. */

/** Returns the weight of everything but inputs and outputs: version, lock time, the two counts, and the segwit marker and flag. */
export function overheadWeight(inputs: number, outputs: number): number {
  return 4 * (4 + 4 + countLength(inputs) + countLength(outputs)) + 2
}

/** Each input: 36 bytes of outpoint and 4 of sequence, then script and witness with the longest possible signature. */
const spends: Readonly<Partial<Record<ScriptKind, number>>> = {
  // Script: 1 + 1 + 72 + 1 + 33. Plus one unit for the empty witness when other inputs are segwit.
  p2pkh: 4 * (40 + 1 + 107) + 1,
  // Script: 1 + 1 + 22, for P2WPKH inside P2SH, the only form that a single key spends.
  p2sh: 4 * (40 + 1 + 23) + 108,
  // Witness: 1 + 1 + 72 + 1 + 33.
  p2wpkh: 4 * (40 + 1) + 108,
  // Witness: 1 + 1 + 64.
  p2tr: 4 * (40 + 1) + 66,
}

/** The weight of an input; undefined for scripts that a single key doesn't spend. */
export function inputWeight(kind: ScriptKind): number | undefined {
  return spends[kind]
}

export function outputWeight(script: Uint8Array): number {
  return 4 * (8 + countLength(script.length) + script.length)
}

/**
 * The dust limit of an output, in sats: the cost to spend it at 3 sats per virtual byte. Nodes don't relay smaller outputs
 * (Bitcoin Core, `GetDustThreshold`).
 */
export function dustLimit(script: Uint8Array): bigint {
  const [version = 0xff, length = 0] = script
  const witness = (version === 0 || (version >= 0x51 && version <= 0x60)) && length === script.length - 2
  return 3n * BigInt(outputWeight(script) / 4 + (witness ? 67 : 148))
}

/** The length of a compact size, in bytes. */
function countLength(count: number): number {
  return count < 0xfd ? 1 : count <= 0xffff ? 3 : 5
}
