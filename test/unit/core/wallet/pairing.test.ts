import { describe, expect, it } from 'vitest'
import {
  isPairingExpired,
  pairingExpiry,
  pairsEarly,
  reusesPairing,
} from '../../../../src/core/wallet/pairing.ts'
import { pairingUriProblem } from '../../../../src/core/wallet/pairing-uri.ts'

const now = 1_700_000_000_000

describe('a pairing uri', () => {
  it('lives 4 minutes and counts as expired in its last 10 s', () => {
    const expiry = pairingExpiry(now)
    expect(expiry - now).toBe(240_000)
    expect(isPairingExpired(expiry, now)).toBe(false)
    expect(isPairingExpired(expiry, now + 229_999)).toBe(false)
    expect(isPairingExpired(expiry, now + 230_000)).toBe(true)
    expect(isPairingExpired(expiry, now + 240_001)).toBe(true)
  })

  it('that is not there, or that a clock which was set back has made, is expired', () => {
    expect(isPairingExpired(undefined, now)).toBe(true)
    expect(isPairingExpired(Number.NaN, now)).toBe(true)
    expect(isPairingExpired(now + 3_600_000, now)).toBe(true)
  })

  it.each([
    [{ telegram: true, safari: false, ios: false }, true, false],
    [{ telegram: true, safari: true, ios: false }, true, true],
    [{ telegram: true, safari: false, ios: true }, true, true],
    [{ telegram: false, safari: true, ios: true }, true, true],
    [{ telegram: false, safari: true, ios: false }, false, false],
    [{ telegram: false, safari: false, ios: true }, false, false],
    [{ telegram: false, safari: false, ios: false }, false, false],
  ])(
    'is used again, and made in advance, only where a tap must open a link at once: %o',
    (traits, again, early) => {
      expect(reusesPairing(traits)).toBe(again)
      expect(pairsEarly(traits)).toBe(early)
    },
  )
})

describe('a pairing uri that somebody gives us', () => {
  const topic = '7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'
  const key = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
  const uri = (query: string, version = '2', at = topic) => `wc:${at}@${version}?${query}`
  const seconds = now / 1000

  it.each([
    [uri(`relay-protocol=irn&symKey=${key}`), undefined],
    [uri(`expiryTimestamp=${seconds + 300}&relay-protocol=irn&symKey=${key}`), undefined],
    [` ${uri(`relay-protocol=irn&symKey=${key}&methods=wc_sessionAuthenticate`)}\n`, undefined],
    [uri(`expiryTimestamp=${seconds - 1}&relay-protocol=irn&symKey=${key}`), 'expired'],
    [uri(`expiryTimestamp=${seconds}&relay-protocol=irn&symKey=${key}`), 'expired'],
    [uri(`expiryTimestamp=soon&relay-protocol=irn&symKey=${key}`), 'malformed'],
    ['wc:8a5e5bdc-a0e4-4702-ba63-8f1a5655744f@1?bridge=https%3A%2F%2Fbridge.example&key=41791102', 'version'],
    [uri(`relay-protocol=irn&symKey=${key}`, '3'), 'version'],
    [uri('relay-protocol=irn'), 'malformed'],
    [uri(`relay-protocol=irn&symKey=${key.slice(1)}`), 'malformed'],
    [uri(`symKey=${key}`), 'malformed'],
    [uri(`relay-protocol=irn&symKey=${key}`, '2', 'topic'), 'malformed'],
    ['https://example.com', 'malformed'],
    ['', 'malformed'],
  ])('%s is %s', (text, problem) => {
    expect(pairingUriProblem(text, now)).toBe(problem)
  })
})
