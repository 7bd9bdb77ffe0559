import { describe, expect, it } from 'vitest'
import { readRecap, recapOf, writeRecap } from '../../../../src/core/sign-in/recap.ts'
import { fc } from '../../../support/fast-check.ts'

const resource = fc.oneof(
  fc.constant('eip155'),
  fc.string({ unit: 'binary' }).filter((text) => text !== '__proto__'),
)
const grants = fc.dictionary(
  resource,
  fc.dictionary(resource, fc.array(fc.record({ chains: fc.array(fc.string()) }), { maxLength: 3 })),
)

describe('a ReCap', () => {
  it('is parsed to the value that was written', () => {
    fc.assert(
      fc.property(grants, (given) => {
        expect(readRecap(writeRecap(given))).toEqual(given)
      }),
    )
  })

  // ERC-5573, "Test Cases". The base64url texts are copied from there.
  it('is parsed as ERC-5573 specifies', () => {
    const recap =
      'urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9leGFtcGxlLmNvbS9waWN0dXJlcy8iOnsiY3J1ZC9kZWxldGUiOlt7fV0sImNydWQvdXBkYXRlIjpbe31dLCJvdGhlci9hY3Rpb24iOlt7fV19LCJtYWlsdG86dXNlcm5hbWVAZXhhbXBsZS5jb20iOnsibXNnL3JlY2VpdmUiOlt7Im1heF9jb3VudCI6NSwidGVtcGxhdGVzIjpbIm5ld3NsZXR0ZXIiLCJtYXJrZXRpbmciXX1dLCJtc2cvc2VuZCI6W3sidG8iOiJzb21lb25lQGVtYWlsLmNvbSJ9LHsidG8iOiJqb2VAZW1haWwuY29tIn1dfX0sInByZiI6WyJiYWZ5YmVpZ2RkNnMyNmdsMjQ3Y2lrbHNmZG9qZnl5M3BqN3J1d29pcm5hYmRwdGpwNjJ2c2FiIl19'
    expect(Object.keys(readRecap(recap)!)).toEqual([
      'https://example.com/pictures/',
      'mailto:username@example.com',
    ])
  })

  it('is read only from the last resource', () => {
    const recap = writeRecap({ eip155: { 'request/personal_sign': [{}] } })
    expect(recapOf(['https://example.com', recap])).toBe(recap)
    expect(recapOf([recap, 'https://example.com'])).toBeUndefined()
    expect(recapOf([])).toBeUndefined()
    expect(recapOf(undefined)).toBeUndefined()
  })

  it.each([
    ['', 'an empty text'],
    ['urn:recap:', 'no content'],
    [`urn:recap:${btoa('{}')}`, 'no grants'],
    [`urn:recap:${btoa('{"att":[]}')}`, 'a list of grants'],
    [`urn:recap:${btoa('{"att":{"eip155":[]}}')}`, 'a list of abilities'],
    [`urn:recap:${btoa('{"att":{"eip155":{"request/x":{}}}}')}`, 'limits that are not a list'],
    [`urn:recap:${btoa('{"att"')}`, 'truncated JSON'],
    [`urn:recap: ${btoa('{"att":{}}')}`, 'a space'],
    [`urn:recap:${btoa('\xff\xfe')}`, 'bytes that are not UTF-8'],
  ])('is absent if the resource is "%s": %s', (text) => {
    expect(readRecap(text)).toBeUndefined()
  })

  it('can be read from any text without an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        const read = readRecap(`urn:recap:${text}`)
        expect(read === undefined || typeof read === 'object').toBe(true)
      }),
    )
  })
})
