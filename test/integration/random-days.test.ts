// @module-tag ci
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { dayClock } from '../support/day-clock.ts'
import { dayFamilies } from '../support/day-wallets.ts'
import { randomDay } from '../support/random-day.ts'
import { asked, seed, tellHowToRepeat } from '../support/seed.ts'
import { seeded } from '../support/seeded.ts'

const days = asked('RANDOM_DAYS', 10)

describe.each(dayFamilies)('random days with a wallet of %s', (family) => {
  // The first days load the client's code in real time, which is slow. Later days take milliseconds.
  beforeAll(async () => {
    for (let day = 0; day < 4; day++)
      await randomDay(
        family,
        seeded(day),
        dayClock(() => vi.dynamicImportSettled()),
      )
  }, 60_000)

  it("end in the state that a model of the visitor's expectations predicts", {
    timeout: 120_000 + days * 1000,
  }, async () => {
    tellHowToRepeat()
    for (let day = 0; day < days; day++) {
      const { log, faults } = await randomDay(family, seeded(seed * 1_000_003 + day))
      expect(faults, `day ${day}:\n${log.join('\n')}`).toEqual([])
    }
  })
})
