import { Block, opcodes, script as scripts, Transaction } from 'bitcoinjs-lib'
import type { Entry } from './waiting-graph.ts'

export interface BlockPlan {
  readonly previous: Uint8Array
  readonly height: number
  /** In seconds. */
  readonly time: number
  readonly bits: number
  /** In sats, without the fees. */
  readonly subsidy: bigint
  /** The script that the block pays to. */
  readonly script: Uint8Array
  readonly entries: readonly Entry[]
  /** Whether the hash of the header has to meet the target. */
  readonly work: boolean
}

/** Half of the weight limit of blocks, so that the limit of signature operations holds too. */
const maxWeight = 2_000_000

/** A block with its coinbase, BIP-34 and BIP-141. */
export function makeBlock({ previous, height, time, bits, entries, ...plan }: BlockPlan): Block {
  const taken = fitting(entries)
  const reward = taken.reduce((sum, { fee }) => sum + fee, plan.subsidy)
  const coinbase = coinbaseOf(height, plan.script, reward)
  const transactions = [coinbase, ...taken.map(({ transaction }) => transaction)]
  const witnessRoot = Block.calculateMerkleRoot(transactions, true)
  coinbase.addOutput(Buffer.concat([commitment, witnessRoot]), 0n)

  const block = new Block()
  block.version = 0x20000000
  block.prevHash = previous
  block.timestamp = time
  block.bits = bits
  block.transactions = transactions
  block.merkleRoot = Block.calculateMerkleRoot(transactions)
  block.witnessCommit = block.getWitnessCommit() ?? reserved
  while (plan.work && !block.checkProofOfWork()) block.nonce++
  return block
}

/** The transactions that fit, in the order of arrival. Once one is left out, all later ones are, since they may spend from it. */
function fitting(entries: readonly Entry[]): readonly Entry[] {
  let weight = 0
  const end = entries.findIndex(({ transaction }) => {
    weight += transaction.weight()
    return weight > maxWeight
  })
  return end === -1 ? entries : entries.slice(0, end)
}

/** BIP-141: the witness of a coinbase. */
const reserved = new Uint8Array(32)
/** BIP-141: how the output begins that commits to the witnesses. */
const commitment = Buffer.from('6a24aa21a9ed', 'hex')

/** BIP-34: the script of a coinbase begins with the height as a script number. */
function coinbaseOf(height: number, script: Uint8Array, reward: bigint): Transaction {
  const coinbase = new Transaction()
  coinbase.version = 2
  const start = scripts.compile([scripts.number.encode(height), opcodes.OP_0])
  coinbase.addInput(new Uint8Array(32), 0xffffffff, 0xffffffff, start)
  coinbase.setWitness(0, [reserved])
  coinbase.addOutput(script, reward)
  return coinbase
}
