import { describe, expect, it } from 'vitest'
import { nativeBalances } from '../../../../src/controllers/wallet/stored-balances.ts'
import { memoryStore } from '../../../../src/platform/memory-store.ts'
import { createPersistence } from '../../../../src/services/persistence.ts'
import { manualClock } from '../../../../src/testing/manual-clock.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { fc } from '../../../support/fast-check.ts'

const start = 1_700_000_000_000
const account = 'eip155:1:0xabc'
const balance = { value: 2n ** 255n + 1n, decimals: 18, symbol: 'ETH' }
const key = '@latchkey/nativeBalanceCache'

function world() {
  const clock = manualClock(start)
  const store = memoryStore()
  const open = () =>
    nativeBalances(createPersistence({ store, log: memoryPlatform().log, name: 'app' }), clock)
  const write = (data: unknown) => store.set(key, JSON.stringify({ v: 1, data }))
  return { clock, store, open, write, balances: open() }
}

describe('stored native balances', () => {
  it('last for 30,000 ms, and are then removed', async () => {
    const { balances, open, clock, store } = world()
    balances.set(account, balance)
    await clock.advance(29_999)
    expect(open().get(account)).toMatchObject(balance)
    expect(open().get('eip155:1:0xdef')).toBeUndefined()
    await clock.advance(1)
    expect(balances.get(account)).toBeUndefined()
    expect(store.keys()).toEqual([])
  })

  it.each([
    ['a year in the future', start + 31_536_000_000],
    ['a moment in the future', start + 1],
    ['not a number', Number.NaN],
    ['infinite', Number.NEGATIVE_INFINITY],
    ['a text', 'now'],
    ['missing', undefined],
  ])('count as expired if their time is %s', (_, timestamp) => {
    const { balances, write } = world()
    const entry = { value: '5', decimals: 18, symbol: '' }
    write({ [account]: { ...entry, timestamp }, 'eip155:1:0xdef': { ...entry, timestamp: start } })
    expect(balances.get(account)).toBeUndefined()
    expect(balances.get('eip155:1:0xdef')).toMatchObject({ value: 5n, symbol: '' })
  })

  it.each([
    { value: '-1' },
    { value: '1.5' },
    { value: 5 },
    { value: '9'.repeat(81) },
    { decimals: '18' },
    { symbol: 7 },
    { symbol: 'x'.repeat(9000) },
  ])('are ignored if they contain %j', (bad) => {
    const { balances, write } = world()
    write({ [account]: { value: '5', decimals: 18, symbol: 'ETH', timestamp: start, ...bad } })
    expect(balances.get(account)).toBeUndefined()
  })

  it('are read back exactly, whatever their value', () => {
    const { balances, open } = world()
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (value) => {
        balances.set(account, { ...balance, value })
        expect(open().get(account)?.value).toBe(value)
      }),
    )
  })

  it('are limited to the 50 most recently written balances', () => {
    const { balances, open } = world()
    for (let index = 0; index < 60; index++) balances.set(`eip155:1:0x${index}`, balance)
    expect([9, 10, 59].map((index) => open().get(`eip155:1:0x${index}`) !== undefined)).toEqual([
      false,
      true,
      true,
    ])
  })

  it('make room for a new balance by removing the balance that was written longest ago', () => {
    const { balances, open } = world()
    const of = (index: number) => `eip155:1:0x${index}` as const
    for (let index = 0; index < 50; index++) balances.set(of(index), balance)
    balances.set(of(0), { ...balance, value: 1n })
    balances.set(of(50), balance)
    expect([0, 1, 2, 50].map((index) => open().get(of(index))?.value)).toEqual([
      1n,
      undefined,
      balance.value,
      balance.value,
    ])
  })

  it('are removed if the stored text is invalid', () => {
    const { balances, store } = world()
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        store.set(key, text)
        expect(balances.get(account)).toBeUndefined()
        expect(store.get(key)).toBeNull()
      }),
    )
  })
})
