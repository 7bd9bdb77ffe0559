import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { View } from '../../../src/controllers/shell/views.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { type ClientWorldOptions, clientWorld, one, sol, stranger, two } from '../../support/client-world.ts'
import { network } from '../../support/fake-families.ts'

function world(options: ClientWorldOptions = {}) {
  const made = clientWorld(options)
  onTestFinished(() => made.latchkey.dispose())
  const { modal, router } = made.latchkey
  return { ...made, modal, router, views: () => [router.state.view, ...router.state.history] }
}
const onPhone = () => memoryPlatform({ traits: { mobile: true } })
async function connected(options: ClientWorldOptions = {}) {
  const made = world(options)
  await made.latchkey.connect({ connectorId: 'a' })
  return made
}
const wallet = { id: 'w', name: 'Wallet', rdns: 'org.wallet' }

describe('the modal that a client opens', () => {
  it('opens with the view Connect, or with Account if an account is connected', async () => {
    const { latchkey, modal, views } = world()
    expect(modal.state).toEqual({
      open: false,
      loading: false,
      loadingNamespaceMap: {},
      shake: false,
      namespace: undefined,
    })
    expect(views()).toEqual(['Connect', 'Connect'])
    await latchkey.open()
    expect(modal.state.open).toBe(true)
    expect(views()).toEqual(['Connect', 'Connect'])
    await latchkey.connect({ connectorId: 'a' })
    latchkey.router.push('WhatIsAWallet')
    await latchkey.open()
    expect(views()).toEqual(['Account', 'Account'])
  })

  it.each([
    ['a computer', 'ConnectingWalletConnectBasic', undefined],
    ['a phone', 'AllWallets', onPhone],
  ])(
    'on %s, shows the view %s if the host has its own WalletConnect control',
    async (_, view, surroundings) => {
      const { latchkey, views } = await connected({
        manualWCControl: true,
        ...(surroundings && { surroundings: surroundings() }),
      })
      await latchkey.open({ view: 'Networks' })
      expect(views()).toEqual([view, view])
    },
  )

  it.each([
    ['a computer', 'ConnectingWalletConnectBasic', undefined],
    ['a phone', 'AllWallets', onPhone],
  ])('on %s, shows the view %s if there are no adapters', async (_, view, surroundings) => {
    const { latchkey, views } = world({ families: [], ...(surroundings && { surroundings: surroundings() }) })
    await latchkey.open({ view: 'Networks' })
    expect(views()).toEqual([view, view])
  })

  it("shows the view that the caller requests, with the view's data", async () => {
    const { latchkey, router, views } = await connected()
    await latchkey.open({ view: 'EmailVerifyOtp', data: { email: 'a@b.c' } })
    expect(views()).toEqual(['EmailVerifyOtp', 'EmailVerifyOtp'])
    expect(router.state.data).toEqual({ email: 'a@b.c' })
  })

  it('opens the view SwitchNetwork for a network of a family that is not active', async () => {
    const { latchkey, modal, router } = world()
    await latchkey.open({ namespace: 'solana', view: 'Networks' })
    expect(router.state.view).toBe('SwitchNetwork')
    expect(router.state.data?.network?.caipNetworkId).toBe(sol.caipNetworkId)
    expect(modal.state).toMatchObject({
      open: true,
      loading: true,
      namespace: 'solana',
      loadingNamespaceMap: { solana: true },
    })
  })

  it('reports to the host one time that it opens, and one time that it closes', async () => {
    const { latchkey, modal } = world()
    const told: string[] = []
    modal.on('opened', () => void told.push('opened'))
    modal.on('closed', () => void told.push('closed'))
    latchkey.close()
    await latchkey.open()
    await latchkey.open({ view: 'Networks' })
    latchkey.close()
    latchkey.close()
    expect(told).toEqual(['opened', 'closed'])
  })

  it('returns to Connect and ends loading when it closes', async () => {
    const { latchkey, modal, router } = world()
    await latchkey.open({ view: 'EmailVerifyOtp', namespace: 'eip155', data: { email: 'a@b.c' } })
    expect(modal.state.loading).toBe(true)
    latchkey.close()
    expect(router.state).toMatchObject({ view: 'Connect', history: ['Connect'], data: undefined })
    expect(modal.state).toMatchObject({ open: false, loading: false, loadingNamespaceMap: {} })
  })

  it('returns to Account if it closes as a card in the page while an account is connected', async () => {
    const { latchkey, views } = world({ enableEmbedded: true })
    await latchkey.open({ view: 'Networks' })
    latchkey.close()
    expect(views()).toEqual(['Connect', 'Connect'])
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.open({ view: 'Networks' })
    latchkey.close()
    expect(views()).toEqual(['Account', 'Account'])
  })

  it('shakes for 500 ms, even if a second shake is requested during the first', async () => {
    const { latchkey, modal, clock } = world()
    await latchkey.open()
    modal.shake()
    await clock.advance(300)
    modal.shake()
    await clock.advance(199)
    expect(modal.state.shake).toBe(true)
    await clock.advance(1)
    expect(modal.state.shake).toBe(false)
  })

  it.each<[ClientWorldOptions, string, boolean]>([
    [{}, 'opens', true],
    [{ enableNetworkSwitch: false }, 'does not open', false],
    [{ allowUnsupportedChain: true }, 'does not open', false],
  ])(
    'with the options %o, %s UnsupportedChain for a wallet on another network',
    async (options, _, opens) => {
      const {
        latchkey,
        modal,
        router,
        wallet: walletOf,
      } = await connected({ networks: [one, two], ...options })
      // Loads the code that opens the modal after a change of network.
      await latchkey.open()
      modal.close()
      walletOf('a').moveTo(stranger.caipNetworkId)
      const { caipNetworkId } = stranger
      await expect
        .poll(() => latchkey.network.state.activeNetworks.eip155, {
          message: 'the client follows the wallet',
        })
        .toMatchObject({ caipNetworkId })
      await expect
        .poll(() => modal.state.open, { message: 'the modal opens or stays closed as expected' })
        .toBe(opens)
      if (opens) expect(router.state.view).toBe('UnsupportedChain')
    },
  )

  it('closes UnsupportedChain when the host adds the network of the wallet', async () => {
    const { latchkey, modal, router, wallet: walletOf } = await connected({ networks: [one, two] })
    await latchkey.open()
    walletOf('a').moveTo(stranger.caipNetworkId)
    await expect
      .poll(() => router.state.view, { message: 'the modal shows that the network is unsupported' })
      .toBe('UnsupportedChain')
    await latchkey.network.addNetwork(network('eip155:98', 'Another'))
    expect(router.state.view).toBe('UnsupportedChain')
    await latchkey.network.addNetwork(stranger)
    expect(modal.state.open).toBe(false)
  })

  it('goes to ConnectingExternal for an installed wallet, and to ConnectingWalletConnect for a wallet that is not installed', async () => {
    const { latchkey, modal, router } = world({
      connectors: [{ id: 'a', rdns: 'org.wallet', type: 'ANNOUNCED' }, { id: 'b' }],
    })
    await latchkey.ready()
    await latchkey.open()
    modal.selectWallet(wallet)
    expect(router.state).toMatchObject({ view: 'ConnectingExternal', data: { connector: { id: 'a' } } })
    modal.goBack()
    modal.selectWallet({ id: 'other', name: 'Other' })
    expect(router.state).toMatchObject({
      view: 'ConnectingWalletConnect',
      data: { wallet: { id: 'other', name: 'Other' } },
    })
  })
})

describe("a visitor's way through the views of a client", () => {
  const along = async (made: ReturnType<typeof world>, ...views: View[]) => {
    await made.latchkey.open()
    for (const view of views) made.router.push(view)
    return made
  }

  it('never has the same view twice in a row', async () => {
    const { router, views } = await along(world(), 'Networks')
    const before = router.state
    router.push('Networks', { email: 'a@b.c' })
    router.replace('Networks', { email: 'a@b.c' })
    expect(router.state).toBe(before)
    router.replace('WhatIsANetwork')
    expect(views()).toEqual(['WhatIsANetwork', 'Connect', 'WhatIsANetwork'])
  })

  it('goes back view by view, and closes the modal at the first view', async () => {
    const { modal, router, views } = await along(world(), 'AllWallets')
    router.push('ConnectingWalletConnect', { wallet, email: 'a@b.c' })
    modal.goBack()
    expect(views()).toEqual(['AllWallets', 'Connect', 'AllWallets'])
    expect(router.state.data).toEqual({ wallet: undefined, email: 'a@b.c' })
    modal.goBack()
    expect(views()).toEqual(['Connect', 'Connect'])
    expect(modal.state.open).toBe(true)
    modal.goBack()
    expect(modal.state.open).toBe(false)
  })

  it('goes back to Account instead of Connect after an account has connected', async () => {
    const { latchkey, modal, router } = await along(world(), 'AllWallets')
    await latchkey.connect({ connectorId: 'a' })
    expect(router.state.view).toBe('AllWallets')
    modal.goBack()
    expect(router.state.view).toBe('Account')
  })

  it.each([
    ['success', 'onSuccess', 'WalletSendPreview'],
    ['error', 'onError', 'WalletSend'],
    ['cancel', 'onCancel', 'WalletSend'],
  ] as const)(
    'after a transaction with the result %s, the client calls %s and shows %s',
    async (outcome, callback, view) => {
      const { router } = await along(await connected(), 'WalletSend', 'WalletSendPreview')
      const entry = { onSuccess: vi.fn(), onError: vi.fn(), onCancel: vi.fn() }
      router.pushTransactionStack(entry)
      expect(router.state.transactionStack).toHaveLength(1)
      router.popTransactionStack(outcome)
      expect(
        Object.keys(entry).filter((key) => entry[key as keyof typeof entry].mock.calls.length > 0),
      ).toEqual([callback])
      expect(router.state).toMatchObject({ view, transactionStack: [] })
    },
  )
})

describe('a message of a client', () => {
  it('replaces an open message after 150 ms, and closes automatically after 2.5 s', async () => {
    const { latchkey, clock } = world()
    const { snackbar } = latchkey
    snackbar.showError('A')
    expect(snackbar.state).toMatchObject({ message: 'A', variant: 'error', open: true })
    snackbar.showSuccess('B')
    await clock.advance(149)
    expect(snackbar.state.open).toBe(false)
    await clock.advance(1)
    expect(snackbar.state).toMatchObject({ message: 'B', open: true })
    await clock.advance(2499)
    expect(snackbar.state.open).toBe(true)
    await clock.advance(1)
    expect(snackbar.state).toEqual({
      message: '',
      variant: 'success',
      svg: undefined,
      open: false,
      autoClose: true,
    })
  })

  it('stays until it is hidden if it is about loading and autoClose is off', async () => {
    const { latchkey, clock } = world()
    const { snackbar } = latchkey
    snackbar.showLoading('Waiting', { autoClose: false })
    await clock.advance(60_000)
    expect(snackbar.state).toMatchObject({ message: 'Waiting', open: true })
    snackbar.hide()
    expect(snackbar.state).toMatchObject({ message: '', open: false, autoClose: true })
  })

  it.each([
    ['the text', 'A text', 'A text'],
    ['the first issue', { issues: [{ message: 'First' }, { message: 'Second' }] }, 'First'],
    ['the message of the error', new Error('It failed'), 'It failed'],
    ['the words Unknown error for undefined', undefined, 'Unknown error'],
  ])('about an error shows %s', (_, error, text) => {
    const { snackbar } = world().latchkey
    snackbar.showError(error)
    expect(snackbar.state.message).toBe(text)
  })
})

describe('the options and the theme of a client', () => {
  it('have the defaults of the specification for each option that the host does not set', () => {
    const { options, theme } = world().latchkey
    expect(options.state).toMatchObject({
      features: { allWallets: true, legalCheckbox: false },
      defaultAccountTypes: { bip122: 'payment', eip155: 'smartAccount', polkadot: 'eoa', solana: 'eoa' },
    })
    expect(theme.state).toMatchObject({ themeMode: 'dark', themeVariables: {} })
    theme.setThemeMode('light')
    theme.setThemeVariables({ '--lk-radius': '2px' } as never)
    expect(theme.state).toMatchObject({ themeMode: 'light', themeVariables: { '--lk-radius': '2px' } })
  })

  it('refuse `siwx` together with `siweConfig`, and a network with an invalid field', () => {
    const both = { siwx: {}, siweConfig: {} } as never
    expect(() => clientWorld(both)).toThrow('Cannot set both `siweConfig` and `siwx` options')
    const { nativeCurrency: _, ...wrong } = one
    expect(() => clientWorld({ networks: [wrong as never] })).toThrow(/nativeCurrency/)
    // The refused client did not take the name, so a client with the same name can be created.
    world()
  })
})
