import { restrictedTimezones } from 'latchkey'
import { expect, it } from 'vitest'

it('the restricted time zones are the time zones of China, Hong Kong and Macau, by the names that browsers use', () => {
  for (const timeZone of restrictedTimezones) new Intl.DateTimeFormat('en', { timeZone })
  // All these time zones use UTC+8, except for Urumqi.
  const offsets = restrictedTimezones.map((timeZone) =>
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(0).replace(/.*GMT/, ''),
  )
  expect(new Set(offsets)).toEqual(new Set(['+08:00', '+06:00']))
  // The names of these places in the IANA database, and older names that the database maps to them.
  const china = ['Shanghai', 'Urumqi', 'Chongqing', 'Chungking', 'Harbin', 'Kashgar'].map(
    (city) => `Asia/${city}`,
  )
  const others = ['Asia/Hong_Kong', 'Hongkong', 'Asia/Macau', 'Asia/Macao']
  expect(new Set(restrictedTimezones)).toEqual(new Set([...china, 'PRC', ...others]))
})
