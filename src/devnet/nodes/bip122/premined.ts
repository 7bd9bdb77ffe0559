import { createHash } from 'node:crypto'
import { nonces } from './premined-nonces.ts'

/**
 * The first blocks of our private signet, whose challenge is OP_TRUE. A block needs about a second of proof of work, and
 * mined coins mature after 100 blocks. So the blocks are the same at every start. Only their nonces are stored; the rest is
 * computed.
 */

const genesis = {
  hash: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  time: 1_598_918_400,
}
const spacing = 600
const bits = 0x1e0377ae
/** The subsidy in sats before the first halving. */
const subsidy = 5_000_000_000n
/** The number of blocks that pay the named accounts; the others burn their subsidy. */
const paying = 2
const sharePerBlock = 250_000_000n

/** BIP-141: the witness commitment of a block with only a coinbase, which a signet requires. Its output burns the rest of the subsidy. */
const witnessCommitment = Buffer.concat([Buffer.from('6a24aa21a9ed', 'hex'), sha256d(Buffer.alloc(64))])

interface Coinbase {
  readonly id: Buffer
  readonly bytes: Buffer
}

/**
 * The blocks in hex, from height 1.
 * @param scripts The scripts that share the subsidy of the first blocks.
 */
export function preminedBlocks(scripts: readonly string[]): readonly string[] {
  let previous = reversed(genesis.hash)
  return nonces.map((nonce, index) => {
    const height = index + 1
    const coinbase = coinbaseTransaction(height, height <= paying ? scripts : [])
    const header = blockHeader(previous, coinbase, height, nonce)
    previous = sha256d(header)
    return Buffer.concat([header, Buffer.from([1]), coinbase.bytes]).toString('hex')
  })
}

function blockHeader(previous: Buffer, coinbase: Coinbase, height: number, nonce: number): Buffer {
  return Buffer.concat([
    uint32(0x20000000),
    previous,
    coinbase.id,
    uint32(genesis.time + spacing * height),
    uint32(bits),
    uint32(nonce),
  ])
}

/** A coinbase transaction. Its id excludes the witness (BIP-141). */
function coinbaseTransaction(height: number, scripts: readonly string[]): Coinbase {
  const burnt = subsidy - sharePerBlock * BigInt(scripts.length)
  const outputs = [
    ...scripts.map((script) => output(sharePerBlock, Buffer.from(script, 'hex'))),
    output(burnt, witnessCommitment),
  ]
  const input = Buffer.from([...heightPush(height), 0])
  const body = Buffer.concat([
    Buffer.from([1]),
    Buffer.alloc(32),
    uint32(0xffffffff),
    Buffer.from([input.length]),
    input,
    uint32(0xffffffff),
    Buffer.from([outputs.length]),
    ...outputs,
  ])
  const witness = Buffer.from([1, 32, ...Buffer.alloc(32)])
  return {
    id: sha256d(Buffer.concat([uint32(2), body, uint32(0)])),
    bytes: Buffer.concat([uint32(2), Buffer.from([0, 1]), body, witness, uint32(0)]),
  }
}

/** BIP-34: the height as a script number; numbers up to 16 have their own opcodes. */
function heightPush(height: number): readonly number[] {
  if (height <= 16) return [0x50 + height]
  return height < 128 ? [1, height] : [2, height & 0xff, height >> 8]
}

function output(value: bigint, script: Buffer): Buffer {
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(value)
  return Buffer.concat([amount, Buffer.from([script.length]), script])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function sha256d(bytes: Buffer): Buffer {
  const once = createHash('sha256').update(bytes).digest()
  return createHash('sha256').update(once).digest()
}

function reversed(hash: string): Buffer {
  return Buffer.from(hash, 'hex').reverse()
}
