// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement } from 'react'
import { expect, it } from 'vitest'
import { SwapView } from '../../../src/ui-react/views/swap/swap.tsx'
import { mount, options } from './rendering.ts'

it.each([
  ['value', 'Incorrect value'],
  ['funds', 'More than your balance.'],
] as const)(
  'the amount field of a swap is invalid, and says why, while the missing input is %s',
  async (missing, why) => {
    const latchkey = createLatchkey(options().options)
    const swap = latchkey.swap as unknown as { patch(part: object): void }
    const set = (part: object) => act(async () => swap.patch(part))
    const coin = { name: 'Coin', symbol: 'COIN', decimals: 0 }
    await set({ sourceToken: coin, sourceTokenAmount: '5', amount: 5n })
    const { container, unmount } = await mount(() => latchkey, createElement(SwapView))
    const field = container.querySelector('#lk-give')
    const note = container.querySelector('[role=status]#lk-give-note')
    expect(field?.getAttribute('aria-invalid')).toBe('false')
    expect(note?.textContent).toBe('')
    await set({ missing })
    expect(field?.getAttribute('aria-invalid')).toBe('true')
    expect(field?.getAttribute('aria-describedby')).toBe(note?.id)
    expect(note?.textContent).toBe(why)
    await unmount()
  },
)

it("announces an error of a swap's amount, but not what the amount is worth at each quote", async () => {
  const latchkey = createLatchkey(options().options)
  const swap = latchkey.swap as unknown as { patch(part: object): void }
  const set = (part: object) => act(async () => swap.patch(part))
  const coin = { name: 'Coin', symbol: 'COIN', decimals: 0, price: 2 }
  const terms = {
    from: coin,
    to: coin,
    amount: 5n,
    toAmount: 5n,
    minimum: 5n,
    route: [],
    networkFee: { ...coin, value: 1n },
  }
  await set({ sourceToken: coin, sourceTokenAmount: '5', amount: 5n, terms })
  const { container, unmount } = await mount(() => latchkey, createElement(SwapView))
  const note = container.querySelector('#lk-give-note')
  const line = note?.closest('.under')
  expect(line?.textContent).toContain('$10')
  expect(note?.textContent).toBe('')
  await set({ missing: 'funds' })
  expect(note?.textContent).toBe('More than your balance.')
  expect(line?.textContent).not.toContain('$10')
  await unmount()
})
