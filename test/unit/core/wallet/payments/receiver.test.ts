import { describe, expect, it } from 'vitest'
import { receiverWarnings } from '../../../../../src/core/wallet/payments/receiver.ts'
import { fc } from '../../../../support/fast-check.ts'

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
const from = `0x${'1'.repeat(40)}`

describe('a recipient', () => {
  it('is always flagged when it differs from a known address but has the same first and last four characters', () => {
    fc.assert(
      fc.property(hex(40), hex(32), (known, middle) => {
        const twin = `0x${known.slice(0, 4)}${middle}${known.slice(-4)}`
        fc.pre(twin !== `0x${known}`)
        const told = receiverWarnings('eip155', twin, { from, known: [`0x${known}`] })
        expect(told).toEqual(['look-alike', 'first-time'])
      }),
    )
  })

  it.each([
    [
      'solana',
      '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
      '7xKX9999999999999999999999999999999999999gAsU',
    ],
    [
      'bip122',
      'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      'bcrt1qw508aaaaaaaaaaaaaaaaaaaaaaaaaaaaaat080',
    ],
    [
      'cosmos',
      'cosmos1sfe9j8ewkd96nvdd6d86jgw0kt8ycmxrqwpnc7',
      'cosmos1sfe9aaaaaaaaaaaaaaaaaaaaaaaaaaaaapnc7',
    ],
    [
      'polkadot',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      '15oF4aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa6Sp5',
    ],
  ] as const)(
    'of %s is flagged if it looks like a known address, apart from a prefix that all addresses share',
    (namespace, known, twin) => {
      expect(receiverWarnings(namespace, twin, { from: 'x', known: [known] })[0]).toBe('look-alike')
      expect(receiverWarnings(namespace, known, { from: 'x', known: [known] })).toEqual([])
    },
  )

  it("of cosmos is not flagged just because it shares the chain's prefix", () => {
    const known = ['cosmos1aaaabbbbccccddddeeeeffffgggghhhhjjjjkkkk']
    const other = 'cosmos1qqqqbbbbccccddddeeeeffffgggghhhhjjjjzzzz'
    expect(receiverWarnings('cosmos', other, { from: 'x', known })).toEqual(['first-time'])
  })

  it('is flagged if it is the payer, the token contract or new, and not flagged if it was paid before', () => {
    const token = `0x${'2'.repeat(40)}`
    const paid = `0x${'3'.repeat(40)}`
    const warned = (receiver: string) => receiverWarnings('eip155', receiver, { from, known: [paid], token })
    expect(warned(from)).toEqual(['own'])
    expect(warned(token)).toEqual(['token'])
    expect(warned(paid)).toEqual([])
    expect(warned(`0x${'4'.repeat(40)}`)).toEqual(['first-time'])
  })
})
