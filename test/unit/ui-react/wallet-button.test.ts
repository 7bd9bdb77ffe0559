// @vitest-environment jsdom
import { createLatchkey, type Latchkey, type LatchkeyOptions } from 'latchkey'
import { WalletButton, type WalletButtonProps } from 'latchkey/react'
import { act, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { FakeConnector, type FakeConnectorOptions, fakeFamily, network } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

const custom = [{ id: 'lantern', name: 'Lantern', mobile_link: 'lantern://' }]

type Wallets = readonly (FakeConnectorOptions & { readonly name?: string })[]
const families = () => (['eip155', 'solana'] as const).map((family) => fakeFamily(family).factory)

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
  ])('connects an installed wallet that it finds by %s', async (_, wallet) => {
    const w = await show({ wallet }, { wallets: [{ id: 'a', rdns: 'org.a' }, { id: 'b' }] })
    const text = () => w.button.textContent
    await act(() => expect.poll(text, { message: 'the wallet is found' }).toBe('Wallet a'))
    await w.click()
    await act(() =>
      expect
        .poll(() => w.made.map(({ count }) => count.open), { message: 'the wallet is asked' })
        .toEqual([1, 0]),
    )
    await act(() =>
      expect
        .poll(() => w.latchkey().account.isConnected('eip155'), { message: 'the wallet is connected' })
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
      'several wallets have',
      'Twin',
      [
        { id: 'x', name: 'Twin' },
        { id: 'y', name: 'Twin' },
      ],
    ],
    [
      'is the rdns of several wallets',
      'org.fox',
      [
        { id: 'x', rdns: 'org.fox' },
        { id: 'org.fox', rdns: 'org.fox' },
      ],
    ],
    [
      'belongs to a wallet that shares its rdns with another wallet',
      'Fox',
      [
        { id: 'x', name: 'Other', rdns: 'org.fox' },
        { id: 'y', name: 'Fox', rdns: 'org.fox' },
      ],
    ],
  ])('opens the wallet list for a name that %s', async (_, wallet, wallets) => {
    const w = await show({ wallet }, { wallets: wallets as Wallets })
    await w.click()
    await w.opens('Connect')
    expect(w.made.map(({ count }) => count.open)).toEqual(w.made.map(() => 0))
    await w.unmount()
  })

  it('connects its wallet on a second family', async () => {
    const wallets = [{ id: 'a', chains: ['eip155', 'solana'] }] as const
    const networks = [network('eip155:1', 'One'), network('solana:main', 'Sol')] as const
    const w = await show(
      { wallet: 'a', namespace: 'solana' },
      { wallets, networks: [...networks], adapters: families() },
    )
    await act(() => w.latchkey().connect({ connectorId: 'a', namespaces: ['eip155'] }))
    await w.click()
    await act(() =>
      expect
        .poll(() => w.latchkey().account.isConnected('solana'), { message: 'the family is connected' })
        .toBe(true),
    )
    await act(async () => {
      w.latchkey().close()
      w.latchkey().network.setActiveNamespace('eip155')
    })
    await w.click()
    await w.opens('Account')
    expect(w.latchkey().network.state.activeNamespace).toBe('solana')
    expect(w.made[0]!.count.open).toBe(2)
    await w.unmount()
  })

  it.each([
    ['Lantern', 'Account'],
    ['Torch', 'ConnectingWalletConnect'],
  ])(
    'when %s is connected over WalletConnect, the button of Lantern opens the view %s',
    async (name, view) => {
      const w = await show(
        { wallet: 'lantern' },
        { wallets: [{ id: 'walletConnect', type: 'WALLET_CONNECT', wallet: { name } }] },
      )
      await act(() => w.latchkey().connect({ connectorId: 'walletConnect' }))
      await w.click()
      await w.opens(view)
      await w.unmount()
    },
  )

  it('opens the modal before the wallet catalogue answers', async () => {
    const w = await show({ wallet: 'Late' })
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const { catalogue } = w.latchkey()
    Object.assign(catalogue, {
      begin: () => answered,
      search: async () =>
        (catalogue as unknown as { patch(state: object): void }).patch({
          wallets: [{ id: 'late', name: 'Late' }],
        }),
    })
    await w.click()
    await w.opens('Connect')
    await act(async () => answer())
    await w.opens('ConnectingWalletConnect')
    expect(w.latchkey().router.state.data?.wallet).toMatchObject({ id: 'late' })
    await w.unmount()
  })

  it('leaves a list that was opened after its own list had closed', async () => {
    const w = await show({ wallet: 'Late' })
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const { catalogue, modal, router } = w.latchkey()
    let searches = 0
    Object.assign(catalogue, {
      begin: () => answered,
      search: async () => {
        searches++
        ;(catalogue as unknown as { patch(state: object): void }).patch({
          wallets: [{ id: 'late', name: 'Late' }],
        })
      },
    })
    await w.click()
    await w.opens('Connect')
    await act(async () => w.latchkey().close())
    await act(() => w.latchkey().open({ view: 'Connect' }))
    const views: string[] = []
    const stop = router.subscribe(() => views.push(router.state.view))
    await act(async () => answer())
    await act(() => expect.poll(() => searches, { message: 'the search ends' }).toBe(1))
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
    expect([...views, modal.state.open && router.state.view]).toEqual(['Connect'])
    stop()
    await w.unmount()
  })

  it('lists only wallets of its family if several wallets have its name', async () => {
    const wallets = [
      { id: 'x', name: 'Twin', chains: ['eip155', 'solana'] },
      { id: 'y', name: 'Twin', chains: ['eip155', 'solana'] },
    ] as const
    const networks = [network('eip155:1', 'One'), network('solana:main', 'Sol')]
    const w = await show({ wallet: 'Twin', namespace: 'solana' }, { wallets, networks, adapters: families() })
    await w.click()
    await w.opens('Connect')
    expect(w.latchkey().connector.state.filterByNamespace).toBe('solana')
    await w.unmount()
  })
})
