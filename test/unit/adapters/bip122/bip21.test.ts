import { describe, expect, it } from 'vitest'
import { parsePaymentRequest } from '../../../../src/adapters/bip122/bip21.ts'

// The address in the examples of BIP-21 has a wrong checksum on purpose. So the tests use the address of
// bitcoinjs/bip21.
const address = '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'

describe('by BIP-21, Latchkey', () => {
  // bip-0021.mediawiki, "Examples".
  it.each([
    [`bitcoin:${address}`, { address }],
    [`bitcoin:${address}?label=Luke-Jr`, { address, label: 'Luke-Jr' }],
    [`bitcoin:${address}?amount=20.3&label=Luke-Jr`, { address, amount: 2_030_000_000n, label: 'Luke-Jr' }],
    [
      `bitcoin:${address}?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz`,
      { address, amount: 5_000_000_000n, label: 'Luke-Jr', message: 'Donation for project xyz' },
    ],
    [`bitcoin:${address}?somethingyoudontunderstand=50&somethingelseyoudontget=999`, { address }],
    // bitcoinjs/bip21, test/fixtures.json
    [`BITCOIN:${address}?amount=20.3&label=Foobar`, { address, amount: 2_030_000_000n, label: 'Foobar' }],
    [`bitcoin:${address}?`, { address }],
    [`bitcoin:${address}?amount=1.00`, { address, amount: 100_000_000n }],
    [`bitcoin:${address}?amount=1&custom=foobar`, { address, amount: 100_000_000n }],
    [
      `bitcoin:${address}?amount=0.200000&r=https%3A%2F%2Fbitpay.com%2Fi%2Fxxxxxxxxxxxxxxxxxxxxxx`,
      { address, amount: 20_000_000n },
    ],
    // Bech32 may be in upper case, as in QR codes.
    [
      'BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?amount=.00000001',
      { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: 1n },
    ],
    [`bitcoin:${address}?amount=21000000`, { address, amount: 2_100_000_000_000_000n }],
    [`bitcoin:${address}?label=a+b%3D%26&`, { address, label: 'a+b=&' }],
  ])('parses %s', (text, expected) => {
    expect(parsePaymentRequest(text)).toEqual(expected)
  })

  it.each([
    [
      `bitcoin:${address}?req-somethingyoudontunderstand=50&req-somethingelseyoudontget=999`,
      'the link requires',
    ],
    [`bitcoin:${address}?re%71-something=1`, 'the link requires'],
    // From bitcoinjs/bip21, test/fixtures.json: its invalid links, and links that bitcoinjs/bip21 accepts
    // although BIP-21 doesn't.
    ['satoshi:1BgGZ9tcN4rm9KBzDn7KprQz87SZ26XXXX', 'expected bitcoin:'],
    ['bitcoin:1BgGZ9tcN4rm9KBzDn7KprQz87SZ26XXXX', "isn't a valid Bitcoin address"],
    [`bitcoin://${address}`, "isn't a valid Bitcoin address"],
    [`bitcoin:${address}?amount=-1.00`, 'is not a decimal number'],
    [`bitcoin:${address}?amount=two`, 'is not a decimal number'],
    [`bitcoin:${address}?amount=NaN`, 'is not a decimal number'],
    [`bitcoin:${address}?amount=Infinity`, 'is not a decimal number'],
    [`bitcoin:${address}?amount=50,000.00`, 'is not a decimal number'],
    [`bitcoin:${address}?amount=1e3`, 'is not a decimal number'],
    [`bitcoin:${address}?amount=-1`, 'is not a decimal number'],
    [`bitcoin:${address}?amount=0x10`, 'is not a decimal number'],
    [`bitcoin:${address}?amount=`, 'is missing'],
    [`bitcoin:${address}?amount=0`, 'must be more than zero'],
    [`bitcoin:${address}?amount=1.123456789`, 'has more than 8 decimals'],
    [`bitcoin:${address}?amount=21000000.00000001`, 'is too large'],
    [`bitcoin:${address}?amount=1&amount=2`, 'appears twice'],
    [`bitcoin:${address}?label=%E0%A4%A`, 'percent-encoding'],
    ['bitcoin:', 'expected bitcoin:'],
    ['bitcoin:?amount=1', 'expected bitcoin:'],
    [address, 'expected bitcoin:'],
    [`litecoin:${address}`, 'expected bitcoin:'],
    ['bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=20.3', "isn't a valid Bitcoin address"],
    ['bitcoin:javascript:alert(1)', "isn't a valid Bitcoin address"],
    [`bitcoin:${address}?label=${'x'.repeat(2048)}`, 'expected bitcoin:'],
  ])('refuses %s with an error that contains: %s', (text, reason) => {
    expect(() => parsePaymentRequest(text)).toThrow(reason)
  })
})
