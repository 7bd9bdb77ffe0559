// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement } from 'react'
import { expect, it } from 'vitest'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { SwapPreviewView } from '../../../src/ui-react/views/swap/swap-preview.tsx'
import { mount, options } from './rendering.ts'

const coin = { name: 'Coin', symbol: 'COIN', decimals: 0 }
const token = { name: 'Token', symbol: 'T', decimals: 0, address: 'token' }
const terms = (toAmount: bigint) => ({
  ...{ from: coin, to: token, amount: 5n, toAmount, minimum: toAmount, route: ['COIN', 'T'], slippage: 1 },
  ...{ networkFee: { value: 1n, decimals: 0, symbol: 'COIN' }, at: 0, expiresAt: Number.MAX_SAFE_INTEGER },
})
const fee = { value: 1n, decimals: 0, symbol: 'COIN' }

/** Shows the review of a swap whose state the test sets. */
async function preview() {
  const latchkey = createLatchkey(options().options)
  const swap = latchkey.swap as unknown as { patch(part: object): void; prepareReview(): Promise<unknown> }
  swap.prepareReview = async () => {}
  const set = (part: object) => act(async () => swap.patch(part))
  await set({ amount: 5n })
  const page = await mount(() => latchkey, createElement(SwapPreviewView))
  const find = (id: string) => page.container.querySelector<HTMLElement>(`[data-testid=${id}]`)
  return { ...page, set, find }
}

it('the review of a swap shows the terms that the wallet gets, even if the form has a newer quote', async () => {
  const { set, find, unmount } = await preview()
  const reviewed = terms(10n)
  await set({ terms: reviewed, review: { step: 'swap', terms: reviewed, spender: 'x', fee, maxFee: fee } })
  await set({ terms: terms(12n) })
  expect(find('swap-gets')?.textContent).toContain('10')
  expect(find('swap-minimum')?.textContent).toContain('10')
  await unmount()
})

it('a review that failed keeps its button, with the focus, while the state changes', async () => {
  const { set, find, unmount } = await preview()
  await set({ error: latchkeyError('swap/no-quote') })
  const button = find('swap-review-again')
  button?.focus()
  await set({ reviewing: true, coinPrice: 2 })
  expect(find('swap-review-again')).toBe(button)
  expect(document.activeElement).toBe(button)
  await unmount()
})
