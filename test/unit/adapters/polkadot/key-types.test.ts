import { describe, expect, it } from 'vitest'
import { typedSignatures } from '../../../../src/adapters/polkadot/key-types.ts'

/** Returns a signature of this length with these first and last bytes. */
function signature(length: number, first: string, last: string): `0x${string}` {
  return `0x${first}${'42'.repeat(length - 2)}${last}`
}
const typed = (...all: readonly [string, `0x${string}`][]) =>
  all.map(([type, value]) => ({ type, signature: value }))

describe('the key type of a polkadot signature', () => {
  it('is its first byte, if the signature has the length and the last byte for this type', () => {
    const [ed, sr, ec] = [signature(65, '00', '0f'), signature(65, '01', '8f'), signature(66, '02', '01')]
    expect(typedSignatures(ed)[0]).toEqual({ type: 'ed25519', signature: ed })
    expect(typedSignatures(sr)).toEqual(typed(['sr25519', sr]))
    expect(typedSignatures(ec)).toEqual(typed(['ecdsa', ec]))
  })

  it('is clear without this byte, except if an ECDSA signature starts with 0', () => {
    const [ed, sr] = [signature(64, '00', '0f'), signature(64, '01', '8f')]
    expect(typedSignatures(ed)).toEqual(typed(['ed25519', `0x00${ed.slice(2)}`]))
    expect(typedSignatures(sr)).toEqual(typed(['sr25519', `0x01${sr.slice(2)}`]))
    for (const [first, last] of [
      ['01', '00'],
      ['00', '1b'],
      ['ff', '01'],
    ] as const) {
      const ec = signature(65, first, last)
      expect(typedSignatures(ec)).toEqual(typed(['ecdsa', `0x02${ec.slice(2)}`]))
    }
    const both = signature(65, '00', '01')
    expect(typedSignatures(both)).toEqual(typed(['ed25519', both], ['ecdsa', `0x02${both.slice(2)}`]))
  })

  it('is unknown for other lengths, and for 66 bytes that do not start with 2', () => {
    for (const bytes of [signature(63, '00', '01'), signature(66, '01', '81'), signature(67, '02', '01')])
      expect(typedSignatures(bytes)).toEqual([])
  })
})
