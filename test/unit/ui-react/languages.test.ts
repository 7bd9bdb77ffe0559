import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '../../../src/core/amounts/format.ts'
import { formatUnits } from '../../../src/core/amounts/units.ts'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { amountIn, brief, exactIn, factorIn } from '../../../src/ui-react/language/amount.ts'
import { dayIn } from '../../../src/ui-react/language/day.ts'
import { accountWords, leavingWords } from '../../../src/ui-react/language/english/account.ts'
import { connectWords, legalWords } from '../../../src/ui-react/language/english/connect.ts'
import { connectingWords } from '../../../src/ui-react/language/english/connecting.ts'
import { english } from '../../../src/ui-react/language/english.ts'
import { englishErrors } from '../../../src/ui-react/language/english-errors.ts'
import { createLanguage } from '../../../src/ui-react/language/language.ts'
import { loaderOf, locales } from '../../../src/ui-react/language/locales.ts'
import { checkChoice } from '../../../src/ui-react/language/overrides.ts'
import { errorSentence } from '../../../src/ui-react/parts/error/error-words.ts'
import translatedErrors from '../../fixtures/translated-errors.json' with { type: 'json' }
import { fc } from '../../support/fast-check.ts'

type Forms = Readonly<Record<string, string> & { other: string }>
type Texts = Readonly<Record<string, Readonly<Record<string, string | Forms>>>>
const inEnglish = english as unknown as Texts
const loaded = await Promise.all(
  Object.entries(locales).map(async ([tag, load]) => [tag, await load()] as const),
)
const formsOf = (text: string | Forms) => (typeof text === 'string' ? [text] : Object.values(text))
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
const language = (tag: string, overrides = {}) =>
  createLanguage({ tag, locale: Object.fromEntries(loaded)[tag.slice(0, 2)], overrides })

/** Texts that a translation may share with English, such as names. */
const sharedTexts: Readonly<Record<string, readonly string[]>> = {
  all: [
    ...[
      'Solana',
      'Polkadot',
      'Bitcoin',
      'Cosmos',
      'Farcaster',
      'Ordinals',
      'Stacks',
      'NFTs',
      'NFT',
      'Tokens',
    ],
    // Account names have Latin letters in every language.
    ...['1 {from} = {amount} {to}', 'your-name'],
  ],
  de: [
    ...['Name', 'Website', 'Test', 'Browser', 'Desktop', 'Smart sessions', 'Limit', 'Details', 'Route'],
    'Downloads',
  ],
  fr: ['Mobile', 'Site', 'Test', 'Collection'],
  id: ['{amount} per {time}'],
  pt: ['Site', 'Downloads'],
  tr: ['{amount} gas', 'No. {number}'],
  vi: ['Email'],
}

/** How each language names a higher cost in the text of `swap/changed`. */
const costIn: Readonly<Record<string, string>> = {
  ar: 'الكلفة',
  de: 'mehr kosten',
  es: 'costaría más',
  fr: 'coûterait plus',
  hi: 'ज़्यादा ख़र्च',
  id: 'berbiaya lebih',
  ja: '費用が高く',
  ko: '비용이 많아',
  pt: 'custaria mais',
  ru: 'стоил бы больше',
  tr: 'pahalıya',
  vi: 'nhiều phí',
  zh: '费用会高于',
}

describe.each(loaded)('the language %s', (tag, locale) => {
  const strings = locale.strings as unknown as Texts

  it('has exactly the strings that English has', () => {
    expect(Object.keys(strings).toSorted()).toEqual(Object.keys(inEnglish).toSorted())
    for (const [scope, texts] of Object.entries(inEnglish))
      expect(Object.keys(strings[scope] ?? {}).toSorted(), scope).toEqual(Object.keys(texts).toSorted())
  })

  it('has the placeholders of the English text in each string', () => {
    for (const [scope, texts] of Object.entries(inEnglish))
      for (const [key, text] of Object.entries(texts)) {
        const wanted = placesOf(formsOf(text).at(-1) ?? '')
        for (const form of formsOf(strings[scope]?.[key] ?? '')) {
          expect(form.trim(), `${scope}.${key}`).toBe(form)
          expect(form, `${scope}.${key}`).not.toBe('')
          // A plural form may contain its count as a word, such as "one wallet".
          const found = placesOf(form)
          const counted = typeof text === 'object' && !found.includes('count') ? [...found, 'count'] : found
          expect(counted.toSorted(), `${scope}.${key}`).toEqual(wanted)
        }
      }
  })

  it('is translated, except for names and words that it shares with English', () => {
    const shared = [...(sharedTexts.all ?? []), ...(sharedTexts[tag] ?? [])]
    const untranslated = Object.entries(inEnglish).flatMap(([scope, texts]) =>
      Object.entries(texts).flatMap(([key, text]) => {
        const same = formsOf(strings[scope]?.[key] ?? '').filter((form) => formsOf(text).includes(form))
        return same.filter((form) => !shared.includes(form)).map((form) => `${scope}.${key}: ${form}`)
      }),
    )
    expect(untranslated).toEqual([])
  })

  it('has every plural form that it needs', () => {
    const needed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted()
    const plurals = Object.values(strings).flatMap((texts) =>
      Object.values(texts).filter((text) => typeof text === 'object'),
    )
    expect(plurals.length).toBeGreaterThan(0)
    for (const forms of plurals) expect(Object.keys(forms).toSorted()).toEqual(needed)
  })

  it('translates the explanation of every error', async () => {
    const errors = await locale.errors()
    expect(Object.keys(errors).toSorted()).toEqual(Object.keys(englishErrors).toSorted())
    for (const [code, text] of Object.entries(errors)) {
      expect(text.trim(), code).not.toBe('')
      expect(text, code).not.toBe(englishErrors[code as keyof typeof englishErrors])
    }
  })

  it('says that a changed swap can also cost more', async () => {
    expect((await locale.errors())['swap/changed']).toContain(costIn[tag])
  })

  it('shortens an explanation to its first sentence', async () => {
    const whole = (await locale.errors())['validation/token-required']
    const sentence = await errorSentence(language(tag), latchkeyError('validation/token-required'))
    expect(whole.startsWith(`${sentence}`)).toBe(true)
    expect(sentence.length).toBeLessThan(whole.length)
    expect(sentence).toMatch(/[.。।]$/)
  })
})

// The fixture has a short hash of the English text whose translations were last compared with it.
it('each translation of an error was compared with the current English text', () => {
  const current = Object.entries(englishErrors).map(([code, text]) => [
    code,
    createHash('sha256').update(text).digest('hex').slice(0, 8),
  ])
  expect(
    translatedErrors,
    'An English error text changed. Correct its translations in src/ui-react/language/error-words if their meaning differs, ' +
      'then copy the new hash of its code to test/fixtures/translated-errors.json.',
  ).toEqual(Object.fromEntries(current))
})

describe('the language of a tag', () => {
  it('is found by the first part of the tag, whatever the region', () => {
    for (const tag of ['es', 'es-MX', 'ES-419', 'es-Latn-US']) expect(loaderOf(tag), tag).toBe(locales.es)
    for (const tag of ['ar-EG', 'ar-u-nu-latn']) expect(loaderOf(tag), tag).toBe(locales.ar)
    for (const tag of ['pt', 'pt-BR', 'pt-PT']) expect(loaderOf(tag), tag).toBe(locales.pt)
    for (const tag of ['zh', 'zh-CN', 'zh-Hans', 'zh-Hans-HK']) expect(loaderOf(tag), tag).toBe(locales.zh)
  })

  it('is not found if the package has the language only in another script', () => {
    for (const tag of ['zh-TW', 'zh-HK', 'zh-Hant', 'ar-Latn', 'hi-Latn', 'tlh'])
      expect(loaderOf(tag), tag).toBeUndefined()
  })
})

describe('a text in a language', () => {
  it('has the plural forms of the language', () => {
    const counted = (tag: string) =>
      [1, 2, 5, 11, 1_000_000].map((count) => language(tag).say(connectWords, 'more', { count }))
    expect(counted('es')).toEqual([
      'Mostrar 1 billetera más',
      'Mostrar 2 billeteras más',
      'Mostrar 5 billeteras más',
      'Mostrar 11 billeteras más',
      'Mostrar 1.000.000 de billeteras más',
    ])
    expect(counted('ar').slice(0, 4)).toEqual([
      'عرض محفظة واحدة أخرى',
      'عرض محفظتين أخريين',
      'عرض 5 محافظ أخرى',
      'عرض 11 محفظة أخرى',
    ])
  })

  it('keeps the direction of a name from affecting the text around it', () => {
    const open = (tag: string, wallet: string) => language(tag).say(connectingWords, 'heading', { wallet })
    expect(open('en', 'Moss')).toBe('Open Moss and confirm')
    expect(open('en', 'محفظة')).toBe('Open \u2068محفظة\u2069 and confirm')
    expect(open('en', 'M\u202eoss\u2069')).toBe('Open Moss and confirm')
    expect(open('ar', 'Moss')).toBe('افتح \u2068Moss\u2069 وأكّد')
    // A name is never used as a pattern or as a placeholder.
    expect(open('en', '$& {wallet}')).toBe('Open $& {wallet} and confirm')
  })

  it("joins lists in the language's style", () => {
    expect(language('en').list(['a', 'b', 'c'])).toBe('a, b, and c')
    expect(language('es').list(['a', 'b', 'c'])).toBe('a, b y c')
    expect(language('ar').list(['a', 'b'])).toBe('\u2068a\u2069 و\u2068b\u2069')
  })

  it('runs right to left if its script does', () => {
    const dirs = ['en', 'es-MX', 'ar-EG', 'he', 'fa', 'ur', 'az-Arab', 'fr'].map((tag) => language(tag).dir)
    expect(dirs).toEqual(['ltr', 'ltr', 'rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr'])
  })

  it('shows a duration in minutes and seconds', () => {
    expect([language('en').clock(59), language('en').clock(60), language('ar-EG').clock(605)]).toEqual([
      '0:59',
      '1:00',
      '١٠:٠٥',
    ])
  })
})

describe('an amount in a language', () => {
  const latin = (text: string) => text.replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))

  it('has exact digits in every language', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n }),
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom(['en', ',', '.'], ['es', '.', ','], ['ar-EG', '٬', '٫']),
        (value, decimals, [tag = '', group = '', point = '']) => {
          const plain = (text: string) => latin(text).replaceAll(group, '').replace(point, '.')
          const listed = formatAmount({ value, decimals })
          const shown = plain(amountIn(tag, { value, decimals }))
          expect(shown).toBe(value > 0n && Number(listed) === 0 ? '<0.001' : listed)
          expect(plain(exactIn(tag, { value, decimals }))).toBe(formatUnits(value, decimals))
        },
      ),
    )
    expect(brief('en', { value: 1_234_500_789_012_345_678n, decimals: 18 })).toBe('1.2345')
    expect(brief('en', { value: 1_234_567_899n, decimals: 9 })).toBe('1.234567')
    expect(brief('en', { value: 100n, decimals: 0 })).toBe('100')
    expect(brief('en', { value: 123n, decimals: 18 })).toBe('0.000000000000000123')
    expect(brief('en', { value: 2_000_000n, decimals: 6, multiplier: 1.5 })).toBe('3')
    expect(factorIn('en', 1.25)).toBe('1.25')
    expect(factorIn('en', 1.23456789)).toBe('1.23457')
    expect(factorIn('en', 5e-7)).toBe('0.0000005')
    expect(factorIn('de', 1.5e-7)).toBe('0,00000015')
    expect(factorIn('en', 1e21)).toBe('1,000,000,000,000,000,000,000')
    expect(amountIn('en', { value: 9_007_199_254_740_993_999_999n, decimals: 6 })).toBe(
      '9,007,199,254,740,993.999',
    )
  })
})

it('English formats numbers as Intl does, and needs no formatter for numbers under 1,000', () => {
  const { number } = createLanguage({ tag: 'en', overrides: {} })
  const known = Intl.NumberFormat
  const { format } = new known('en')
  const values = [0, 7, 42, 120, 999]
  Object.assign(Intl, { NumberFormat: undefined })
  try {
    expect(values.map(number)).toEqual(values.map(format))
  } finally {
    Object.assign(Intl, { NumberFormat: known })
  }
  for (const value of [-5, 0.5, 1000, 1234.5, 12n, 1234567n, 1e21, Number.NaN])
    expect(number(value), `${value}`).toBe(format(value))
})

describe('a day in a language', () => {
  const at = (text: string) => new Date(text).setHours(0, 0, 0, 0)
  const now = new Date('2026-03-02T09:00').getTime()

  it('is called today, yesterday or by its date', () => {
    expect(dayIn(createLanguage({ tag: 'en', overrides: {} }), at('2026-03-02T23:00'), now)).toBe('Today')
    expect(dayIn(createLanguage({ tag: 'en', overrides: {} }), at('2026-03-01T00:00'), now)).toBe('Yesterday')
    expect(dayIn(createLanguage({ tag: 'en', overrides: {} }), at('2026-02-28T12:00'), now)).toBe(
      'February 28',
    )
    expect(dayIn(createLanguage({ tag: 'en', overrides: {} }), at('2025-12-31T12:00'), now)).toBe(
      'December 31, 2025',
    )
    expect(dayIn(createLanguage({ tag: 'es', overrides: {} }), at('2026-03-01T12:00'), now)).toBe('Ayer')
    expect(dayIn(createLanguage({ tag: 'ar', overrides: {} }), at('2026-03-02T12:00'), now)).toBe('اليوم')
  })

  it('needs only two formatters for the names of 60 days', () => {
    const language = createLanguage({ tag: 'es', overrides: {} })
    const made: unknown[] = []
    class Counted extends Intl.DateTimeFormat {
      constructor(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
        super(...given)
        made.push(given)
      }
    }
    const known = Intl.DateTimeFormat
    Object.assign(Intl, { DateTimeFormat: Counted })
    try {
      const names = Array.from({ length: 60 }, (_, each) =>
        dayIn(language, at(`${each < 30 ? 2026 : 2025}-01-${10 + (each % 19)}T12:00`), now),
      )
      expect(names[0]).toBe('10 de enero')
      expect(names[30]).toBe('21 de enero de 2025')
      expect(made).toHaveLength(2)
    } finally {
      Object.assign(Intl, { DateTimeFormat: known })
    }
  })

  it('is called by its date if it is in the future', () => {
    expect(dayIn(createLanguage({ tag: 'en', overrides: {} }), at('2026-03-03T12:00'), now)).toBe('March 3')
  })
})

describe("a host's own texts", () => {
  const check = (overrides: Parameters<typeof checkChoice>[0]['overrides'], tag = 'en') => {
    const notes: string[] = []
    const choice = checkChoice({ tag, overrides }, (text) => notes.push(text))
    return { notes, choice, language: createLanguage(choice) }
  }

  it('replace single default texts', async () => {
    const own = { 'account.network': 'Chain', 'error.wallet/timeout': 'Too late.' }
    const { notes, language: changed } = check(own)
    expect(notes).toEqual([])
    expect(changed.say(accountWords, 'network')).toBe('Chain')
    expect(changed.say(leavingWords, 'disconnect')).toBe('Disconnect')
    expect(await changed.explain('wallet/timeout')).toBe('Too late.')
    expect(await changed.explain('wallet/disconnected')).toBe(englishErrors['wallet/disconnected'])
  })

  it.each([
    ['account.nothing', 'x', 'there is no such string'],
    ['error.wallet/unheard-of', 'x', 'there is no such string'],
    ['__proto__.x', 'x', 'there is no such string'],
    ['connecting.heading', 'Open it', '{wallet} is missing'],
    ['connecting.heading', 'Open {wallet} on {network}', 'the string has no placeholder {network}'],
    ['connecting.heading', '', 'a text is empty or not a string'],
    ['connect.more', { one: 'One more' }, 'the plural form other is missing'],
    ['connect.more', { one: 'One more', other: '{number} more' }, 'the string has no placeholder {number}'],
  ])('are refused and logged if they are invalid: %s: %o', (key, text, why) => {
    const { notes, choice } = check({ [key]: text as string, 'account.network': 'Chain' })
    expect(notes).toEqual([`The option strings['${key}'] is not used: ${why}`])
    expect(choice.overrides).toEqual({ 'account.network': 'Chain' })
  })

  it('may be a whole language, with English for each missing string', () => {
    const whole = Object.fromEntries(
      Object.entries(inEnglish).flatMap(([scope, texts]) =>
        Object.entries(texts).map(([key, text]) => [`${scope}.${key}`, text] as const),
      ),
    )
    expect(check(whole, 'nl').choice.tag).toBe('nl')
    expect(check(whole, 'nl').notes).toEqual([])
    const { 'account.network': _, ...part } = whole
    const { notes, choice } = check(part, 'nl')
    expect(choice.tag).toBe('en')
    expect(notes).toEqual([
      'The option strings is incomplete for the language nl (missing texts: 1): English is shown instead',
    ])
  })

  it('may have a placeholder for an element', () => {
    const { language: changed } = check({ 'legal.footer': '{documents}, agreed?' })
    expect(JSON.stringify(changed.around(legalWords, 'footer', { documents: 'Terms' }))).toContain(
      ', agreed?',
    )
  })
})
