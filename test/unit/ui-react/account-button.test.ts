// @vitest-environment jsdom
import { createLatchkey, type Latchkey } from 'latchkey'
import { AccountButton, useLatchkey } from 'latchkey/react'
import { act, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { FakeConnector, fakeFamily, network } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

describe('the account button of one family', () => {
  it.each([
    ['solana', 'SwitchNetwork'],
    ['eip155', 'UnsupportedChain'],
  ] as const)('on an unsupported network, while %s is active, opens the view %s', async (active, view) => {
    const wallet = new FakeConnector({ id: 'a', chains: ['eip155', 'solana'] })
    const world = options({
      networks: [network('eip155:1', 'One'), network('solana:main', 'Sol')],
      adapters: (['eip155', 'solana'] as const).map((family) => fakeFamily(family).factory),
      connectors: [wallet.factory],
    })
    let latchkey!: Latchkey
    const Holder = () => {
      latchkey = useLatchkey()
      return createElement(AccountButton, { namespace: 'eip155' })
    }
    const { container, unmount } = await mount(() => createLatchkey(world.options), createElement(Holder))
    await act(() => latchkey.connect({ connectorId: 'a' }))
    await act(async () => {
      latchkey.network.setActiveNamespace('solana')
      wallet.moveTo('eip155:99')
    })
    const button = container.querySelector('button')
    await act(() =>
      expect
        .poll(() => button?.textContent, { message: 'the button warns about the network' })
        .toBe('Switch network'),
    )
    await act(async () => {
      latchkey.network.setActiveNamespace(active)
      latchkey.close()
    })
    await act(async () => button?.click())
    const { modal, router } = latchkey
    await act(() =>
      expect
        .poll(() => [modal.state.open, router.state.view], { message: 'the modal opens on its view' })
        .toEqual([true, view]),
    )
    await unmount()
  })

  it('reads the balance again when the visitor returns to the page after more than 30 seconds', async () => {
    const { options: own, family, platform } = options()
    let latchkey!: Latchkey
    const Holder = () => {
      latchkey = useLatchkey()
      return createElement(AccountButton)
    }
    const { container, unmount } = await mount(() => createLatchkey(own), createElement(Holder))
    await act(() => latchkey.connect({ connectorId: 'a' }))
    const shows = (amount: string) =>
      act(() =>
        expect
          .poll(() => container.textContent, { message: `the balance is ${amount}` })
          .toContain(`${amount} COIN`),
      )
    family.onBalance = async () => 2n * 10n ** 18n
    await act(() => latchkey.account.updateBalance('eip155', { fresh: true }))
    await shows('2.000')
    family.onBalance = async () => 5n * 10n ** 18n
    await platform.clock.advance(30_001)
    document.dispatchEvent(new Event('visibilitychange'))
    await shows('5.000')
    const { balance } = family.count
    document.dispatchEvent(new Event('visibilitychange'))
    await act(() => latchkey.account.updateBalance('eip155'))
    expect(family.count.balance).toBe(balance)
    await unmount()
  })
})
