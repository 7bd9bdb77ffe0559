// @vitest-environment jsdom
import { createLatchkey, type Latchkey, type LatchkeyOptions } from 'latchkey'
import { WalletButton, type WalletButtonProps } from 'latchkey/react'
import { act, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { FakeConnector, type FakeConnectorOptions } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

const custom = [{ id: 'lantern', name: 'Lantern', mobile_link: 'lantern://' }]

type Wallets = readonly (FakeConnectorOptions & { readonly name?: string })[]

async function show(
  props: WalletButtonProps,
  { wallets = [{ id: 'a' }], ...more }: Partial<LatchkeyOptions> & { wallets?: Wallets } = {},
) {
  const made = wallets.map(({ name, ...one }) => Object.assign(new FakeConnector(one), name && { name }))
  const connectors = made.map(({ factory }) => factory)
  const world = options({ connectors, customWallets: custom, ...more })
  let latchkey!: Latchkey
  const create = () => {
    latchkey = createLatchkey(world.options)
    return latchkey
  }
  const mounted = await mount(create, createElement(WalletButton, props))
  const button = mounted.container.querySelector('button')!
  const click = () => act(async () => button.click())
  const view = () => (latchkey.modal.state.open ? latchkey.router.state.view : 'closed')
  const opens = (name: string) =>
    act(() => expect.poll(view, { message: `the modal opens on ${name}` }).toBe(name))
  return { ...mounted, button, click, opens, made, latchkey: () => latchkey }
}

describe('the button of one wallet', () => {
  it.each([
    ['its id', 'a'],
    ['its rdns', 'org.a'],
    ['its name', 'wallet A'],
  ])('asks an installed wallet, found by %s, once and within the click', async (_, wallet) => {
    const w = await show({ wallet }, { wallets: [{ id: 'a', rdns: 'org.a' }, { id: 'b' }] })
    expect(w.button.textContent).toBe('Wallet a')
    await w.click()
    await act(() =>
      expect.poll(() => w.made.map(({ count }) => count.open), { message: 'it is asked' }).toEqual([1, 0]),
    )
    await act(() =>
      expect
        .poll(() => w.latchkey().account.isConnected('eip155'), { message: 'it is connected' })
        .toBe(true),
    )
    await act(async () => w.latchkey().close())
    await w.click()
    await w.opens('Account')
    expect(w.made[0]!.count.open).toBe(1)
    await w.unmount()
  })

  it('shows how to connect a wallet that is not installed', async () => {
    const w = await show({ wallet: 'Lantern', label: 'With a light' })
    expect(w.button.textContent).toBe('With a light')
    await w.click()
    await w.opens('ConnectingWalletConnect')
    expect(w.latchkey().router.state.data?.wallet).toMatchObject({ id: 'lantern' })
    await w.unmount()
  })

  it.each([
    ['is unknown', 'Nothing', [{ id: 'a' }]],
    [
      'several wallets claim',
      'Twin',
      [
        { id: 'x', name: 'Twin' },
        { id: 'y', name: 'Twin' },
      ],
    ],
  ])('opens the wallet list for a name that %s', async (_, wallet, wallets) => {
    const w = await show({ wallet }, { wallets: wallets as Wallets })
    await w.click()
    await w.opens('Connect')
    expect(w.made.map(({ count }) => count.open)).toEqual(w.made.map(() => 0))
    await w.unmount()
  })
})
