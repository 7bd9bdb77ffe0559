import { planWith } from './plan.ts'
import { final, type Spoiler, script, spoiler } from './spoiler.ts'

export const spoiltValues: readonly Spoiler[] = [
  ...[1n, 0n, -1n, -(2n ** 62n)].map((value) =>
    spoiler('value', `an output of ${value}`, (plan, { random }) => {
      plan.outputs[random.below(plan.outputs.length)]!.value = value
      plan.rest = plan.outputs.at(-1)!.value === 0n && value !== 0n
    }),
  ),
  spoiler('value', 'more than the inputs contain', (plan, { random }) => {
    const more = BigInt(random.below(100_000))
    plan.fee = () => -more
  }),
  ...[2_100_000_000_000_000n, 2_100_000_000_000_001n, 2n ** 63n - 1n].map((value) =>
    spoiler('value', `an output of ${value}`, (plan) => {
      plan.outputs[0]!.value = value
      plan.rest = false
    }),
  ),
]

export const doubleSpends: readonly Spoiler[] = [
  {
    rule: 'double spend',
    name: 'a coin that is spent',
    plan: (scene) => (scene.spent.length > 0 ? planWith(scene, [scene.random.pick(scene.spent)]) : undefined),
  },
  spoiler('double spend', 'a coin that never existed', (plan, { random }) => {
    const input = random.pick(plan.inputs)
    input.coin = { ...input.coin, vout: input.coin.vout + 100 }
  }),
  spoiler('double spend', 'one coin twice', (plan) => {
    plan.inputs.push({ ...plan.inputs[0]!, sighash: 1 })
  }),
  {
    rule: 'double spend',
    name: 'a coin that was mined too recently',
    plan(scene) {
      // The youngest output that can be spent, together with outputs that can't be spent yet.
      const old = [...scene.mined].sort((a, b) => b.height - a.height).slice(0, 1)
      const coins = [...scene.immature.slice(0, 2), ...old]
      return coins.length > 0 ? planWith(scene, [scene.random.pick(coins)]) : undefined
    },
  },
  spoiler('double spend', 'a coinbase by itself', (plan) => {
    plan.change = (draft) => {
      draft.inputs = [
        { txid: '0'.repeat(64), vout: 0xffffffff, sequence: final, script: script(1, 1), witness: [] },
      ]
    }
  }),
]

/** For each output type, its dust limit at a dust rate of 3 sats per virtual byte. */
const leastOf: readonly (readonly [string, Uint8Array, bigint])[] = [
  ['P2PKH', script(0x76, 0xa9, 20, ...new Uint8Array(20).fill(7), 0x88, 0xac), 546n],
  ['P2SH', script(0xa9, 20, ...new Uint8Array(20).fill(7), 0x87), 540n],
  ['P2WPKH', script(0, 20, ...new Uint8Array(20).fill(7)), 294n],
  ['P2WSH', script(0, 32, ...new Uint8Array(32).fill(7)), 330n],
  ['P2TR', script(0x51, 32, ...new Uint8Array(32).fill(7)), 330n],
  ['a later witness version', script(0x60, 32, ...new Uint8Array(32).fill(7)), 330n],
  ['the longest program', script(0x60, 40, ...new Uint8Array(40).fill(7)), 354n],
]
export const dust: readonly Spoiler[] = leastOf.flatMap(([kind, paid, least]) =>
  [least - 1n, least].map((value) =>
    spoiler('dust', `${value} for ${kind}`, (plan) => {
      plan.outputs.unshift({ script: paid, value })
    }),
  ),
)

export const spoiltFees: readonly Spoiler[] = [
  spoiler('fee', 'none', (plan) => {
    plan.fee = () => 0n
  }),
  spoiler('fee', 'a sat too little', (plan) => {
    plan.fee = (size) => size - 1n
  }),
  spoiler('fee', 'just enough', (plan) => {
    plan.fee = (size) => size
  }),
  spoiler('fee', 'just not too much', (plan) => {
    plan.fee = (size) => size * 10_000n
  }),
  spoiler('fee', 'a sat too much', (plan) => {
    plan.fee = (size) => size * 10_000n + 1n
  }),
]
