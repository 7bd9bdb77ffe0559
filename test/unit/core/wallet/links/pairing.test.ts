import { describe, expect, it } from 'vitest'
import { pairsEarly, reusesPairing } from '../../../../../src/core/wallet/links/pairing.ts'
import { isPairingExpired, pairingExpiry } from '../../../../../src/core/wallet/links/pairing-expiry.ts'
import { pairingUriProblem } from '../../../../../src/core/wallet/links/pairing-uri.ts'

const now = 1_700_000_000_000

describe('a pairing URI', () => {
  it('expires after 4 minutes, and counts as expired in its last 10 s', () => {
    const expiry = pairingExpiry('wc:', now)
    expect(expiry - now).toBe(240_000)
    expect(isPairingExpired(expiry, now)).toBe(false)
    expect(isPairingExpired(expiry, now + 229_999)).toBe(false)
    expect(isPairingExpired(expiry, now + 230_000)).toBe(true)
    expect(isPairingExpired(expiry, now + 240_001)).toBe(true)
  })

  it.each([
    ['an expiry before the limit', 60_000, 60_000],
    ['an expiry after the limit', 600_000, 240_000],
    ['an expiry at this moment', 0, 0],
  ])("ends at its own expiry, or at Latchkey's limit if the limit is earlier: %s", (_, said, left) => {
    const at = Math.floor(now / 1000) * 1000
    const text = `wc:${'a'.repeat(64)}@2?expiryTimestamp=${(at + said) / 1000}&relay-protocol=irn&symKey=${'b'.repeat(64)}`
    expect(pairingExpiry(text, at) - at).toBe(left)
  })

  it('counts as expired if its expiry is missing or too late', () => {
    expect(isPairingExpired(undefined, now)).toBe(true)
    expect(isPairingExpired(Number.NaN, now)).toBe(true)
    expect(isPairingExpired(now + 3_600_000, now)).toBe(true)
  })

  const none = {
    telegram: false,
    safari: false,
    appleSafari: false,
    ios: false,
    mobile: false,
    saveData: false,
  }
  const appleSafari = { safari: true, appleSafari: true }
  // A URI is reused on Safari, on iOS and inside Telegram. It is created in advance if a tap must open a link.
  it.each([
    ['Telegram on a desktop', { telegram: true }, true, false],
    ['Telegram on Android', { telegram: true, safari: true, mobile: true }, true, true],
    ['Telegram on iOS', { telegram: true, ios: true, mobile: true }, true, true],
    ['Safari on iOS', { ...appleSafari, ios: true, mobile: true }, true, true],
    ['Chrome on iOS', { safari: true, ios: true, mobile: true }, true, true],
    ["an iOS app's web view", { ios: true, mobile: true }, true, true],
    ['Safari on a Mac', appleSafari, true, false],
    ['Safari on an iPad, which identifies as a Mac', { ...appleSafari, mobile: true }, true, true],
    ['Chrome on a desktop', { safari: true }, false, false],
    ['Chrome on Android', { safari: true, mobile: true }, false, false],
    ['Firefox', {}, false, false],
  ] as const)(
    'is reused or created in advance only where this is necessary: %s',
    (_, traits, again, early) => {
      expect(reusesPairing({ ...none, ...traits })).toBe(again)
      expect(pairsEarly({ ...none, ...traits })).toBe(early)
      expect(pairsEarly({ ...none, ...traits, saveData: true })).toBe(false)
    },
  )

  it('is created in advance in web views and on an iPad, but not on a Mac', () => {
    const android = { ...none, safari: true, mobile: true }
    expect(pairsEarly(android, { webView: true })).toBe(true)
    expect(pairsEarly(android, { mac: true })).toBe(true)
    expect(pairsEarly({ ...android, mobile: false }, { mac: true })).toBe(false)
  })
})

describe('a pairing URI from a wallet library', () => {
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
  ])('with the text %j has this problem, if any: %s', (text, problem) => {
    expect(pairingUriProblem(text, now)).toBe(problem)
  })
})
