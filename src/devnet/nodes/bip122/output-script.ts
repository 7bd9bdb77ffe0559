/** bitcoind's names of script types. */
export type OutputKind =
  | 'pubkey'
  | 'pubkeyhash'
  | 'scripthash'
  | 'nulldata'
  | 'witness_v0_keyhash'
  | 'witness_v0_scripthash'
  | 'witness_v1_taproot'
  | 'witness_unknown'
  | 'anchor'
  | 'nonstandard'

export interface OutputScript {
  readonly kind: OutputKind
  /** The hash, key, witness program or data in the script. */
  readonly content: Uint8Array
  /** The version of a witness program (BIP-141). */
  readonly version?: number | undefined
}

const op = {
  return: 0x6a,
  dup: 0x76,
  hash160: 0xa9,
  equal: 0x87,
  equalVerify: 0x88,
  checkSig: 0xac,
  one: 0x51,
  sixteen: 0x60,
} as const
/** An output that anyone can spend (pay-to-anchor). */
const anchor = '4e73'

export function readOutputScript(script: Uint8Array): OutputScript {
  const at = (index: number) => script.at(index)
  const { length } = script
  if (length === 25 && at(0) === op.dup && at(1) === op.hash160 && at(2) === 20)
    if (at(23) === op.equalVerify && at(24) === op.checkSig)
      return { kind: 'pubkeyhash', content: script.subarray(3, 23) }
  if (length === 23 && at(0) === op.hash160 && at(1) === 20 && at(22) === op.equal)
    return { kind: 'scripthash', content: script.subarray(2, 22) }
  if ((length === 35 || length === 67) && at(0) === length - 2 && at(-1) === op.checkSig)
    return { kind: 'pubkey', content: script.subarray(1, -1) }
  if (at(0) === op.return) return { kind: 'nulldata', content: script.subarray(1) }
  const version = witnessVersion(script)
  if (version === undefined) return { kind: 'nonstandard', content: script }
  const content = script.subarray(2)
  return { kind: witnessKind(version, content), content, version }
}

/** A witness program is a small number and one push of 2 to 40 bytes (BIP-141). */
function witnessVersion(script: Uint8Array): number | undefined {
  const [first = 0xff, size] = script
  if (script.length < 4 || script.length > 42 || size !== script.length - 2) return undefined
  if (first === 0) return 0
  return first >= op.one && first <= op.sixteen ? first - op.one + 1 : undefined
}

function witnessKind(version: number, program: Uint8Array): OutputKind {
  const { length } = program
  if (version === 0)
    return length === 20 ? 'witness_v0_keyhash' : length === 32 ? 'witness_v0_scripthash' : 'nonstandard'
  if (version === 1 && length === 32) return 'witness_v1_taproot'
  return version === 1 && Buffer.from(program).toString('hex') === anchor ? 'anchor' : 'witness_unknown'
}
