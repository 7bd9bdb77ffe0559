// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement, Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { WalletSendView } from '../../../src/ui-react/views/send/wallet-send.tsx'
import { mount, options } from './rendering.ts'

const held = 10n ** 18n
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

// On a busy machine, a frame or timer could otherwise fire between two key presses, and cause a render.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Shows the send form of a connected account. Counts the renders, writes and number formats of each key press. */
async function sendForm() {
  const platform = memoryPlatform()
  const { options: made, family } = options({ platform })
  family.onBalance = async () => held
  const latchkey = createLatchkey(made)
  await latchkey.connect({ connectorId: 'a' })
  Object.assign(family.adapter ?? {}, {
    normalizeAddress: (text: string) => (/^0x[\da-f]{40}$/i.test(text) ? text : undefined),
  })
  const amount = { value: held, decimals: 18, symbol: 'COIN' }
  await latchkey.send.setToken({ name: 'Coin', network: 'eip155:1', amount, price: 2 })
  let renders = 0
  const { container, unmount } = await mount(
    () => latchkey,
    createElement(Profiler, { id: 'form', onRender: () => void renders++ }, createElement(WalletSendView)),
  )
  const { account, portfolio } = latchkey
  // Waits until the form has read and rendered the balances.
  await act(() =>
    expect
      .poll(() => [account.state.eip155.balanceLoading, portfolio.state.loading, portfolio.state.source], {
        message: 'the balances are read',
      })
      .toEqual([false, false, expect.anything()]),
  )
  // Start what the form does after its first paint, such as loading the logos. `type` waits for the modules.
  await act(() => vi.advanceTimersByTimeAsync(1000))
  const written = vi.spyOn(platform.storage, 'set')
  const { NumberFormat } = Intl
  const formats = vi.spyOn(Intl, 'NumberFormat').mockImplementation(function of(
    ...args: ConstructorParameters<typeof NumberFormat>
  ) {
    return new NumberFormat(...args)
  } as never)
  /**
   * Types a text. Returns the counts for each key press after the third. The first three load the adapter and create the
   * number format of the currency.
   */
  const type = async (field: string, text: string) => {
    const input = container.querySelector<HTMLInputElement>(`[data-testid=${field}]`)
    const counts: { renders: number; writes: number; formats: number }[] = []
    for (const [at, key] of [...text].entries()) {
      // Some keys load a module. Its arrival would cause one more render, on a busy machine during a later key.
      if (at >= 3) await act(() => vi.dynamicImportSettled())
      renders = 0
      written.mockClear()
      formats.mockClear()
      await act(async () => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
        set?.call(input, input?.value + key)
        input?.dispatchEvent(new Event('input', { bubbles: true }))
      })
      counts.push({ renders, writes: written.mock.calls.length, formats: formats.mock.calls.length })
    }
    expect(input?.value).toBe(text)
    return counts.slice(3)
  }
  return { latchkey, type, unmount }
}

describe('the send form', () => {
  it.each([
    ['send-amount', '0.1234567'],
    ['send-receiver', address],
  ])('renders only once for a key press in the field %s', async (field, text) => {
    const { latchkey, type, unmount } = await sendForm()
    const counts = await type(field, text)
    const { amount, receiverAddress } = latchkey.send.state
    expect(field === 'send-amount' ? amount : receiverAddress).toBe(
      field === 'send-amount' ? 123_456_700_000_000_000n : address,
    )
    expect(new Set(counts.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ renders: 1, writes: 0, formats: 0 })]),
    )
    vi.useRealTimers()
    await unmount()
  })
})
