// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement } from 'react'
import { expect, it } from 'vitest'
import { NftList } from '../../../src/ui-react/parts/nft/nft-list.tsx'
import { Activity } from '../../../src/ui-react/parts/token/activity.tsx'
import { TransactionsView } from '../../../src/ui-react/views/account/transactions.tsx'
import { mount, options } from './rendering.ts'

const nft = { name: 'Owl', asset: 'owl', amount: { value: 1n }, nft: { tokenId: '1', collection: 'Birds' } }
const nfts = { items: [nft], known: true, more: true }

it.each([
  ['activity', TransactionsView, { next: '2', loading: false }, { loading: true }],
  ['portfolio', NftList, { nfts: { ...nfts, loading: false } }, { nfts: { ...nfts, loading: true } }],
] as const)(
  'the button that loads more of the %s stays while more loads',
  async (name, View, idle, loading) => {
    const latchkey = createLatchkey(options().options)
    const set = (part: object) =>
      act(async () => (latchkey[name] as unknown as { patch(part: object): void }).patch(part))
    await set(idle)
    const { container, unmount } = await mount(() => latchkey, createElement(View))
    const button = () => container.querySelector('[data-testid=load-more]')
    const before = button()
    expect(before).toMatchObject({ disabled: false })
    await set(loading)
    expect(button()).toBe(before)
    expect(before).toMatchObject({ disabled: true })
    await unmount()
  },
)

it.each([
  ['the account view', Activity, 'all-activity'],
  ['the list of transactions', TransactionsView, 'load-more'],
])('%s leads to more transactions if the first pages contain only hidden ones', async (_, View, button) => {
  const latchkey = createLatchkey(options().options)
  const { activity } = latchkey as unknown as { readonly activity: { patch(part: object): void } }
  await act(async () => activity.patch({ transactions: [], empty: true, next: '2', loading: false }))
  const { container, unmount } = await mount(() => latchkey, createElement(View))
  expect(container.querySelector(`[data-testid=${button}]`)).not.toBeNull()
  expect(container.textContent).not.toMatch(/No activity|No transactions/)
  await unmount()
})
