// @vitest-environment jsdom
import { createLatchkey, type Latchkey } from 'latchkey'
import { act, createElement, useState } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '../../../src/core/amounts/amount.ts'
import { formatUnits } from '../../../src/core/amounts/units.ts'
import { useAmountField } from '../../../src/ui-react/hooks/use-amount-field.ts'
import { brief, exactIn } from '../../../src/ui-react/language/amount.ts'
import { createLanguage } from '../../../src/ui-react/language/language.ts'
import { separatorIn } from '../../../src/ui-react/language/read-amount.ts'
import { LanguageContext } from '../../../src/ui-react/language/use-language.ts'
import { AmountReadings } from '../../../src/ui-react/parts/form/amount-readings.tsx'
import { fc } from '../../support/fast-check.ts'
import { asked } from '../../support/seed.ts'
import { type Mounted, mount, options } from './rendering.ts'

const tags = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'id', 'ja', 'ko', 'pt', 'ru', 'tr', 'vi', 'zh']
const points = tags.filter((tag) => separatorIn(tag) === '.')
const commas = tags.filter((tag) => separatorIn(tag) === ',')
const numRuns = asked('PROPERTY_RUNS', 3)

/** The amount that the field has set, as a decimal text. */
let amount = ''
let setAmount: (text: string) => void
let latchkey: Latchkey
let page: Mounted

function Field() {
  const [value, set] = useState('')
  amount = value
  setAmount = set
  const field = useAmountField(value, set)
  return createElement(
    'div',
    null,
    createElement('input', field.input),
    createElement(AmountReadings, { readings: field.readings, choose: field.choose }),
  )
}
const inLanguage = (tag: string) =>
  createElement(
    LanguageContext.Provider,
    { value: createLanguage({ tag, overrides: {} }) },
    createElement(Field, { key: tag }),
  )
const input = () => page.container.querySelector('input')!
const status = () => page.container.querySelector('[role=status]')!
const buttons = () => [...page.container.querySelectorAll('button')]
const offered = () => buttons().map(({ textContent }) => textContent)
const leave = () => act(async () => input().blur())

async function put(text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Empties the field, then types one key at a time after the text that the field shows. */
async function type(text: string) {
  await act(async () => input().focus())
  await put('')
  for (const char of text) await put(input().value + char)
}

describe('the amount field', () => {
  beforeAll(async () => {
    latchkey = createLatchkey(options().options)
    page = await mount(() => latchkey, inLanguage('en'))
  })
  afterAll(() => page.unmount())
  const speak = (tag: string) => page.rerender(inLanguage(tag))

  it.each(points)('asks in the language %s which amount the typed text 1,304 means', async (tag) => {
    await speak(tag)
    await type('1,304')
    expect({ shown: input().value, amount, offered: offered() }).toEqual({
      shown: '1,304',
      amount: '',
      offered: ['1304', '1.304'],
    })
    await type('1,304,000')
    expect({ shown: input().value, amount, offered: offered() }).toEqual({
      shown: '1,304,000',
      amount: '1304000',
      offered: [],
    })
  })

  it.each(commas)('asks in the language %s which amount the typed text 1.304 means', async (tag) => {
    await speak(tag)
    await type('1.304')
    expect({ shown: input().value, amount, offered: offered() }).toEqual({
      shown: '1.304',
      amount: '',
      offered: ['1304', '1,304'],
    })
    await type('1.304,50')
    expect({ shown: input().value, amount, offered: offered() }).toEqual({
      shown: '1.304,50',
      amount: '1304.50',
      offered: [],
    })
  })

  it.each(tags)('understands in the language %s each amount as the page prints it', async (tag) => {
    await speak(tag)
    const amounts = fc.record({
      value: fc.oneof(fc.bigInt(0n, 10n ** 24n), fc.bigInt(1n, 10n ** 7n)),
      decimals: fc.constantFrom(0, 2, 3, 6, 18),
      print: fc.constantFrom(exactIn, brief),
    })
    const smallest = (text: string) => parseAmount(text, 21, { allowZero: true })
    const check = async ({
      value,
      decimals,
      print,
    }: typeof amounts extends fc.Arbitrary<infer T> ? T : never) => {
      const unit = print === brief ? 10n ** BigInt(Math.max(0, decimals - 6)) : 1n
      const shown = value < unit ? value : (value / unit) * unit
      const wanted = smallest(formatUnits(shown, decimals))
      await type(print(tag, { value, decimals }))
      if (amount === '') {
        const meant = buttons().find(({ dataset }) => smallest(dataset.testid!.slice(7)) === wanted)
        await act(async () => meant!.click())
      }
      const heard = smallest(amount)
      await leave()
      expect([heard, smallest(amount)]).toEqual([wanted, wanted])
      // After the visitor leaves the field, the shown text has only one meaning.
      await type(input().value)
      expect([smallest(amount), offered()]).toEqual([wanted, []])
    }
    await fc.assert(fc.asyncProperty(amounts, check), { numRuns })
  })

  it("keeps text that isn't an amount", async () => {
    await speak('de')
    for (const text of ['1,304.56', '1.2.3', '10 5', '1,5 2', 'x']) {
      await type(text)
      await leave()
      expect([input().value, offered()]).toEqual([text, []])
      expect(() => parseAmount(amount, 18), text).toThrow('is not a decimal number')
    }
  })

  it("shows an amount in the language's format after the visitor leaves the field", async () => {
    await speak('de')
    await type('1.304,50')
    await leave()
    expect(input().value).toBe('1304,50')
    await type('1.304')
    await leave()
    expect([input().value, offered()]).toEqual(['1.304', ['1304', '1,304']])
  })

  it('shows the amount that the visitor chooses', async () => {
    await speak('de')
    await type('1.304')
    const [, fraction] = buttons()
    await act(async () => {
      fraction!.focus()
      fraction!.click()
    })
    expect([input().value, amount, offered()]).toEqual(['1,304', '1.304', []])
    expect(document.activeElement).toBe(input())
  })

  it('has its status element before it asks a question', async () => {
    await speak('en')
    await type('1')
    const before = status()
    await type('1,304')
    expect(status()).toBe(before)
    expect(before.textContent).toContain('Which amount do you mean?')
  })

  it('shows an amount that the page sets', async () => {
    await speak('es')
    await type('1.304')
    await act(async () => setAmount('2.5'))
    expect([input().value, offered()]).toEqual(['2,5', []])
  })

  it('drops the question when the account changes', async () => {
    await speak('en')
    await act(async () => {
      await latchkey.connect({ connectorId: 'a' })
    })
    await type('1,304')
    expect(offered()).toEqual(['1304', '1.304'])
    await act(async () => {
      await latchkey.disconnect()
    })
    expect([input().value, amount, offered()]).toEqual(['', '', []])
  })
})
