// @vitest-environment jsdom
import { createLatchkey, type Latchkey } from 'latchkey'
import { ConnectButton } from 'latchkey/react'
import { act, createElement } from 'react'
import { expect, it } from 'vitest'
import { FakeConnector, fakeFamily, network } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

it('the connect button of a family that is not active opens the view that asks its remembered wallet', async () => {
  const phantom = new FakeConnector({ id: 'phantom', chains: ['solana'] })
  const world = options({
    networks: [network('eip155:1', 'One'), network('solana:main', 'Sol')],
    adapters: (['eip155', 'solana'] as const).map((family) => fakeFamily(family).factory),
    connectors: [new FakeConnector({ id: 'a' }).factory, phantom.factory],
  })
  const before = createLatchkey(world.options)
  await before.connect({ connectorId: 'phantom', namespaces: ['solana'] })
  before.network.setActiveNamespace('eip155')
  await before.dispose()
  // The wallet is locked, so it doesn't restore the connection.
  phantom.granted = false
  let latchkey!: Latchkey
  const create = () => {
    latchkey = createLatchkey(world.options)
    return latchkey
  }
  const { container, unmount } = await mount(create, createElement(ConnectButton, { namespace: 'solana' }))
  const button = container.querySelector('button')!
  await act(() =>
    expect
      .poll(() => button.textContent, { message: 'the button names the wallet' })
      .toBe('Reconnect Wallet phantom'),
  )
  expect(latchkey.network.state.activeNamespace).toBe('eip155')
  await act(async () => button.click())
  // This view asks the wallet.
  const view = () => (latchkey.modal.state.open ? latchkey.router.state.view : 'closed')
  await act(() => expect.poll(view, { message: 'the modal waits for the wallet' }).toBe('ConnectingExternal'))
  expect(latchkey.router.state.data).toMatchObject({ connector: { id: 'phantom' }, switchToChain: 'solana' })
  await unmount()
})
