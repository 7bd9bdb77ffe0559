/** The parts of a transaction. The transaction may be invalid, so no library can build it. */
export interface Draft {
  version: number
  inputs: DraftInput[]
  outputs: { value: bigint; script: Uint8Array }[]
  locktime: number
}
export interface DraftInput {
  txid: string
  vout: number
  sequence: number
  script: Uint8Array
  witness: Uint8Array[]
}

/** Encodes a transaction (BIP-144) without a library. */
export function serialize(draft: Draft, withWitness = true): Buffer {
  const { version, inputs, outputs, locktime } = draft
  const witnessed = withWitness && inputs.some(({ witness }) => witness.length > 0)
  return Buffer.concat([
    uint32(version),
    witnessed ? Uint8Array.from([0, 1]) : none,
    size(inputs.length),
    ...inputs.flatMap(({ txid, vout, script, sequence }) => [
      Buffer.from(txid, 'hex').reverse(),
      uint32(vout),
      sized(script),
      uint32(sequence),
    ]),
    size(outputs.length),
    ...outputs.flatMap(({ value, script }) => [int64(value), sized(script)]),
    ...(witnessed
      ? inputs.flatMap(({ witness }) => [size(witness.length), ...witness.map((each) => sized(each))])
      : []),
    uint32(locktime),
  ])
}

/** Returns a transaction's size in virtual bytes. */
export function virtualSize(draft: Draft): bigint {
  const weight = serialize(draft, false).length * 3 + serialize(draft).length
  return BigInt(Math.ceil(weight / 4))
}

const none = new Uint8Array(0)

function size(count: number): Buffer {
  if (count < 0xfd) return Buffer.from([count])
  return Buffer.from([0xfd, count & 0xff, count >> 8])
}
function sized(bytes: Uint8Array): Buffer {
  return Buffer.concat([size(bytes.length), bytes])
}
function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(value)
  return bytes
}
