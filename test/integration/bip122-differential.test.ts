import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bitcoindBinary } from '../../src/devnet/nodes/bip122/bitcoind-binary.ts'
import { decodeTransaction } from '../../src/devnet/nodes/bip122/loopback/decode.ts'
import { carryOut, lawfulPlan, type Plan, type Scene } from '../support/bip122-differential/plan.ts'
import type { Spoiler } from '../support/bip122-differential/spoiler.ts'
import { rules, spoilers } from '../support/bip122-differential/spoilers.ts'
import { TwoChains } from '../support/bip122-differential/two-chains.ts'
import { asked, seed, tellHowToRepeat } from '../support/seed.ts'
import { seeded } from '../support/seeded.ts'

const bitcoind = bitcoindBinary()
const count = asked('BITCOIN_TRANSACTIONS', 50)

const nameOf = ({ rule, name }: Spoiler) => `${rule}: ${name}`

/** The simulator's error reasons for transactions that only bitcoind supports. */
const narrower = /^not simulated: |^too-long-mempool-chain$/

describe.skipIf(!bitcoind)('the bip122 simulator compared with a real bitcoind', () => {
  const random = seeded(seed)
  let chains: TwoChains
  beforeAll(async () => {
    chains = await TwoChains.open(bitcoind!, random)
  })
  afterAll(() => chains?.stop())

  const tried = new Map<Spoiler, number>()
  const triesOf = (spoiler: Spoiler) => tried.get(spoiler) ?? 0
  /**
   * Plans a transaction that breaks this rule. A rule can be broken in several ways, called spoilers. Chooses the spoiler that
   * was used least so far.
   */
  function spoilt(rule: string, scene: Scene): { readonly plan: Plan; readonly name: string } | undefined {
    const own = spoilers.filter((each) => each.rule === rule)
    const turn = random.below(own.length)
    const turned = [...own.slice(turn), ...own.slice(0, turn)]
    for (const spoiler of turned.sort((one, other) => triesOf(one) - triesOf(other))) {
      const plan = spoiler.plan(scene)
      if (!plan) continue
      tried.set(spoiler, triesOf(spoiler) + 1)
      return { plan, name: nameOf(spoiler) }
    }
    return undefined
  }

  it(
    'accepts exactly the transactions and blocks that bitcoind accepts',
    async () => {
      tellHowToRepeat()
      const seen = new Map<string, { accepted: number; refused: number; narrower: number }>()
      for (let at = 0; at < count; at++) {
        const scene = await chains.scene()
        const rule = rules[(at >> 1) % rules.length]!
        const { plan, name } = (at % 2 === 1 && spoilt(rule, scene)) || { plan: undefined, name: 'lawful' }
        const { hex } = carryOut(plan ?? lawfulPlan(scene))
        const what = `transaction ${at}, ${name}: ${hex.slice(0, 4000)}`

        const simulator = chains.askSimulator(hex)
        const tally = seen.get(name) ?? { accepted: 0, refused: 0, narrower: 0 }
        seen.set(name, tally)
        if ('txid' in simulator) {
          tally.accepted++
          expect(await chains.askBitcoind(hex), what).toEqual(simulator)
          const entry = chains.simulator.mempool.get(simulator.txid)!
          const shown = decodeTransaction(entry.transaction, 'regtest')
          expect(await chains.decoded(simulator.txid), what).toMatchObject({
            ...shown,
            vout: shown.vout.map((output) => ({ ...output, value: output.value / 1e8 })),
          })
        } else if (narrower.test(simulator.refused)) {
          tally.narrower++
          expect(name === 'lawful' && simulator.refused.startsWith('not'), what).toBe(false)
        } else {
          tally.refused++
          const real = await chains.askBitcoind(hex)
          expect(real, `${what}: the simulator says ${simulator.refused}`).toHaveProperty('refused')
          expect(name, `${what}: ${JSON.stringify([simulator, real])}`).not.toBe('lawful')
          if (process.env.BITCOIN_REASONS && 'refused' in real && real.refused !== simulator.refused)
            console.info(`${name}\n  simulator: ${simulator.refused}\n  bitcoind:  ${real.refused}`)
        }

        if (random.chance(0.12)) {
          const { simulator: mine, bitcoind: theirs } = await chains.waiting()
          expect(mine, what).toEqual(theirs)
          await chains.mine(random.chance(0.7) ? 'simulator' : 'bitcoind')
          expect(await chains.waiting(), what).toEqual({ simulator: [], bitcoind: [] })
        }
      }
      if (count >= 2000) {
        expect(spoilers.filter((each) => !tried.has(each)).map(nameOf)).toEqual([])
      }
      const total = (kind: 'accepted' | 'refused' | 'narrower') =>
        [...seen.values()].reduce((sum, tally) => sum + tally[kind], 0)
      console.info(
        `bip122: ${total('accepted')} accepted by both, ${total('refused')} refused by both, ${total('narrower')} not simulated`,
      )
      if (process.env.BITCOIN_REASONS) console.table(Object.fromEntries(seen))
      expect(total('accepted')).toBeGreaterThan(count / 3)
      expect(total('refused')).toBeGreaterThan(count / 5)
    },
    120_000 + count * 500,
  )
})
