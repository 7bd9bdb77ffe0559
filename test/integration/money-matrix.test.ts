// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { moneyCells, waysOf } from '../support/money-cells.ts'
import { brokenRules, type MoneyOutcome, type MoneyPlan, runMoney } from '../support/money-run.ts'
import { familyOf, type MoneyWay, moneyWays, walletSends } from '../support/money-world.ts'
import { asked, testRandom } from '../support/seed.ts'
import type { Seeded } from '../support/seeded.ts'

const ways = Object.keys(moneyWays) as MoneyWay[]
const hour = 3_600_000
const honest: Omit<MoneyPlan, 'way'> = {
  at: 'wait',
  faults: [],
  endpoints: 1,
  onFirst: false,
  closes: undefined,
  extra: 1n,
  skew: 0,
}
let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155', 'solana', 'bip122', 'cosmos', 'polkadot'] })
  // Loads the code of each family first, because loading takes real time.
  for (const way of ways) await runMoney(devnet, { ...honest, way })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const runs = asked('MONEY_RUNS', process.env.CI ? 50 : 20)

/** Returns the rules that an outcome breaks. The matrix lists the allowed outcomes of a plan with a single fault. */
function wrongs(plan: MoneyPlan, outcome: MoneyOutcome): readonly string[] {
  const [only, second] = plan.faults
  const cell = moneyCells.find(({ at, fault }) => at === plan.at && fault === only)
  // The page never gets the hash if the wallet broadcasts and the page closes before the wallet's answer.
  const unheard = plan.closes === 'sending' && walletSends(plan.way)
  const allowed = [...(cell?.ends ?? []), ...(unheard ? ['maybe sent, without a hash'] : [])]
  const isAllowed = second !== undefined || allowed.includes(outcome.said)
  return [...brokenRules(plan, outcome), ...(isAllowed ? [] : [`the outcome isn't allowed: ${outcome.said}`])]
}

async function check(plan: MoneyPlan) {
  const outcome = await runMoney(devnet, plan)
  expect(wrongs(plan, outcome), JSON.stringify({ ...plan, ...outcome, extra: String(plan.extra) })).toEqual(
    [],
  )
}

function planOf(random: Seeded): MoneyPlan {
  // Few plans use polkadot, because each block of its node takes a second of real time.
  const way = random.pick(random.chance(0.05) ? ways : ways.filter((each) => each !== 'polkadot'))
  const at = random.pick(['estimate', 'broadcast', 'broadcast', 'wait'] as const)
  const cells = moneyCells.filter((cell) => cell.at === at && waysOf(cell).includes(way))
  const faults = [random.pick(cells), random.pick(cells)].map(({ fault }) => fault)
  return {
    ...{ way, at, faults: random.chance(0.3) ? faults : faults.slice(0, 1) },
    endpoints: random.pick([1, 2]),
    onFirst: random.chance(0.3),
    closes: random.pick([undefined, undefined, 'sending', 'waiting']),
    extra: BigInt(random.below(1000)),
    skew: random.pick([0, 0, hour, -hour]),
  }
}

describe('a payment through nodes with faults', () => {
  it('is never reported as failed if it arrived, keeps its hash, and is paid once', {
    timeout: 60_000 + runs * 5000,
  }, async () => {
    const random = testRandom()
    const plans = Array.from({ length: runs }, () => planOf(random))
    // The families share no node and no account, so one family can pay while another waits for its node.
    let failed = false
    const payAll = async (own: readonly MoneyPlan[]) => {
      for (const plan of own) {
        if (failed) return
        await check(plan).catch((error: unknown) => {
          failed = true
          throw error
        })
      }
    }
    const families = [...new Set(ways.map(familyOf))]
    await Promise.all(families.map((family) => payAll(plans.filter(({ way }) => familyOf(way) === family))))
  })

  describe.each(ways)("from the sender '%s'", (way) => {
    it.each(moneyCells.filter((cell) => waysOf(cell).includes(way)))(
      'has an outcome that the matrix allows if the fault $fault begins at the step $at',
      { tags: ['all'], timeout: 60_000 },
      ({ at, fault }) => check({ ...honest, way, at, faults: [fault] }),
    )
  })
})
