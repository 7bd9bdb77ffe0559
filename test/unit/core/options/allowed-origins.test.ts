import { describe, expect, it } from 'vitest'
import { isAllowedOrigin } from '../../../../src/core/options/allowed-origins.ts'
import { fc } from '../../../support/fast-check.ts'

describe('an origin', () => {
  it.each([
    'http://localhost:3000',
    'https://shop.pages.dev',
    'https://a.b.vercel.app',
    'https://x.ngrok-free.app',
    'https://secure-mobile.walletconnect.com',
    'https://secure-mobile.walletconnect.org',
  ])('%s is allowed by default', (origin) => {
    expect(isAllowedOrigin(origin, [])).toBe(true)
  })

  it.each([
    'http://localhost',
    'https://localhost:3000',
    'https://pages.dev',
    'https://shop.pages.dev.evil.example',
    'https://shop.PAGES.dev',
    'http://shop.vercel.app',
    'null',
    '',
  ])('%j is not allowed by default', (origin) => {
    expect(isAllowedOrigin(origin, [])).toBe(false)
  })

  it.each([
    ['https://app.example', 'https://app.example', true],
    ['https://app.example', 'https://app.example/some/page?x=1', true],
    ['https://app.example', 'https://app.example:444', false],
    ['https://app.example', 'app.example', false],
    ['app.example', 'app.example', true],
    ['https://a.app.example', 'https://*.app.example', true],
    ['https://app.example', 'https://*.app.example', false],
    ['https://app.example', 'https://*', true],
    ['https://aXb.example', 'https://a.b.*', false],
    ['https://app.example', '*', true],
    ['https://a.example', 'https://a*a.example', false],
    ['https://ab.example', 'https://a*b*.example', true],
    ['https://App.example', 'https://app.*', false],
  ])('%s is allowed by the pattern %s: %s', (origin, pattern, expected) => {
    expect(isAllowedOrigin(origin, [pattern])).toBe(expected)
  })

  it('is allowed by a pattern exactly if the equivalent regular expression matches it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8 })
    const escaped = (pattern: string) =>
      new RegExp(
        `^${pattern
          .split('*')
          .map((piece) => piece.replaceAll('.', '\\.'))
          .join('.*')}$`,
      )
    fc.assert(
      fc.property(text, text, (origin, pattern) => {
        fc.pre(pattern.includes('*'))
        expect(isAllowedOrigin(origin, [pattern])).toBe(escaped(pattern).test(origin))
      }),
      { numRuns: 2000 },
    )
  })

  it('is compared quickly even with a pattern of 2,000 stars', () => {
    // A comparison that tries every way to match the stars would time out.
    expect(isAllowedOrigin(`https://${'a'.repeat(5000)}`, [`${'*a'.repeat(2000)}!`])).toBe(false)
  })
})
