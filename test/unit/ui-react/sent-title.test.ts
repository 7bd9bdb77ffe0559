// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement } from 'react'
import { expect, it } from 'vitest'
import type { PastTransaction } from '../../../src/core/wallet/past-transaction.ts'
import { Header } from '../../../src/ui-react/shell/header.tsx'
import type { Shown } from '../../../src/ui-react/shell/stage.tsx'
import { WalletSentView } from '../../../src/ui-react/views/send/wallet-sent.tsx'
import { network } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

const one = network('eip155:1', 'One')
const first = `0x${'1'.repeat(64)}`
const repriced = `0x${'2'.repeat(64)}`
const entry = (more: Partial<PastTransaction>): PastTransaction => ({
  ...{ id: `sent:eip155:1:${first}`, hash: first, network: 'eip155:1', at: 0, operation: 'send' },
  ...{ status: 'pending', transfers: [], isPoisoning: false },
  ...more,
})

/** Shows the view of a sent transfer with its header. */
async function sentView() {
  const latchkey = createLatchkey(options().options)
  const patch = (controller: object, part: object) =>
    act(async () => (controller as { patch(part: object): void }).patch(part))
  const token = {
    name: 'Coin',
    network: 'eip155:1',
    amount: { value: 5n, decimals: 18, symbol: 'COIN' },
  }
  const sent = { network: one, from: 'eip155:1:a', to: '0xb', token, amount: 1n, hash: first }
  const list = (...transactions: PastTransaction[]) => patch(latchkey.activity, { transactions })
  await list(entry({}))
  await patch(latchkey.send, { sent })
  const state = { ...latchkey.router.state, view: 'WalletSent', history: ['WalletSent'] }
  const shown = { state, way: 'fade', failure: undefined, retry: () => {} } as unknown as Shown
  const page = await mount(
    () => latchkey,
    createElement('div', null, createElement(Header, { shown }), createElement(WalletSentView)),
  )
  const text = (id: string) => page.container.querySelector(`[data-testid=${id}]`)?.textContent
  return { ...page, list, read: () => [text('header-text'), text('sent-status')] }
}

it.each(['failed', 'replaced'] as const)(
  'a sent transfer with the status %s is titled as failed',
  async (status) => {
    const { read, list, unmount } = await sentView()
    expect(read()[0]).toBe('Transaction sent')
    await list(entry({ status }))
    expect(read()[0]).toBe('Send failed')
    await unmount()
  },
)

it('a repriced transfer that failed stays titled as failed after the service lists it with its new hash', async () => {
  const { read, list, unmount } = await sentView()
  await list(entry({ status: 'failed', hash: repriced }))
  const shown = read()
  expect(shown[0]).toBe('Send failed')
  await list(entry({ id: 'listed', status: 'failed', hash: repriced }))
  expect(read()).toEqual(shown)
  // The list has another page, without the transfer.
  await list()
  expect(read()).toEqual(shown)
  await unmount()
})
