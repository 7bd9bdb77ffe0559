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
})
