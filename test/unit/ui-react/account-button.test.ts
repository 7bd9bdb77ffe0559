// @vitest-environment jsdom
import { createLatchkey, type Latchkey } from 'latchkey'
import { AccountButton } from 'latchkey/react'
import { act, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { mount, options } from './rendering.ts'

describe('the account button', () => {
  it('shows a pending payment of its account on each network, and not that of another account', async () => {
    let latchkey!: Latchkey
    const create = () => {
      latchkey = createLatchkey(options().options)
      return latchkey
    }
    const { container, unmount } = await mount(create, createElement(AccountButton))
    await act(() => latchkey.connect({ connectorId: 'a' }))
    const sign = () => container.querySelectorAll('[data-testid=account-pending]').length
    const asks = (from: string) =>
      act(async () =>
        (latchkey.send as unknown as { patch(part: object): void }).patch({ pending: { from } }),
      )
    expect(sign()).toBe(0)
    await asks('eip155:1:a-eip155')
    expect(sign()).toBe(1)
    await act(() => latchkey.switchNetwork('eip155:2'))
    expect(latchkey.account.active.caipAddress).toBe('eip155:2:a-eip155')
    expect(sign()).toBe(1)
    await asks('eip155:1:other')
    expect(sign()).toBe(0)
    await asks('solana:1:a-eip155')
    expect(sign()).toBe(0)
    await unmount()
  })
})
