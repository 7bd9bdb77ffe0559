import { restrictedTimezones } from 'latchkey'
import { expect, it } from 'vitest'

it('the restricted time zones are those of China, Hong Kong and Macau, by names that a browser gives', () => {
  for (const timeZone of restrictedTimezones) new Intl.DateTimeFormat('en', { timeZone })
  // All of them keep one time: UTC+8, but for Urumqi's own.
  const offsets = restrictedTimezones.map((timeZone) =>
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(0).replace(/.*GMT/, ''),
  )
  expect(new Set(offsets)).toEqual(new Set(['+08:00', '+06:00']))
  expect(restrictedTimezones).toEqual(
    expect.arrayContaining(['Asia/Shanghai', 'Asia/Hong_Kong', 'Asia/Macau']),
  )
})
