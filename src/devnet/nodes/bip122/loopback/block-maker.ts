import { Block, opcodes, script as scripts, Transaction } from 'bitcoinjs-lib'
import type { Entry } from './mempool-graph.ts'

export interface BlockPlan {
  readonly previous: Uint8Array
  readonly height: number
  /** Unix time in seconds. */
  readonly time: number
  readonly bits: number
  /** In sats, without fees. */
  readonly subsidy: bigint
  /** The script that receives the reward. */
  readonly script: Uint8Array
  readonly entries: readonly Entry[]
  readonly work: boolean
}

/** Half of the weight that consensus allows. This limit also keeps the number of signature operations low. */
const maxWeight = 2_000_000

/** Builds a block and its coinbase (BIP-34, BIP-141). */
export function makeBlock({ previous, height, time, bits, entries, ...plan }: BlockPlan): Block {
  const taken = fitting(entries)
  const reward = taken.reduce((sum, { fee }) => sum + fee, plan.subsidy)
  const coinbase = coinbaseOf(height)
  coinbase.addOutput(plan.script, reward)
  const transactions = [coinbase, ...taken.map(({ transaction }) => transaction)]
  coinbase.addOutput(commitmentTo(transactions), 0n)
  const block = blockOf(transactions, { previous, time, bits })
  while (plan.work && !block.checkProofOfWork()) block.nonce++
  return block
}

export function blockOf(
  transactions: Transaction[],
  { previous, time, bits }: Pick<BlockPlan, 'previous' | 'time' | 'bits'>,
): Block {
  const block = new Block()
  block.version = 0x20000000
  block.prevHash = previous
  block.timestamp = time
  block.bits = bits
  block.transactions = transactions
  block.merkleRoot = Block.calculateMerkleRoot(transactions)
  block.witnessCommit = block.getWitnessCommit() ?? reserved
  return block
}

/**
 * Returns the transactions that fit into a block, in order of arrival. Stops at the first that doesn't fit, because later transactions may spend from
 * it.
 */
function fitting(entries: readonly Entry[]): readonly Entry[] {
  let weight = 0
  const end = entries.findIndex(({ transaction }) => {
    weight += transaction.weight()
    return weight > maxWeight
  })
  return end === -1 ? entries : entries.slice(0, end)
}

/** The coinbase's witness (BIP-141). */
const reserved = new Uint8Array(32)

/** Returns the output script that commits to the witnesses (BIP-141). */
export function commitmentTo(transactions: Transaction[]): Uint8Array {
  const root = Block.calculateMerkleRoot(transactions, true)
  return Buffer.concat([Buffer.from('6a24aa21a9ed', 'hex'), root])
}

/** Returns a coinbase, whose script starts with the height (BIP-34). */
export function coinbaseOf(height: number): Transaction {
  const coinbase = new Transaction()
  coinbase.version = 2
  const start = scripts.compile([scripts.number.encode(height), opcodes.OP_0])
  coinbase.addInput(new Uint8Array(32), 0xffffffff, 0xffffffff, start)
  coinbase.setWitness(0, [reserved])
  return coinbase
}
