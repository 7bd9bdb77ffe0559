// @vitest-environment jsdom
import { createLatchkey, type Latchkey } from 'latchkey'
import { ConnectButton } from 'latchkey/react'
import { act, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { FakeConnector, fakeFamily, network } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

/** Mounts the button of a family that isn't active. A locked wallet of this family is remembered. */
async function mountRemembered() {
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
  return { latchkey, phantom, button, unmount }
}

describe('the connect button of a family that is not active', () => {
  it('asks its remembered wallet, and opens the view that waits for it', async () => {
    const { latchkey, phantom, button, unmount } = await mountRemembered()
    phantom.onOpen = () => new Promise(() => {})
    expect(latchkey.network.state.activeNamespace).toBe('eip155')
    const asked = phantom.count.open
    await act(async () => button.click())
    const view = () => (latchkey.modal.state.open ? latchkey.router.state.view : 'closed')
    await act(() =>
      expect.poll(view, { message: 'the modal waits for the wallet' }).toBe('ConnectingExternal'),
    )
    expect(latchkey.router.state.data).toMatchObject({
      connector: { id: 'phantom' },
      switchToChain: 'solana',
    })
    await expect.poll(() => phantom.count.open, { message: 'the wallet is asked' }).toBe(asked + 1)
    await unmount()
  })

  it('asks its remembered wallet again after an earlier connect of the page has failed', async () => {
    const { latchkey, phantom, button, unmount } = await mountRemembered()
    phantom.onOpen = async () => {
      throw latchkeyError('wallet/user-rejected')
    }
    await act(() =>
      expect(latchkey.connect({ connectorId: 'phantom', namespaces: ['solana'] })).rejects.toMatchObject({
        code: 'wallet/user-rejected',
      }),
    )
    phantom.onOpen = async () => {}
    await act(async () => button.click())
    const status = () => latchkey.account.state.solana.status
    await act(() => expect.poll(status, { message: 'the wallet connects' }).toBe('connected'))
    await unmount()
  })
})
