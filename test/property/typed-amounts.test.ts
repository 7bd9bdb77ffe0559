import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../src/core/amounts/amount.ts'
import { formatUnits } from '../../src/core/amounts/units.ts'
import { amountIn, brief, exactIn } from '../../src/ui-react/language/amount.ts'
import { amountInField, readAmount, separatorIn } from '../../src/ui-react/language/read-amount.ts'
import { fc } from '../support/fast-check.ts'
import { asked } from '../support/seed.ts'

const tags = [
  ...[
    'en',
    'es',
    'ar',
    'en-IN',
    'en-ZA',
    'de',
    'de-CH',
    'de-AT',
    'fr',
    'fr-CH',
    'es-MX',
    'it',
    'nl',
    'pt-BR',
    'pl',
  ],
  ...[
    'sv',
    'nb',
    'ru',
    'uk',
    'tr',
    'hi',
    'mr',
    'bn',
    'fa',
    'ur',
    'ar-EG',
    'he',
    'id',
    'vi',
    'th',
    'ja',
    'ko',
    'zh',
  ],
]
const amounts = fc.record({
  value: fc.oneof(fc.bigInt(0n, 10n ** 30n), fc.bigInt(1n, 10n ** 6n)),
  decimals: fc.constantFrom(0, 2, 3, 6, 9, 18),
})
const numRuns = asked('PROPERTY_RUNS', 25)

describe.each(tags)('an amount in the language %s', (tag) => {
  it('is read as the value that the page printed, or offered as one of two amounts', () => {
    const readsBack = (printed: string, value: bigint, decimals: number) => {
      const read = readAmount(separatorIn(tag), printed)
      const values = ('text' in read ? [read.text] : read.readings).map((text) =>
        parseAmount(text, Math.max(3, decimals), { allowZero: true }),
      )
      const wanted = decimals < 3 ? value * 10n ** BigInt(3 - decimals) : value
      return values.includes(wanted)
    }
    fc.assert(
      fc.property(amounts, ({ value, decimals }) => {
        const unit = 10n ** BigInt(Math.max(0, decimals - 6))
        const shownBriefly = value < unit ? value : (value / unit) * unit
        return (
          readsBack(exactIn(tag, { value, decimals }), value, decimals) &&
          readsBack(brief(tag, { value, decimals }), shownBriefly, decimals)
        )
      }),
      { numRuns },
    )
  })

  it('can be typed one character at a time in the form that the field shows', () => {
    fc.assert(
      fc.property(amounts, ({ value, decimals }) => {
        const text = formatUnits(value, decimals)
        let field = ''
        let heard = ''
        for (const char of amountInField(separatorIn(tag), text)) {
          field += char
          const read = readAmount(separatorIn(tag), field)
          if (!('text' in read)) return false
          heard = read.text
        }
        return heard === text && amountInField(separatorIn(tag), heard) === field
      }),
      { numRuns },
    )
  })

  it('is ambiguous only if three digits follow the separator of thousands', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,2}$/)
    fc.assert(
      fc.property(
        digits,
        fc.stringMatching(/^\d{3}$/),
        fc.constantFrom('.', ','),
        (whole, rest, separator) => {
          const read = readAmount(separatorIn(tag), `${whole}${separator}${rest}`)
          const isOwn = amountInField(separatorIn(tag), '.') === separator
          expect(read).toEqual(
            isOwn ? { text: `${whole}.${rest}` } : { readings: [`${whole}${rest}`, `${whole}.${rest}`] },
          )
        },
      ),
      { numRuns },
    )
  })
})

describe('an amount', () => {
  it.each([
    ['en', '1,304.5', '1304.5'],
    ['en', '1,304,000', '1304000'],
    ['en', '0,304', '0.304'],
    ['en', '1,30', '1.30'],
    ['en', '1,', '1.'],
    ['en', ' 1 304 ', '1304'],
    ['en', '', ''],
    ['de', '1.304,5', '1304.5'],
    ['de', '1,304', '1.304'],
    ['de', '1.30', '1.30'],
    ['de-CH', '1’304.5', '1304.5'],
    ['fr', '1\u202f304,5', '1304.5'],
    ['en-IN', '12,34,567.8', '1234567.8'],
    ['ar-EG', '\u200f١٬٣٠٤٫٥', '1304.5'],
    ['fa', '۱۲٫۵', '12.5'],
    ['en', '１２.５', '12.5'],
    ['ja', '１２．５', '12.5'],
    ['zh', '１，３０４．５', '1304.5'],
    ['en', '1 304 000.5', '1304000.5'],
    ['en-IN', '12 34 567', '1234567'],
  ])('that is typed in the language %s as %j means %j', (tag, typed, text) => {
    expect(readAmount(separatorIn(tag), typed)).toEqual({ text })
  })

  it.each([
    ['en', '1,30,4.5'],
    ['en', '1,304,00'],
    ['en', '1.304,5'],
    ['en', '1.304.000'],
    ['en', '1e3'],
    ['en', '-1'],
    ['en', '1,3,4'],
    ['de', '1.304.00,5'],
    ['de', '1,304.56'],
    ['en', '10 5'],
    ['en', '1.5 2'],
    ['en', '1.304 000'],
    ['en', '1 304,000 000'],
    ['en', '123,45,678'],
  ])('that is typed in the language %s as %j is refused', (tag, typed) => {
    const read = readAmount(separatorIn(tag), typed)
    expect(() => parseAmount('text' in read ? read.text : '1', 18)).toThrow(/amount: is not a decimal number/)
  })

  it('that contains a less-than sign is refused by the field', () => {
    const read = readAmount(separatorIn('en'), amountIn('en', { value: 1n, decimals: 18 }))
    expect(() => parseAmount('text' in read ? read.text : '1', 18)).toThrow('is not a decimal number')
  })
})
