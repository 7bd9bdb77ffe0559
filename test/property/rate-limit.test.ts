import { describe, it } from 'vitest'
import { errorReports } from '../../src/core/limits.ts'
import { slidingWindow } from '../../src/core/timing.ts'
import { fc } from '../support/fast-check.ts'

describe('error reports', () => {
  it('are refused only above 5 in 60 seconds', () => {
    const gap = fc.oneof(fc.nat(20_000), fc.nat(100), fc.constantFrom(0, 59_999, 60_000, 60_001))
    fc.assert(
      fc.property(fc.array(gap, { maxLength: 200 }), (gaps) => {
        let now = 0
        const take = slidingWindow({ now: () => now }, errorReports)
        const taken: number[] = []
        for (const ms of gaps) {
          now += ms
          const recent = taken.filter((at) => now - at < 60_000).length
          const allowed = take()
          if (allowed !== recent < 5) return false
          if (allowed) taken.push(now)
        }
        return taken.every((from) => taken.filter((at) => at >= from && at < from + 60_000).length <= 5)
      }),
      { numRuns: 2000 },
    )
  })
})
