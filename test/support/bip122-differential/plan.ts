import type { Seeded } from '../seeded.ts'
import { type Draft, serialize, virtualSize } from './draft.ts'
import { type OwnedCoin, type Owner, signatureOf, unlocking } from './owner.ts'

/** The state of the two chains. A spoiler (see `Spoiler`) builds its transaction from this state. */
export interface Scene {
  readonly random: Seeded
  readonly owners: readonly Owner[]
  /** The next block's height. */
  readonly height: number
  medianTime(height: number): number
  /** `mined`: confirmed outputs that can be spent now. `waiting`: outputs of transactions in the mempool. */
  readonly mined: readonly (OwnedCoin & { readonly height: number })[]
  readonly waiting: readonly OwnedCoin[]
  /** Confirmed outputs that only bitcoind can spend. */
  readonly foreign: readonly OwnedCoin[]
  /** `spent`: outputs that were spent already. `immature`: coinbase outputs that can't be spent yet. */
  readonly spent: readonly OwnedCoin[]
  readonly immature: readonly OwnedCoin[]
  /** The mempool's transactions, with the fees that each transaction and its descendants pay. */
  readonly entries: readonly {
    readonly txid: string
    readonly coins: readonly OwnedCoin[]
    readonly fee: bigint
    readonly size: bigint
    readonly feeWithDescendants: bigint
  }[]
}

/** A transaction before it is signed. */
export interface Plan {
  version: number
  locktime: number
  inputs: { coin: OwnedCoin; sequence: number; sighash: number }[]
  outputs: { script: Uint8Array; value: bigint }[]
  /** Whether the last output gets the change, which is the rest of the inputs after the other outputs and the fee. */
  rest: boolean
  /** Returns the fee in sats for a transaction of `size` virtual bytes. */
  fee: (size: bigint) => bigint
  /**
   * Returns the outputs that the signatures are made for. A spoiler can return outputs other than the spent outputs.
   */
  signed: (coins: readonly OwnedCoin[]) => readonly OwnedCoin[]
  /** Changes the transaction after it is signed. */
  change: (draft: Draft) => void
  bytes: (bytes: Buffer) => Uint8Array
}

const final = 0xffffffff
const ecdsaTypes = [1, 1, 1, 2, 3, 0x81, 0x82, 0x83]
const taprootTypes = [0, 0, 0, ...ecdsaTypes]

/** Creates the plan of a transaction that both nodes must accept. */
export function lawfulPlan(scene: Scene): Plan {
  const { random, mined, waiting } = scene
  const coins = new Map<string, OwnedCoin>()
  for (let count = 1 + random.below(3); count > 0; count--) {
    const coin = random.pick(waiting.length > 0 && random.chance(0.3) ? waiting : mined)
    coins.set(`${coin.txid}:${coin.vout}`, coin)
  }
  return planWith(scene, [...coins.values()])
}

export function planWith({ random, owners, height }: Scene, coins: readonly OwnedCoin[]): Plan {
  const total = coins.reduce((sum, { value }) => sum + value, 0n)
  const count = 1 + random.below(3)
  const outputs = Array.from({ length: count }, (_, at) => ({
    script: random.pick(owners).script,
    value: at === count - 1 ? 0n : (total * BigInt(5 + random.below(20))) / 100n,
  }))
  if (random.chance(0.1)) outputs.unshift({ script: dataScript(random.bytes(random.below(75))), value: 0n })
  const rate = BigInt(1 + random.below(30))
  const locked = random.chance(0.2)
  return {
    version: random.pick([1, 2, 2]),
    // Avoids the locktime 21, which some nodes refuse.
    locktime: locked ? 22 + random.below(height - 22) : 0,
    inputs: coins.map((coin, at) => ({
      coin,
      sequence: random.pick(locked ? [final - 1] : [final, final - 1, final - 2, final - 2]),
      sighash: sighashFor(random, coin, at < outputs.length),
    })),
    outputs,
    rest: true,
    fee: (size) => rate * size + BigInt(random.below(50)),
    signed: (given) => given,
    change: () => {},
    bytes: (bytes) => bytes,
  }
}

function sighashFor(random: Seeded, { owner }: OwnedCoin, single: boolean): number {
  const types = owner.kind === 'p2tr' ? taprootTypes : ecdsaTypes
  return random.pick(types.filter((type) => single || (type & 3) !== 3))
}

/** Creates a script with OP_RETURN and one push. */
export function dataScript(data: Uint8Array): Uint8Array {
  return Uint8Array.from([0x6a, data.length, ...data])
}

export interface Signed {
  readonly hex: string
  readonly draft: Draft
}

/** Signs a plan. Signatures differ in length, so the function repeats the signing until the fee fits the size. */
export function carryOut(plan: Plan): Signed {
  const coins = plan.inputs.map(({ coin }) => coin)
  const total = coins.reduce((sum, { value }) => sum + value, 0n)
  const draft: Draft = {
    version: plan.version,
    locktime: plan.locktime,
    inputs: plan.inputs.map(({ coin: { txid, vout }, sequence }) => ({
      ...{ txid, vout, sequence },
      script: new Uint8Array(0),
      witness: [],
    })),
    outputs: plan.outputs.map((output) => ({ ...output })),
  }
  const last = draft.outputs.at(-1)
  const others = draft.outputs.slice(0, -1).reduce((sum, { value }) => sum + value, 0n)
  const signed = plan.signed(coins)
  let size = 0n
  for (let tries = 0; tries < 20; tries++) {
    const now = tries === 0 ? 200n : virtualSize(draft)
    if (now === size) break
    size = now
    if (last && plan.rest) last.value = total - others - plan.fee(size)
    sign(plan, draft, signed)
  }
  plan.change(draft)
  return { hex: Buffer.from(plan.bytes(serialize(draft))).toString('hex'), draft }
}

function sign({ inputs }: Plan, draft: Draft, coins: readonly OwnedCoin[]): void {
  for (const [at, { sighash, coin }] of inputs.entries())
    Object.assign(draft.inputs[at]!, unlocking(coin.owner, signatureOf(draft, at, coins, sighash)))
}
