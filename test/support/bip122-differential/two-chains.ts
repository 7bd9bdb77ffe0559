import { Block } from 'bitcoinjs-lib'
import { addressOfScript } from '../../../src/devnet/nodes/bip122/addresses.ts'
import { NodeRefusal } from '../../../src/devnet/nodes/bip122/bitcoin-node.ts'
import { type Bitcoind, startBitcoind } from '../../../src/devnet/nodes/bip122/bitcoind.ts'
import { LoopbackChain } from '../../../src/devnet/nodes/bip122/loopback/loopback-chain.ts'
import { parseTransaction } from '../../../src/devnet/nodes/bip122/loopback/transaction.ts'
import type { Seeded } from '../seeded.ts'
import { foreignKinds, kinds, makeOwner, type OwnedCoin, type Owner } from './owner.ts'
import type { Scene } from './plan.ts'

/** A node's answer to a transaction: the transaction's id, or the reason why the node refused the transaction. */
export type Verdict = { readonly txid: string } | { readonly refused: string }

type KnownCoin = OwnedCoin & { readonly coinbase: boolean }

/** The average time between two blocks, in seconds. */
const spacing = 400
/**
 * The time before the first block, in seconds. This time is in the past, because nodes refuse blocks far ahead of the
 * machine's clock.
 */
const start = Date.UTC(2024, 0, 1) / 1000

/** A simulator and a bitcoind with the same chain. Each node gets the blocks that the other node mines. */
export class TwoChains {
  readonly simulator: LoopbackChain
  readonly owners: readonly Owner[]
  readonly #bitcoind: Bitcoind
  readonly #random: Seeded
  readonly #coins = new Map<string, KnownCoin>()
  #time = start

  private constructor(bitcoind: Bitcoind, random: Seeded) {
    this.#bitcoind = bitcoind
    this.#random = random
    this.simulator = new LoopbackChain('regtest', () => this.#time * 1000)
    this.owners = [...kinds, ...kinds, ...foreignKinds].map((kind) => makeOwner(kind, random.bytes(32)))
  }

  static async open(binary: string, random: Seeded): Promise<TwoChains> {
    const bitcoind = await startBitcoind(binary, ['-chain=regtest', '-maxtipage=2000000000'], {})
    const chains = new TwoChains(bitcoind, random)
    // Passes the first halving (block 150), and makes enough coinbase outputs spendable.
    for (let blocks = 0; blocks < 155; blocks++) await chains.mine('simulator')
    return chains
  }

  stop(): Promise<void> {
    return this.#bitcoind.stop()
  }

  /** Lets one node mine a block from its mempool, and submits the block to the other node. */
  async mine(by: 'simulator' | 'bitcoind'): Promise<void> {
    const { rpc } = this.#bitcoind
    this.#time += this.#random.below(2 * spacing)
    const { script } = this.#random.pick(this.owners)
    if (by === 'simulator') {
      this.simulator.mine(script)
      const refusal = await rpc<string | null>('submitblock', this.simulator.tip.block.toHex())
      if (refusal !== null) throw new Error(`bitcoind refuses a block of the simulator: ${refusal}`)
    } else {
      await rpc('setmocktime', Math.max(this.#time, this.simulator.medianTime(this.simulator.height - 1) + 1))
      const [hash] = await rpc<string[]>(
        'generatetoaddress',
        1,
        addressOfScript(script, 'regtest'),
        2_000_000_000,
      )
      await rpc('setmocktime', 0)
      this.simulator.connect(Block.fromHex(await rpc<string>('getblock', hash, 0)))
    }
    for (const transaction of this.simulator.tip.block.transactions ?? []) this.#learn(transaction.toHex())
  }

  /** Returns the ids of the transactions in each mempool. */
  async waiting(): Promise<{ readonly simulator: readonly string[]; readonly bitcoind: readonly string[] }> {
    return {
      simulator: [...this.simulator.mempool.txids].sort(),
      bitcoind: [...(await this.#bitcoind.rpc<string[]>('getrawmempool'))].sort(),
    }
  }

  askSimulator(hex: string): Verdict {
    try {
      const txid = this.simulator.mempool.accept(parseTransaction(hex))
      this.#learn(hex)
      return { txid }
    } catch (error) {
      if (error instanceof NodeRefusal) return { refused: error.message }
      throw error
    }
  }

  async askBitcoind(hex: string): Promise<Verdict> {
    try {
      return { txid: await this.#bitcoind.rpc<string>('sendrawtransaction', hex) }
    } catch (error) {
      if (error instanceof NodeRefusal) return { refused: error.message }
      throw error
    }
  }

  /** Returns bitcoind's description of a transaction in the mempool. */
  decoded(txid: string): Promise<Record<string, unknown>> {
    return this.#bitcoind.rpc('getrawtransaction', txid, 1)
  }

  /** Mines until at least five outputs can be spent, and returns the state of the chains. */
  async scene(): Promise<Scene> {
    for (;;) {
      const scene = await this.#look()
      if (scene.mined.length >= 5) return scene
      await this.mine('simulator')
    }
  }

  async #look(): Promise<Scene> {
    const { mempool, height, medianTime } = this.simulator
    const told = await this.#bitcoind.rpc<Record<string, { fees: { descendant: number } }>>(
      'getrawmempool',
      true,
    )
    const taken = new Set(mempool.entries.flatMap(({ inputs }) => inputs))
    const groups = { mined: [], waiting: [], foreign: [], spent: [], immature: [] } as Record<
      'mined' | 'waiting' | 'foreign' | 'spent' | 'immature',
      (KnownCoin & { height: number })[]
    >
    for (const [outpoint, coin] of this.#coins) {
      const mined = this.simulator.coin(outpoint)
      const free = !taken.has(outpoint) && (mined ?? mempool.get(coin.txid))
      const young = mined?.coinbase && height - mined.height < 100
      const foreign = (foreignKinds as readonly string[]).includes(coin.owner.kind)
      const group = !free ? 'spent' : young ? 'immature' : foreign ? 'foreign' : mined ? 'mined' : 'waiting'
      if (coin.value > 100_000n || group === 'spent')
        groups[group].push({ ...coin, height: mined?.height ?? height })
    }
    return {
      random: this.#random,
      owners: this.owners,
      height,
      medianTime,
      ...groups,
      entries: mempool.entries.map(({ txid, fee, size, inputs }) => ({
        txid,
        fee,
        size,
        coins: inputs.flatMap((outpoint) => this.#coins.get(outpoint) ?? []),
        feeWithDescendants: BigInt(Math.round((told[txid]?.fees.descendant ?? 0) * 1e8)),
      })),
    }
  }

  #learn(hex: string): void {
    const transaction = parseTransaction(hex)
    const txid = transaction.getId()
    for (const [vout, { script, value }] of transaction.outs.entries()) {
      const owner = this.owners.find((each) => Buffer.compare(each.script, script) === 0)
      if (owner)
        this.#coins.set(`${txid}:${vout}`, { txid, vout, value, owner, coinbase: transaction.isCoinbase() })
    }
  }
}
