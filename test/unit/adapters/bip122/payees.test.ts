import { describe, expect, it } from 'vitest'
import { payeesDigest, paysSame } from '../../../../src/adapters/bip122/chain/payees.ts'

const pay = (script: string, value: bigint) => ({ script, value })
const shop = pay('0014aa', 40_000n)
const tax = pay('0014bb', 1_000n)
const change = pay('0014cc', 900_000n)

type Outputs = readonly { readonly script: string; readonly value: bigint }[]

describe('the replacement of a bitcoin payment', () => {
  it.each<[string, Outputs, Outputs]>([
    ['the same outputs', [shop], [shop]],
    ['the same outputs in another order', [shop, tax], [tax, shop]],
    ['the change at a new address', [shop], [shop, change]],
    ['the change at a new address before two payees', [shop, tax], [change, shop, tax]],
  ])('counts as the same payment with %s', (_, before, after) => {
    expect(paysSame(after, payeesDigest(before))).toBe(true)
  })

  it.each<[string, Outputs, Outputs]>([
    ['another amount for the payee', [shop], [pay('0014aa', 39_000n), change]],
    ['one payee less', [shop, tax], [shop, change]],
    ['two outputs more', [shop], [shop, tax, change]],
    ['a payment to others in place of a payment to the sender', [], [change]],
    ['no output to others', [shop], []],
  ])('counts as another payment with %s', (_, before, after) => {
    expect(paysSame(after, payeesDigest(before))).toBe(false)
  })

  it('counts as another payment if the digest of the first payment is missing', () => {
    const many = Array.from({ length: 5000 }, (_, index) => pay(`0014${index}`, 1n))
    expect(paysSame([...many, change], payeesDigest(many))).toBe(false)
    expect(paysSame(many, payeesDigest(many))).toBe(true)
    expect(paysSame([shop, change], undefined)).toBe(false)
  })
})
