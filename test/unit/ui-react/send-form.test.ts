// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { TokenBalance } from '../../../src/core/wallet/token-balance.ts'
import { WalletSendView } from '../../../src/ui-react/views/send/wallet-send.tsx'
import { type Mounted, mount, options } from './rendering.ts'

let page: Mounted | undefined
afterEach(async () => {
  await page?.unmount()
  page = undefined
})

const listed = (value: bigint, more: Partial<TokenBalance> = {}): TokenBalance => ({
  ...{ name: 'Token', network: 'eip155:1', asset: `eip155:1/erc20:0x${'a1'.repeat(20)}` },
  amount: { value, decimals: 18, symbol: 'T' },
  ...more,
})

/** Shows the send form of an account. Its list has one token with a balance of 10. `held` is the balance that the node reports. */
async function form(held: bigint) {
  const { options: made, family } = options()
  family.extras = { supports: (capability) => capability.startsWith('balance') }
  const latchkey = createLatchkey(made)
  await latchkey.connect({ connectorId: 'a' })
  const { portfolio, send } = latchkey
  await portfolio.refresh()
  family.onBalance = async () => held
  const list = (...balances: TokenBalance[]) =>
    act(async () => (portfolio as unknown as { patch(part: object): void }).patch({ balances }))
  await list(listed(10n))
  page = await mount(() => latchkey, createElement(WalletSendView))
  await act(() =>
    expect
      .poll(() => [send.state.token?.amount.value, portfolio.state.loading], {
        message: 'the token is selected',
      })
      .toEqual([10n, false]),
  )
  const { container } = page
  const max = async () => {
    await act(async () => container.querySelector<HTMLElement>('[data-testid=send-max]')?.click())
    await act(() =>
      expect.poll(() => send.state.amount, { message: 'the amount is the maximum' }).toBeDefined(),
    )
  }
  return { send, list, max, family }
}

describe('the send form', () => {
  it.each([15n, 6n])(
    'keeps the whole balance that the node reports, %s, although the list says 10',
    async (held) => {
      const { send, max, list } = await form(held)
      await max()
      expect(send.state).toMatchObject({
        amount: held,
        missing: 'address',
        token: { amount: { value: held } },
      })
      // Another read of the list with the same balance changes nothing either.
      await list(listed(10n))
      expect(send.state).toMatchObject({ amount: held, token: { amount: { value: held } } })
      // After a visit to another view, the form still has the amount.
      await page?.rerender(null)
      await page?.rerender(createElement(WalletSendView))
      expect(send.state).toMatchObject({ amount: held, token: { amount: { value: held } } })
    },
  )

  it('takes over a balance that changes in the list, also while another view is shown', async () => {
    const { send, list, max } = await form(15n)
    await max()
    await list(listed(12n))
    expect(send.state).toMatchObject({ missing: 'funds', token: { amount: { value: 12n } } })
    await page?.rerender(null)
    await list(listed(20n))
    await page?.rerender(createElement(WalletSendView))
    expect(send.state).toMatchObject({ missing: 'address', token: { amount: { value: 20n } } })
  })

  it('takes over a price that the list gets later, without a change of the amount', async () => {
    const { send, list, max } = await form(15n)
    await max()
    await list(listed(10n, { price: 2 }))
    const value = 2 * 15e-18
    expect(send.state).toMatchObject({ amount: 15n, token: { price: 2, value, amount: { value: 15n } } })
  })

  it('takes over a price that the list gets while the maximum is read', async () => {
    const { send, list, family } = await form(15n)
    let answer = (_held: bigint) => {}
    family.onBalance = () => new Promise<bigint>((resolve) => (answer = resolve))
    let filled: Promise<void> | undefined
    await act(async () => {
      filled = send.setMaximum()
    })
    await list(listed(10n, { price: 2 }))
    await act(async () => {
      answer(15n)
      await filled
    })
    expect(send.state).toMatchObject({ amount: 15n, token: { price: 2, amount: { value: 15n } } })
  })

  it('corrects the balance of a token that the host selected between two visits', async () => {
    const { send } = await form(15n)
    await page?.rerender(null)
    await act(async () => send.setToken(listed(0n)))
    await page?.rerender(createElement(WalletSendView))
    expect(send.state.token?.amount.value).toBe(10n)
  })

  it('selects the first token of the list again after it was cleared', async () => {
    const { send, list } = await form(15n)
    await act(() => send.resetSend())
    expect(send.state.token?.amount.value).toBe(10n)
    await list(listed(11n))
    expect(send.state.token?.amount.value).toBe(11n)
  })
})
