// @vitest-environment jsdom
import { createLatchkey, type Latchkey } from 'latchkey'
import { useBalance, useLatchkey } from 'latchkey/react'
import { act, createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { byYear } from '../../../src/controllers/features/activity/by-year.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { TransactionList } from '../../../src/ui-react/parts/token/transaction-list.tsx'
import { NetworksView } from '../../../src/ui-react/views/network/networks.tsx'
import { network } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

// jsdom has no layout, so only the first rows count as near the screen.
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/**
 * Connects a page with this many `useBalance` hooks. Counts the changes, writes and reads until every hook
 * has the balance.
 */
async function connectWith(count: number) {
  const platform = memoryPlatform()
  const world = options({ platform })
  const held: { latchkey?: Latchkey } = {}
  const Holder = () => {
    held.latchkey = useLatchkey()
    return null
  }
  const shown: unknown[] = []
  const Probe = ({ at }: { readonly at: number }) => {
    shown[at] = useBalance().balance?.value
    return null
  }
  const { unmount } = await mount(
    () => createLatchkey(world.options),
    [
      createElement(Holder, { key: 'holder' }),
      ...Array.from({ length: count }, (_, at) => createElement(Probe, { key: at, at })),
    ],
  )
  const latchkey = held.latchkey as Latchkey
  let changes = 0
  let reading = false
  latchkey.account.subscribe(() => {
    reading ||= latchkey.account.state.eip155.balanceLoading
    if (reading) changes++
  })
  const written = vi.spyOn(platform.storage, 'set')
  await act(() => latchkey.connect({ connectorId: 'a' }))
  const writes = () => written.mock.calls.filter(([key]) => /balance/i.test(key)).length
  const atRest = () => ({
    shown: shown.filter((one) => one === 1n).length,
    loading: latchkey.account.state.eip155.balanceLoading,
  })
  await act(() =>
    expect
      .poll(atRest, { message: 'every component shows the balance' })
      .toEqual({ shown: count, loading: false }),
  )
  const counts = { changes, writes: writes(), reads: world.family.count.balance }
  await unmount()
  return counts
}

describe('components that show a balance', () => {
  it('share one read of the balance, even if there are 300 of them', async () => {
    const one = await connectWith(1)
    const many = await connectWith(300)
    expect(many).toEqual(one)
    expect(many.reads).toBe(1)
    expect([1, 2, 3]).toContain(many.changes)
    expect([1, 2]).toContain(many.writes)
  })
})

describe('wallets that announce themselves after the list is open', () => {
  it('cause only one change of the list if there are 300 of them', async () => {
    const platform = memoryPlatform()
    const latchkey = createLatchkey(options({ platform, enableEIP6963: true }).options)
    await latchkey.ready()
    const known = latchkey.connector.state.connectors.length
    let changes = 0
    latchkey.connector.subscribe(() => changes++)
    const serialized = vi.spyOn(JSON, 'stringify')
    const icon = `data:image/png;base64,${'A'.repeat(20_000)}`
    for (let at = 0; at < 300; at++) {
      const uuid = `350670db-19fa-4704-a166-${`${at}`.padStart(12, '0')}`
      const info = Object.freeze({ uuid, name: `Wallet ${at}`, icon, rdns: `org.example.w${at}` })
      const provider = { request: async () => [] }
      platform.page.dispatch('eip6963:announceProvider', Object.freeze({ info, provider }))
    }
    await expect
      .poll(() => latchkey.connector.state.connectors.length, { message: 'all are listed' })
      .toBe(known + 300)
    expect(changes).toBe(1)
    expect(serialized.mock.results.filter(({ value }) => `${value}`.includes('AAAA'))).toEqual([])
    serialized.mockRestore()
    await latchkey.dispose()
  })
})

describe('the elements of long lists', () => {
  it('are fewer than 600 for 1,000 networks', async () => {
    const networks = Array.from({ length: 1000 }, (_, at) => network(`eip155:${at + 1}`, `Network ${at}`))
    const world = options({ networks: networks as never })
    const { container, unmount } = await mount(
      () => createLatchkey(world.options),
      createElement(NetworksView),
    )
    expect(container.textContent).toContain('Network 0')
    expect(container.querySelectorAll('*').length).toBeLessThan(600)
    await unmount()
  })

  it('are fewer than 2,000 for an activity of 5,000 transactions', async () => {
    const transactions = Array.from({ length: 5000 }, (_, at) => ({
      ...{ id: `tx${at}`, hash: `0x${at}`, network: 'eip155:1' as const, operation: 'send' },
      ...{ at: Date.UTC(2026, 0, 1) - at * 3_600_000, status: 'confirmed' as const },
      ...{ transfers: [], isPoisoning: false },
    }))
    const world = options()
    const { container, unmount } = await mount(
      () => createLatchkey(world.options),
      createElement(TransactionList, { byYear: byYear(transactions) }),
    )
    expect(container.querySelectorAll('*').length).toBeGreaterThan(20)
    expect(container.querySelectorAll('*').length).toBeLessThan(2000)
    await unmount()
  })
})
