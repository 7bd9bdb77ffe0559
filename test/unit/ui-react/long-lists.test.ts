// @vitest-environment jsdom
import { createLatchkey, type Latchkey } from 'latchkey'
import { useLatchkey } from 'latchkey/react'
import { act, createElement, type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountRecord } from '../../../src/core/wallet/connection.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { AccountList } from '../../../src/ui-react/parts/account/account-list.tsx'
import { Holdings } from '../../../src/ui-react/parts/token/holdings.tsx'
import { mount, options } from './rendering.ts'

/** Callbacks that report all observed elements as near the screen. */
let scrollPast: (() => void)[] = []
// jsdom has no layout, so only the first rows count as near the screen.
beforeEach(() => {
  scrollPast = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        scrollPast.push(() => report([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const addressOf = (at: number) => `0x${at.toString(16).padStart(40, '0')}`

/** Renders the children for a connected client whose data service lists this many tokens. */
async function show(children: ReactNode, tokens = 0) {
  const balances = Array.from({ length: tokens }, (_, at) => ({
    ...{ name: `Token ${at}`, symbol: 'T', chainId: 'eip155:1', price: 1 },
    address: `eip155:1:${addressOf(at + 1)}`,
    quantity: { decimals: '6', numeric: `${at + 1}` },
  }))
  const fetch = async (input: string | URL) => {
    const { pathname } = new URL(input)
    if (pathname.endsWith('/supported-chains')) return Response.json({ http: ['eip155:1'] })
    if (pathname.endsWith('/balance')) return Response.json({ balances })
    return Response.json({ data: [] })
  }
  const world = options({
    endpoints: { data: 'https://data.example' },
    platform: memoryPlatform({ fetch: fetch as never }),
  })
  const held: { latchkey?: Latchkey } = {}
  const Holder = () => {
    held.latchkey = useLatchkey()
    return null
  }
  const mounted = await mount(() => createLatchkey(world.options), createElement(Holder))
  await act(async () => {
    await held.latchkey?.connect({ connectorId: 'a' })
  })
  await mounted.rerender([
    createElement(Holder, { key: 'holder' }),
    createElement('div', { key: 'shown' }, children),
  ])
  const at = (id: string) => mounted.container.querySelector<HTMLElement>(`[data-testid="${id}"]`)
  return { ...mounted, at, latchkey: held.latchkey as Latchkey, wallet: world.wallet }
}

/** Renders a list for each wallet, as a view does. */
function Lists({ of }: { readonly of: readonly (readonly AccountRecord[])[] }) {
  const choice = useState<string>()
  return of.map((accounts) => createElement(AccountList, { key: accounts[0]?.address, accounts, choice }))
}

describe('the list of accounts', () => {
  const accounts = (count: number): readonly AccountRecord[] =>
    Array.from({ length: count }, (_, at) => ({ namespace: 'eip155', address: addressOf(at), type: 'eoa' }))

  it('says that there may be more accounts if a wallet has the maximum of 1,000', async () => {
    const { at, container, unmount } = await show(createElement(Lists, { of: [accounts(1000)] }))
    expect(at('accounts-cut')?.textContent).toContain('At least 1,000 accounts')
    expect(container.querySelectorAll('[data-testid^=switch-address-]').length).toBeLessThan(100)
    await unmount()
  })

  it('lets the visitor scroll to the last of 1,000 accounts and choose it', async () => {
    const shown = await show(createElement('div'))
    const last = addressOf(1000)
    await act(async () =>
      shown.wallet.showAccounts('eip155', ...Array.from({ length: 1000 }, (_, at) => addressOf(at + 1))),
    )
    const { allAccounts } = shown.latchkey.account.state.eip155
    await shown.rerender(createElement(Lists, { of: [allAccounts] }))
    expect(shown.at(`switch-address-${last}`), 'it is far from the screen').toBeNull()
    await act(async () => scrollPast.at(-1)?.())
    await act(async () => shown.at(`switch-address-${last}`)?.click())
    expect(shown.latchkey.account.state.eip155.address).toBe(last)
    await shown.unmount()
  })

  it('lets the visitor choose one account at a time, and leaves the modal open if the visitor left the list', async () => {
    const shown = await show(createElement('div'))
    const { session, account, modal, open } = shown.latchkey
    await act(async () => shown.wallet.showAccounts('eip155', ...[1, 2, 3].map(addressOf)))
    await act(() => open())
    const chosen: string[] = []
    let answer = () => {}
    Object.assign(session, {
      switchAccount(_: string, address: string) {
        chosen.push(address)
        return new Promise<void>((resolve) => {
          answer = resolve
        })
      },
    })
    const { allAccounts } = account.state.eip155
    await shown.rerender(createElement(Lists, { of: [allAccounts.slice(0, 2), allAccounts.slice(2)] }))
    const row = (at: number) => shown.at(`switch-address-${addressOf(at)}`)
    await act(async () => row(2)?.click())
    await act(async () => row(3)?.click())
    expect.soft(chosen).toEqual([addressOf(2)])
    expect.soft(row(2)?.querySelector('.spin')).not.toBeNull()
    await shown.rerender(createElement('div'))
    await act(async () => answer())
    expect(modal.state.open, 'the modal stays open').toBe(true)
    await shown.unmount()
  })

  it('says nothing about more accounts if a wallet has fewer than 1,000', async () => {
    const { at, unmount } = await show(createElement(Lists, { of: [accounts(999)] }))
    expect(at('accounts-cut')).toBeNull()
    await unmount()
  })
})

describe('the list of tokens', () => {
  it.each([
    [
      'says that it shows only 5,000 tokens if there are more',
      5001,
      'Only the 5,000 most valuable tokens are listed.',
    ],
    ['says nothing about more tokens if it shows all of them', 501, undefined],
  ])('%s', async (_, tokens, text) => {
    const { at, latchkey, container, unmount } = await show(createElement(Holdings), tokens)
    await act(() => expect.poll(() => at('all-tokens'), { message: 'the tokens are shown' }).not.toBeNull())
    expect(at('tokens-cut'), 'the preview is no full list').toBeNull()
    await act(async () => at('all-tokens')?.click())
    expect(latchkey.portfolio.state.balances).toHaveLength(Math.min(tokens, 5000))
    if (text) expect(at('tokens-cut')?.textContent).toContain(text)
    else expect(at('tokens-cut')).toBeNull()
    expect(container.querySelectorAll('*').length).toBeLessThan(1500)
    await unmount()
  })
})
