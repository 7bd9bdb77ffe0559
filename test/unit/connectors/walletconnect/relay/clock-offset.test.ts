import { memoryPlatform } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { withClockOffset } from '../../../../../src/connectors/walletconnect/relay/clock-offset.ts'
import { latchkeyError } from '../../../../../src/core/errors/latchkey-error.ts'

const refused = () => latchkeyError('session/expired', { details: 'JWT Token is not yet valid' })

/** Returns a device. The clock of the page's server is `behind` ms behind the device's clock. */
function device(behind: number, answers: 'date' | 'nothing' | 'an error' | 'no date' = 'date') {
  const asked: string[] = []
  const fetch = (url: URL) => {
    asked.push(String(url))
    if (answers === 'nothing') return new Promise(() => {})
    if (answers === 'an error') return Promise.reject(new Error('offline'))
    const headers = { date: new Date(platform.clock.now() - behind).toUTCString() }
    return Promise.resolve(new Response(null, answers === 'date' ? { headers } : {}))
  }
  const platform = memoryPlatform({ globals: { fetch } })
  return { ...platform, asked }
}

it.each([3_600_000, -7_200_000])(
  "after the relay refuses the device's time, the page's own server shows that the device's clock is off by %i ms",
  async (off) => {
    const { page, clock, asked } = device(off)
    const error = await withClockOffset(refused(), page, clock)
    expect(error).toMatchObject({
      code: 'session/expired',
      details: 'JWT Token is not yet valid',
      values: { offset: off / 1000 },
    })
    expect(asked).toEqual(['https://app.example/'])
  },
)

it.each(['nothing', 'an error', 'no date'] as const)(
  "a server that answers with %s neither changes nor delays the relay's error",
  async (answers) => {
    const { page, clock } = device(3_600_000, answers)
    const error = refused()
    const told = withClockOffset(error, page, clock)
    await clock.advance(2000)
    expect(await told).toBe(error)
    expect(clock.pending).toBe(0)
  },
)

it("the relay's error stays unchanged if the device's clock is right", async () => {
  const { page, clock, asked } = device(2000)
  const expired = refused()
  expect(await withClockOffset(expired, page, clock)).toBe(expired)
  const other = latchkeyError('connection/relay-unreachable')
  expect(await withClockOffset(other, page, clock)).toBe(other)
  expect(asked).toHaveLength(1)
})
