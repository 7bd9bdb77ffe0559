import { describe, expect, it } from 'vitest'
import { fc } from '../support/fast-check.ts'
import { fifthOf } from '../support/seed.ts'
import { frameOrigin, socialDesk } from '../support/social-desk.ts'

const result = { resultUri: `${frameOrigin}/social/callback/google?code=c` }
const provider = 'https://provider.example/?state=s'

/** The actions of visitors, windows, frames and strangers. They come in any order. */
const step = fc.oneof(
  fc.record({ do: fc.constant('run' as const), as: fc.constantFrom('google', 'x', 'farcaster') }),
  fc.record({ do: fc.constant('leave' as const) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.nat(50_000) }),
  fc.record({ do: fc.constant('close' as const) }),
  fc.record({ do: fc.constant('post' as const), own: fc.boolean(), trusted: fc.boolean() }),
  fc.record({
    do: fc.constant('answer' as const),
    what: fc.constantFrom('uri', 'social', 'farcaster uri', 'farcaster', 'connect'),
    well: fc.boolean(),
  }),
)

describe('social logins', () => {
  it('run one at a time, and leave no window, timer or listener behind', {
    tags: ['ci'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const desk = socialDesk()
        const runs: Promise<unknown>[] = []
        let trusted = 0
        for (const one of steps) {
          const last = desk.windows.at(-1)
          if (one.do === 'run') runs.push(desk.flow.run(one.as as 'google').catch(() => {}))
          else if (one.do === 'leave') desk.flow.leave()
          else if (one.do === 'pass') await desk.clock.advance(one.ms)
          else if (one.do === 'close') last?.close()
          else if (one.do === 'post') {
            if (one.own && one.trusted) trusted++
            desk.post(one.own ? last : {}, one.trusted ? frameOrigin : 'https://evil.example', result)
          } else if (one.well) desk.open(one.what)?.resolve(one.what.endsWith('uri') ? provider : undefined)
          else desk.open(one.what)?.reject(new Error('no'))
          await desk.clock.advance(0)

          expect(desk.windows.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(1)
          expect(desk.listening()).toBeLessThanOrEqual(1)
          // One timer checks the window. The other timer limits the time to reach the provider.
          expect(desk.clock.pending).toBeLessThanOrEqual(2)
          if (desk.state === undefined || desk.state.phase === 'failed')
            expect([
              desk.listening(),
              desk.clock.pending,
              desk.windows.filter(({ closed }) => !closed),
            ]).toEqual([0, 0, []])
        }
        expect(desk.asked.filter(({ what }) => what.startsWith('social ')).length).toBeLessThanOrEqual(
          trusted,
        )
        desk.flow.leave()
        for (const { answer } of desk.asked) answer.reject(new Error('over'))
        await Promise.all(runs)
        expect([desk.state, desk.clock.pending, desk.listening()]).toEqual([undefined, 0, 0])
        expect(desk.windows.every(({ closed }) => closed)).toBe(true)
      }),
      { numRuns: fifthOf(100) },
    )
  })
})
