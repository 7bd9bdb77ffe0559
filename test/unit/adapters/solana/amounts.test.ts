import { SystemInstruction, type TransactionInstruction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { token2022Program } from '../../../../src/adapters/solana/chain/token.ts'
import { nativeTransfer, tokenTransfer } from '../../../../src/adapters/solana/chain/transfers.ts'
import { checkedSend } from '../../../../src/adapters/solana/checks.ts'
import { parseAmount } from '../../../../src/core/amounts/amount.ts'
import { formatUnits } from '../../../../src/core/amounts/units.ts'
import { fc } from '../../../support/fast-check.ts'

const alice = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const bob = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
const maxU64 = 2n ** 64n - 1n
const send = (amount: bigint) =>
  checkedSend({ from: `solana:x:${alice}`, to: bob, amount } as Parameters<typeof checkedSend>[0])

function lamportsOf(amount: bigint): bigint {
  const [transfer] = nativeTransfer(alice, bob, amount)
  return SystemInstruction.decodeTransfer(transfer as TransactionInstruction).lamports as bigint
}
/** Computes the expected units without the code under test, by shifting the digits of the text. */
function moved(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction + '0'.repeat(decimals - fraction.length))
}

describe('a solana amount', () => {
  it.each([
    ['1.001', 1_001_000_000n],
    ['8.19', 8_190_000_000n],
    ['0.000000001', 1n],
    ['0.0157', 15_700_000n],
    ['18446744073.709551615', maxU64],
  ])('of %s SOL is %i lamports', (text, expected) => {
    expect(parseAmount(text, 9, { max: maxU64 })).toBe(expected)
    expect(lamportsOf(expected)).toBe(expected)
  })

  it.each(['0.0000000001', '1.0000000000', '18446744073.709551616', '1,5', '1e3', 'NaN', ''])(
    "of '%s' SOL is refused",
    (text) => {
      expect(() => parseAmount(text, 9, { max: maxU64 })).toThrow(
        expect.objectContaining({ code: 'validation/invalid-amount' }),
      )
    },
  )

  it('is exact in the transfer, for any amount up to 2^64 - 1', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, maxU64), (amount) => {
        const text = formatUnits(amount, 9)
        return (
          parseAmount(text, 9, { max: maxU64 }) === amount &&
          moved(text, 9) === amount &&
          lamportsOf(amount) === amount
        )
      }),
      { numRuns: 20_000 },
    )
  })

  it('of a token is exact in the transfer', () => {
    const key = nativeTransfer(alice, bob, 1n)[0]!.keys[0]!.pubkey
    const token = { mint: key, program: token2022Program, decimals: 6, symbol: '', accountSize: 170 }
    fc.assert(
      fc.property(fc.bigInt(1n, maxU64), (amount) => {
        const [move] = tokenTransfer(token, {
          from: alice,
          sources: [{ address: bob, amount }],
          to: bob,
          makeAccount: false,
        })
        const data = Uint8Array.from(move!.data)
        const read = data.slice(1, 9).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
        return data[0] === 12 && read === amount && data[9] === 6 && data.length === 10
      }),
      { numRuns: 200 },
    )
  })

  it.each([0n, -1n, 2n ** 64n, 1.5 as unknown as bigint, '1' as unknown as bigint])(
    'of %o cannot be sent',
    (amount) => {
      expect(() => send(amount)).toThrow(expect.objectContaining({ code: 'validation/invalid-amount' }))
    },
  )

  it('must be in range for the price and the limit of compute units', () => {
    for (const options of [
      { computeUnitLimit: 0 },
      { computeUnitLimit: 1_400_001 },
      { computeUnitLimit: 1.5 },
      { microLamportsPerUnit: -1n },
      { microLamportsPerUnit: 2n ** 64n },
      { microLamportsPerUnit: 5 as unknown as bigint },
    ])
      expect(() =>
        checkedSend({ from: `solana:x:${alice}`, to: bob, amount: 1n, options } as Parameters<
          typeof checkedSend
        >[0]),
      ).toThrow(expect.objectContaining({ code: 'validation/invalid-input' }))
  })
})
