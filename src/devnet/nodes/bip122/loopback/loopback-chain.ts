import type { Block, Transaction } from 'bitcoinjs-lib'
import type { LocalChain } from '../addresses.ts'
import { makeBlock } from './block-maker.ts'
import { checkAlone, feeOf } from './chain-rules.ts'
import { checkFinal } from './finality.ts'
import { type ChainParameters, firstSubsidy, parametersOf } from './genesis.ts'
import { type ChainState, Mempool } from './mempool.ts'
import { failed } from './refusal.ts'
import { checkInput } from './spending.ts'
import { type Coin, coinsOf, hex, nameOf, outpointOf } from './transaction.ts'

export interface MinedBlock {
  readonly block: Block
  readonly hash: string
  readonly height: number
}

/** The number of blocks whose times determine the median time (BIP-113). */
const medianOf = 11

/** A chain in memory. Its blocks never change, because there are no reorganizations. */
export class LoopbackChain implements ChainState {
  readonly mempool = new Mempool(this)
  readonly #now: () => number
  readonly #parameters: ChainParameters
  readonly #blocks: MinedBlock[] = []
  readonly #heights = new Map<string, number>()
  readonly #coins = new Map<string, Coin>()

  /** @param now Returns the Unix time in ms. */
  constructor(chain: LocalChain, now: () => number = Date.now) {
    this.#now = now
    this.#parameters = parametersOf(chain)
    this.#append(this.#parameters.genesis)
  }

  get tip(): MinedBlock {
    const tip = this.#blocks.at(-1)
    if (!tip) throw new Error('the chain has no block')
    return tip
  }

  /** The height of the next block. */
  get height(): number {
    return this.#blocks.length
  }

  block(hash: string): MinedBlock | undefined {
    return this.#blocks[this.#heights.get(hash) ?? -1]
  }

  /** Returns a coin that no block has spent. */
  coin(outpoint: string): Coin | undefined {
    return this.#coins.get(outpoint)
  }

  // An arrow function keeps `this` when the method is passed on.
  readonly medianTime = (height: number): number => {
    const last = this.#blocks.slice(Math.max(0, height + 1 - medianOf), height + 1)
    const times = last.map(({ block }) => block.timestamp).sort((a, b) => a - b)
    return times[Math.floor(times.length / 2)] ?? 0
  }

  /**
   * Mines a block with the unconfirmed transactions.
   * @param script The script that receives the reward.
   */
  mine(script: Uint8Array): void {
    const { block: last } = this.tip
    this.connect(
      makeBlock({
        previous: last.getHash(),
        height: this.height,
        time: Math.max(this.medianTime(this.height - 1) + 1, Math.floor(this.#now() / 1000)),
        bits: last.bits,
        subsidy: this.#subsidy(),
        script,
        entries: this.mempool.entries,
        work: this.#parameters.work,
      }),
    )
  }

  /**
   * Appends a block. Changes nothing if it throws.
   * @throws NodeRefusal
   */
  connect(block: Block): void {
    const { transactions = [], bits, timestamp } = block
    const { block: last } = this.tip
    if (hex(block.prevHash ?? last.getHash()) !== hex(last.getHash())) throw failed('prev-blk-not-found')
    if (bits !== last.bits) throw failed('bad-diffbits')
    if (this.#parameters.work && !block.checkProofOfWork()) throw failed('high-hash')
    if (timestamp <= this.medianTime(this.height - 1)) throw failed('time-too-old')
    if (!block.checkTxRoots()) throw failed('bad-txnmrklroot')
    this.#spend(transactions)
    this.#append(block)
    this.mempool.settle(transactions)
  }

  #spend([coinbase, ...others]: readonly Transaction[]): void {
    if (!coinbase?.isCoinbase()) throw failed('bad-cb-missing')
    const made = new Map<string, Coin>()
    const gone = new Set<string>()
    let reward = this.#subsidy()
    for (const transaction of others) {
      if (transaction.isCoinbase()) throw failed('bad-cb-multiple')
      checkAlone(transaction)
      const outpoints = transaction.ins.map(outpointOf)
      const coins = outpoints.map((outpoint) =>
        gone.has(outpoint) ? undefined : (made.get(outpoint) ?? this.coin(outpoint)),
      )
      const { fee, spent } = feeOf(transaction, coins, this.height)
      checkFinal(transaction, spent, this)
      transaction.ins.forEach((_, at) => {
        checkInput(transaction, at, spent)
      })
      reward += fee
      for (const outpoint of outpoints) gone.add(outpoint)
      for (const [outpoint, coin] of coinsOf(transaction, this.height)) made.set(outpoint, coin)
    }
    if (coinbase.outs.reduce((sum, { value }) => sum + value, 0n) > reward) throw failed('bad-cb-amount')
    for (const [outpoint, coin] of [...made, ...coinsOf(coinbase, this.height)])
      this.#coins.set(outpoint, coin)
    for (const outpoint of gone) this.#coins.delete(outpoint)
  }

  #append(block: Block): void {
    const mined = { block, hash: nameOf(block.getHash()), height: this.height }
    this.#blocks.push(mined)
    this.#heights.set(mined.hash, mined.height)
  }

  #subsidy(): bigint {
    return firstSubsidy >> BigInt(Math.floor(this.height / this.#parameters.halving))
  }
}
