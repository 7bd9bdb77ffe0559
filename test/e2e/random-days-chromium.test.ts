// @module-tag ci
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFamilies } from '../support/day-wallets.ts'
import { randomDayIn } from '../support/random-day.ts'
import { asked, seed, tellHowToRepeat } from '../support/seed.ts'
import { seeded } from '../support/seeded.ts'
import { type Served, serveViews } from '../ui/serve.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { chromiumDays } from './chromium-days.ts'

const days = asked('CHROMIUM_DAYS', 1)

describe.skipIf(!chromiumPath)('random days in Chromium', () => {
  let browser: Browser
  let site: Served
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews([], 'days')])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })

  describe.each(dayFamilies)('with a wallet of %s', (family) => {
    it("end in the state that a model of the visitor's expectations predicts", {
      timeout: 60_000 + days * 60_000,
      tags: family === 'eip155' ? [] : ['all'],
    }, async () => {
      tellHowToRepeat()
      for (let day = 0; day < days; day++) {
        const world = await chromiumDays(browser, site.url, family)
        const { log, faults } = await randomDayIn(world, seeded(seed * 1_000_003 + day))
        expect(faults, `day ${day}:\n${log.join('\n')}`).toEqual([])
        await world.close()
      }
    })
  })
})
