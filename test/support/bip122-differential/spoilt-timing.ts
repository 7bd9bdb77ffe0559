import { type Plan, planWith, type Scene } from './plan.ts'
import { final, type Spoiler, spoiler } from './spoiler.ts'

export const spoiltLocks: readonly Spoiler[] = [
  ...[-1, 0, 1, 50].map((offset) =>
    spoiler(
      'locktime',
      `of the height of the next block ${offset < 0 ? '' : '+'}${offset}`,
      (plan, scene) => {
        plan.locktime = scene.height + offset
        for (const input of plan.inputs) input.sequence = scene.random.pick([0, final - 1])
      },
    ),
  ),
  ...[-1, 0, 1, 100_000].map((offset) =>
    spoiler('locktime', `of the median time ${offset < 0 ? '' : '+'}${offset}`, (plan, scene) => {
      plan.locktime = scene.medianTime(scene.height - 1) + offset
      for (const input of plan.inputs) input.sequence = final - 1
    }),
  ),
  spoiler('locktime', 'that marks a token', (plan) => {
    plan.locktime = 21
  }),
  spoiler('locktime', 'in the future, with inputs that are final', (plan, { height }) => {
    plan.locktime = height + 1000
    for (const input of plan.inputs) input.sequence = final
  }),
  ...[-1, 0, 1].map((offset) => relative(`of its blocks ${offset < 0 ? '' : '+'}${offset}`, offset, false)),
  ...[-1, 0, 1].map((offset) => relative(`of its time ${offset < 0 ? '' : '+'}${offset}`, offset, true)),
  spoiler('locktime', 'of a coin in the mempool', (plan, { random, waiting }) => {
    plan.version = 2
    const [coin] = waiting
    if (coin) plan.inputs = [{ coin, sequence: random.pick([0, 1, 0x400000, 0x400001]), sighash: 1 }]
  }),
]

/** Sets a relative locktime (BIP-68) that is close to the age of the spent output. */
function relative(name: string, offset: number, inSeconds: boolean): Spoiler {
  return {
    rule: 'locktime',
    name: `of a coin's age: ${name}`,
    plan(scene) {
      const coin = scene.random.pick(scene.mined)
      const plan = planWith(scene, [coin])
      plan.version = scene.random.pick([1, 2, 2, 2])
      plan.locktime = 0
      const since = scene.medianTime(Math.max(coin.height - 1, 0))
      const age = inSeconds
        ? Math.floor((scene.medianTime(scene.height - 1) - since) / 512)
        : scene.height - coin.height
      const value = Math.min(Math.max(age + offset, 0), 0xffff)
      plan.inputs[0]!.sequence = value | (inSeconds ? 0x400000 : 0)
      return plan
    },
  }
}

type Entry = Scene['entries'][number]

function replacing(name: string, spoil: (plan: Plan, entry: Entry, scene: Scene) => void): Spoiler {
  return {
    rule: 'replacement',
    name,
    plan(scene) {
      if (scene.entries.length === 0) return undefined
      const entry = scene.random.pick(scene.entries)
      const plan = planWith(scene, entry.coins)
      plan.locktime = 0
      plan.fee = (size) => entry.feeWithDescendants + size
      spoil(plan, entry, scene)
      return plan
    },
  }
}

export const replacements: readonly Spoiler[] = [
  replacing('that pays as much', (plan, { fee }) => {
    plan.fee = () => fee
  }),
  replacing('that pays enough', () => {}),
  replacing('that pays a sat too little', (plan, { feeWithDescendants }) => {
    plan.fee = (size) => feeWithDescendants + size - 1n
  }),
  replacing('that pays three times as much', (plan, { feeWithDescendants }) => {
    plan.fee = (size) => (feeWithDescendants + size) * 3n
  }),
  replacing('that pays more, at a lower rate', (plan, _, { owners }) => {
    for (let count = 0; count < 20; count++) plan.outputs.unshift({ script: owners[0]!.script, value: 1000n })
  }),
  replacing('that spends another coin that waits', (plan, { txid }, { waiting }) => {
    const coin = waiting.find((each) => each.txid !== txid)
    if (coin) plan.inputs.push({ coin, sequence: final - 2, sighash: 1 })
    plan.fee = (size) => size * 100n + 100_000n
  }),
  replacing('that spends what it replaces', (plan, { txid }, { waiting }) => {
    const coin = waiting.find((each) => each.txid === txid)
    if (coin) plan.inputs.push({ coin, sequence: final - 2, sighash: 1 })
    plan.fee = (size) => size * 100n + 100_000n
  }),
  replacing('of one coin of several', (plan, { feeWithDescendants }) => {
    plan.inputs = plan.inputs.slice(0, 1)
    plan.fee = (size) => feeWithDescendants * 2n + size * 10n
  }),
]
