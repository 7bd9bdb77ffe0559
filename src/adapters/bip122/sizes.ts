import type { ScriptKind } from './address.ts'

/**
 * All sizes are in weight units (BIP-141). Four units are one virtual byte. A witness byte counts one unit, any other byte counts
 * four.
 */

/**
 * Returns the weight of a transaction without its inputs and outputs: version, lock time, the two counts, and the segwit marker
 * and flag.
 */
export function overheadWeight(inputs: number, outputs: number): number {
  return 4 * (4 + 4 + countLength(inputs) + countLength(outputs)) + 2
}

/**
 * The weight of an input: 36 bytes of outpoint and 4 of sequence, then script and witness with the longest possible signature.
 */
const spends: Readonly<Partial<Record<ScriptKind, number>>> = {
  // Script: 1 + 1 + 72 + 1 + 33. One more unit for the empty witness, which is needed if other inputs are segwit.
  p2pkh: 4 * (40 + 1 + 107) + 1,
  // Script: 1 + 1 + 22. This is P2WPKH inside P2SH, the only supported form of P2SH.
  p2sh: 4 * (40 + 1 + 23) + 108,
  // Witness: 1 + 1 + 72 + 1 + 33.
  p2wpkh: 4 * (40 + 1) + 108,
  // Witness: 1 + 1 + 64.
  p2tr: 4 * (40 + 1) + 66,
}

/** Returns the weight of an input. Returns undefined for scripts that a single key can't spend. */
export function inputWeight(kind: ScriptKind): number | undefined {
  return spends[kind]
}

export function outputWeight(script: Uint8Array): number {
  return 4 * (8 + countLength(script.length) + script.length)
}

/**
 * Returns the dust limit of an output, in sats: the cost of creating and spending the output at 3 sats per virtual byte. Nodes
 * don't relay smaller outputs (Bitcoin Core, `GetDustThreshold`).
 */
export function dustLimit(script: Uint8Array): bigint {
  const [version = 0xff, length = 0] = script
  const witness = (version === 0 || (version >= 0x51 && version <= 0x60)) && length === script.length - 2
  return 3n * BigInt(outputWeight(script) / 4 + (witness ? 67 : 148))
}

function countLength(count: number): number {
  return count < 0xfd ? 1 : count <= 0xffff ? 3 : 5
}
