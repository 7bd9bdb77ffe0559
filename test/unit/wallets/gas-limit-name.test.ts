import { decodeEip155Call } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { withFee } from '../../../src/wallets/eip155/fee.ts'

const to = `0x${'2'.repeat(40)}` as const
const price = { gasPrice: '0x2' } as const
const unasked = () => Promise.reject(new Error('The node is asked'))

describe('the gas of a transaction', () => {
  it.each([{ gas: '0x5208' }, { gasLimit: '0x5208' }, { gas: '0x5208', gasLimit: '21000' }] as const)(
    'is read from the field gas or gasLimit: %j',
    async (names) => {
      expect(decodeEip155Call({ to, ...price, ...names }).fee).toBe(42_000n)
      const whole = await withFee({ to, ...price, ...(names as object) }, unasked)
      expect(whole).toEqual({ to, ...price, gas: '0x5208' })
    },
  )

  it.each([
    [{ gas: '0x5208', gasLimit: '0x5209' }, 'transaction.gasLimit: differs from gas'],
    [{ gasLimit: 'many' }, 'transaction.gasLimit: is not a number'],
  ])('is refused if its fields are contradictory or invalid: %j', (names, reason) => {
    expect(() => decodeEip155Call({ to, ...price, ...names })).toThrow(reason)
  })

  it.each(['maxFeePerGas', 'maxPriorityFeePerGas'])('has one price: gasPrice with %s is refused', (other) =>
    expect(withFee({ to, ...price, gas: '0x5208', [other]: '0x2' }, unasked)).rejects.toMatchObject({
      code: 'validation/invalid-input',
      message: expect.stringContaining('transaction.gasPrice'),
    }),
  )
})
