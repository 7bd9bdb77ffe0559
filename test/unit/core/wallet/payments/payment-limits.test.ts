import { describe, expect, it } from 'vitest'
import { paymentAmount } from '../../../../../src/core/wallet/payments/payment-amount.ts'
import {
  isMore,
  paymentLimits,
  paymentMethods,
} from '../../../../../src/core/wallet/payments/payment-limits.ts'
import { fc } from '../../../../support/fast-check.ts'

const dollar = {
  id: 'USD',
  payment_method_limits: [
    { id: 'card', min: '10.00', max: '7500.00' },
    { id: 'ach_bank_account', min: '20.00', max: '25000.00' },
  ],
}
const cents = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`

describe('the payment limits', () => {
  it('range from the lowest to the highest limit of all payment methods', () => {
    expect(paymentLimits(dollar)).toEqual({ min: '10.00', max: '25000.00' })
    expect(paymentLimits({ ...dollar, payment_method_limits: [] })).toBeUndefined()
  })

  it('allow exactly the amounts between the lowest and the highest limit, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000_000 }), (value) => {
        const read = paymentAmount(dollar, cents(value))
        const fits = value >= 1000 && value <= 2_500_000
        expect('amount' in read).toBe(fits)
        if ('amount' in read) expect(Math.round(Number(read.amount) * 100)).toBe(value)
        const methods = paymentMethods(dollar, cents(value))
        expect(methods.includes('card')).toBe(value >= 1000 && value <= 750_000)
        expect(methods.includes('ach_bank_account')).toBe(value >= 2000 && value <= 2_500_000)
      }),
    )
  })

  it('allow as many decimals as the currency has', () => {
    const free = (id: string) => ({ id, payment_method_limits: [] })
    expect(paymentAmount(free('JPY'), '1000')).toEqual({ amount: '1000' })
    expect(paymentAmount(free('JPY'), '1000.5')).toEqual({ problem: 'value' })
    expect(paymentAmount(free('KWD'), '1.005')).toEqual({ amount: '1.005' })
    expect(paymentAmount(free('USD'), '1.005')).toEqual({ problem: 'value' })
  })

  it('are compared exactly, beyond the precision of a float', () => {
    expect(isMore('90071992547409930.01', '90071992547409930.00')).toBe(true)
    expect(isMore('100', '100.00')).toBe(false)
    expect(isMore('0.1', '0.09')).toBe(true)
  })
})
