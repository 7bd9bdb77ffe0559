import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import type { View } from '../../../../src/controllers/shell/views.ts'
import { withResolvers } from '../../../../src/core/async/with-resolvers.ts'
import type { ChainNamespace } from '../../../../src/core/chain/namespace.ts'
import type { ConnectorView } from '../../../../src/core/wallet/list/wallet-list.ts'
import { mainnet, polygon } from '../../../../src/networks/index.ts'
import { modalWorld, solanaMainnet, stranger } from '../../../support/modal-world.ts'

const wallet = { id: 'w', name: 'Wallet', rdns: 'org.wallet' }

describe('opening the modal', () => {
  it('shows Connect to a visitor without a connection', async () => {
    const { modal, router } = await modalWorld()
    router.push('WhatIsAWallet')
    await modal.open()
    expect(modal.state.open).toBe(true)
    expect(router.state).toMatchObject({ view: 'Connect', history: ['Connect'] })
  })

  it('shows Account to a connected visitor', async () => {
    const { modal, router, connect } = await modalWorld()
    connect()
    await modal.open()
    expect(router.state).toMatchObject({ view: 'Account', history: ['Account'] })
  })

  it('shows the requested view with its data to a connected visitor', async () => {
    const { modal, router, connect } = await modalWorld()
    connect()
    await modal.open({ view: 'Swap', data: { swap: { amount: '1' } } })
    expect(router.state).toMatchObject({ view: 'Swap', history: ['Swap'], data: { swap: { amount: '1' } } })
  })

  it.each([
    ['on a desktop', 'ConnectingWalletConnectBasic', false],
    ['on mobile', 'AllWallets', true],
  ])('%s, if the host controls WalletConnect itself, shows %s', async (_, view, mobile) => {
    const { modal, router, connect } = await modalWorld({ manualWCControl: true, mobile })
    connect()
    await modal.open({ view: 'Swap' })
    expect(router.state).toMatchObject({ view, history: [view], data: undefined })
  })

  it.each([
    ['on a desktop', 'ConnectingWalletConnectBasic', false],
    ['on mobile', 'AllWallets', true],
  ])('%s, if there are no adapters and no connected address, shows %s', async (_, view, mobile) => {
    const { modal, router } = await modalWorld({ noAdapters: true, mobile })
    await modal.open({ view: 'Swap' })
    expect(router.state.view).toBe(view)
  })

  it('shows the requested view if an address is connected, even without adapters', async () => {
    const { modal, router, connect } = await modalWorld({ noAdapters: true })
    connect()
    await modal.open({ view: 'Networks' })
    expect(router.state.view).toBe('Networks')
  })

  it("shows Connect if the requested family isn't connected, even if a different family is connected", async () => {
    const { modal, router, connect } = await modalWorld()
    connect('solana')
    await modal.open({ namespace: 'eip155' })
    expect(router.state.view).toBe('Connect')
  })

  it('switches to the current network of another family, and ignores the requested view', async () => {
    const { modal, router, requested } = await modalWorld()
    await modal.open({ namespace: 'solana', view: 'Swap' })
    expect(requested).toEqual([solanaMainnet.caipNetworkId])
    expect(router.state.view).toBe('SwitchNetwork')
    expect(modal.state).toMatchObject({ open: true, namespace: 'solana' })
  })

  it("switches to a family's first requested network if the family's current network is not requested", async () => {
    const { modal, requested, moveTo, standOn } = await modalWorld({ allowUnsupportedChain: true })
    moveTo(solanaMainnet)
    standOn(stranger)
    await modal.open({ namespace: 'eip155' })
    expect(requested).toEqual([mainnet.caipNetworkId])
  })

  it('asks for no switch if the requested family is active already', async () => {
    const { modal, requested } = await modalWorld()
    await modal.open({ namespace: 'eip155' })
    expect(requested).toEqual([])
  })

  it("reports loading from the first moment, and waits for the view's code", async () => {
    const { modal } = await modalWorld({ unprepared: true })
    let drawn = () => {}
    modal.on('opening', (wait) => wait(new Promise<void>((done) => (drawn = done))))
    const opening = modal.open()
    expect(modal.state).toMatchObject({ open: false, loading: true })
    await modal.prepare()
    await Promise.resolve()
    expect(modal.state).toMatchObject({ open: false, loading: true })
    drawn()
    await opening
    expect(modal.state).toMatchObject({ open: true, loading: true })
  })

  it("stops loading if it is closed or aborted while the view's code loads", async () => {
    const { modal } = await modalWorld({ unprepared: true })
    const opening = modal.open()
    modal.close()
    expect(modal.state).toMatchObject({ open: false, loading: false })
    await opening
    expect(modal.state.open).toBe(false)
    const other = await modalWorld({ unprepared: true })
    const control = new AbortController()
    const given = other.modal.open({}, { signal: control.signal })
    control.abort()
    await expect(given).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(other.modal.state).toMatchObject({ open: false, loading: false })
  })

  it('refuses a family without networks and changes nothing', async () => {
    const { modal, router } = await modalWorld()
    const before = [modal.state, router.state]
    await expect(modal.open({ namespace: 'cosmos' })).rejects.toThrow('cosmos is not configured')
    expect([modal.state, router.state]).toEqual(before)
  })

  it('sets the loading state of the modal and of the family', async () => {
    const { modal } = await modalWorld()
    await modal.open({ namespace: 'eip155' })
    expect(modal.state).toMatchObject({ loading: true, loadingNamespaceMap: { eip155: true } })
  })

  it('shows the wallets of the requested family, or of all families if none is requested', async () => {
    const { modal, filters } = await modalWorld()
    await modal.open({ namespace: 'eip155' })
    await modal.open()
    expect(filters).toEqual(['eip155', undefined])
  })

  it('emits one event, which says whether the visitor is connected', async () => {
    const { modal, connect } = await modalWorld()
    const opened = vi.fn()
    modal.on('opened', opened)
    connect()
    await modal.open()
    await modal.open({ view: 'Networks' })
    expect(opened).toHaveBeenCalledExactlyOnceWith({ connected: true })
  })

  it('completes at once when there is nothing to load', async () => {
    const { modal } = await modalWorld()
    void modal.open()
    expect(modal.state.open).toBe(true)
  })
})

describe('opening the modal while a URI is being checked', () => {
  const uri = 'wc:an-uri-of-the-host'
  async function waiting() {
    const hold = { resolve: () => {} }
    const setUri = () => new Promise<void>((resolve) => Object.assign(hold, { resolve }))
    return {
      ...(await modalWorld({
        deps: {
          pairing: {
            pairEarly: () => {},
            leave: () => {},
            choose: () => {},
            openWallet: () => false,
            setUri,
          },
        },
      })),
      hold,
    }
  }

  it('completes after the check', async () => {
    const { modal, router, hold } = await waiting()
    const opening = modal.open({ uri })
    expect(modal.state.open).toBe(false)
    hold.resolve()
    await opening
    expect(modal.state.open).toBe(true)
    expect(router.state.view).toBe('ConnectingWalletConnectBasic')
  })

  it('has no effect if the modal is closed during the check', async () => {
    const { modal, hold, filters } = await waiting()
    const opening = modal.open({ uri })
    modal.close()
    hold.resolve()
    await opening
    expect(modal.state.open).toBe(false)
    expect(filters).toEqual([])
  })

  it('has no effect if the modal is opened for another view during the check', async () => {
    const { modal, router, hold } = await waiting()
    const both = Promise.all([modal.open({ uri }), modal.open({ view: 'Networks' })])
    hold.resolve()
    await both
    expect(router.state.history).toEqual(['Networks'])
  })

  it('is rejected when it is aborted, and changes nothing after that', async () => {
    const { modal, hold } = await waiting()
    const control = new AbortController()
    const opening = modal.open({ uri }, { signal: control.signal })
    control.abort()
    await expect(opening).rejects.toMatchObject({ code: 'flow/aborted' })
    hold.resolve()
    await Promise.resolve()
    expect(modal.state.open).toBe(false)
  })
})

describe('closing the modal', () => {
  it('returns the modal to Connect, and ends its loading state', async () => {
    const { modal, router } = await modalWorld()
    await modal.open({ view: 'WhatIsAWallet', namespace: 'eip155', data: { email: 'a@b.c' } })
    modal.close()
    expect(router.state).toMatchObject({ view: 'Connect', history: ['Connect'], data: undefined })
    expect(modal.state).toEqual({
      open: false,
      loading: false,
      loadingNamespaceMap: {},
      shake: false,
      namespace: undefined,
    })
  })

  it('emits an event only if the modal was open', async () => {
    const { modal, connect } = await modalWorld()
    const closed = vi.fn()
    modal.on('closed', closed)
    modal.close()
    expect(closed).not.toHaveBeenCalled()
    await modal.open()
    connect()
    modal.close()
    modal.close()
    expect(closed).toHaveBeenCalledExactlyOnceWith({ connected: true })
  })

  it.each([
    ['connected', 'Account', true],
    ['not connected', 'Connect', false],
  ])('for a visitor who is %s, shows %s if the modal is embedded in the page', async (_, view, connected) => {
    const { modal, router, connect } = await modalWorld({ enableEmbedded: true })
    await modal.open({ view: 'Networks' })
    if (connected) connect()
    modal.close()
    expect(router.state).toMatchObject({ view, history: [view] })
  })

  it('shows all wallets again, also in a card that was not opened', async () => {
    const { modal, filters } = await modalWorld({ enableEmbedded: true })
    modal.close()
    expect(filters).toEqual([undefined])
  })

  it('keeps a view that a subscriber opens in response', async () => {
    const { modal, router, filters } = await modalWorld()
    const heard: string[] = []
    modal.on('opened', () => heard.push('opened'))
    modal.on('closed', () => heard.push('closed'))
    await modal.open({ namespace: 'eip155' })
    const stop = modal.subscribe(() => {
      stop()
      void modal.open({ view: 'Networks' })
    })
    modal.close()
    await expect.poll(() => modal.state.open, { message: 'the modal is open again' }).toBe(true)
    expect(router.state.view).toBe('Networks')
    expect(heard).toEqual(['opened', 'closed', 'opened'])
    expect(filters).toEqual(['eip155', undefined, undefined])
  })

  it('is refused to a visitor on an unsupported network', async () => {
    const { modal } = await modalWorld()
    await modal.open({ view: 'UnsupportedChain' })
    modal.safeClose()
    expect(modal.state).toMatchObject({ open: true, shake: true })
  })

  it('is refused to a visitor during a switch away from an unsupported network', async () => {
    const { modal, router } = await modalWorld()
    await modal.open({ view: 'UnsupportedChain' })
    router.push('SwitchNetwork')
    modal.safeClose()
    expect(modal.state.open).toBe(true)
    router.reset('Networks')
    router.push('SwitchNetwork')
    modal.safeClose()
    expect(modal.state.open).toBe(false)
  })

  it('is always allowed for the host', async () => {
    const { modal } = await modalWorld()
    await modal.open({ view: 'UnsupportedChain' })
    modal.close()
    expect(modal.state.open).toBe(false)
  })
})

describe('shaking the modal', () => {
  it('lasts 500 ms, and another shake meanwhile changes nothing', async () => {
    const { modal, clock } = await modalWorld()
    await modal.open()
    modal.shake()
    await clock.advance(300)
    modal.shake()
    expect(modal.state.shake).toBe(true)
    await clock.advance(199)
    expect(modal.state.shake).toBe(true)
    await clock.advance(1)
    expect(modal.state.shake).toBe(false)
    expect(clock.pending).toBe(0)
  })

  it('does nothing while the modal is closed', async () => {
    const { modal, clock } = await modalWorld()
    modal.shake()
    expect(modal.state.shake).toBe(false)
    expect(clock.pending).toBe(0)
  })

  it('ends when the modal closes', async () => {
    const { modal, clock } = await modalWorld()
    await modal.open()
    modal.shake()
    modal.close()
    expect(modal.state.shake).toBe(false)
    expect(clock.pending).toBe(0)
  })
})

describe('going back in the modal', () => {
  it('returns to the previous view', async () => {
    const { modal, router } = await modalWorld()
    await modal.open({ view: 'Networks' })
    router.push('WhatIsANetwork')
    modal.goBack()
    expect(router.state.view).toBe('Networks')
    expect(modal.state.open).toBe(true)
  })

  it('closes the modal if there is no previous view', async () => {
    const { modal, router } = await modalWorld()
    await modal.open({ view: 'Networks' })
    modal.goBack()
    expect(modal.state.open).toBe(false)
    expect(router.state.history).toEqual(['Connect'])
  })
})

describe('choosing a wallet', () => {
  const installed = { id: 'c', name: 'Wallet', type: 'ANNOUNCED', chains: ['eip155'] } as const

  it("goes to ConnectingExternal when a connector with the wallet's rdns is installed", async () => {
    const { modal, router, connectors } = await modalWorld()
    connectors.push({ ...installed, rdns: 'org.wallet' })
    modal.selectWallet(wallet)
    expect(router.state).toMatchObject({
      view: 'ConnectingExternal',
      data: { wallet, connector: { id: 'c' } },
    })
  })

  it("goes to ConnectingExternal when a connector with the wallet's catalogue id is installed", async () => {
    const { modal, router, connectors } = await modalWorld()
    connectors.push({ ...installed, explorerId: 'w' })
    modal.selectWallet({ id: 'w', name: 'Wallet' })
    expect(router.state.view).toBe('ConnectingExternal')
  })

  it.each([wallet, { ...wallet, rdns: undefined }, { ...wallet, rdns: null }])(
    "goes to ConnectingWalletConnect when no connector has the wallet's rdns or catalogue id",
    async (chosen) => {
      const { modal, router, connectors } = await modalWorld()
      connectors.push({ ...installed, id: 'x' })
      modal.selectWallet(chosen)
      expect(router.state).toMatchObject({ view: 'ConnectingWalletConnect', data: { wallet: chosen } })
    },
  )
})

describe('connecting and disconnecting with the modal open', () => {
  async function connecting(view: View, input: Parameters<typeof modalWorld>[0] = {}) {
    const world = await modalWorld(input)
    await world.modal.open()
    world.router.push(view)
    world.connect()
    return world
  }

  it.each(['ConnectingExternal', 'ConnectingWalletConnect', 'ConnectingWalletConnectBasic'] as const)(
    'closes the modal in the view %s when the wallet has connected',
    async (view) => {
      const { modal, established } = await connecting(view)
      established()
      expect(modal.state.open).toBe(false)
    },
  )

  it('keeps the view of a request that is still pending when another wallet has connected', async () => {
    const { modal, router, asked, established } = await connecting('ConnectingExternal')
    router.reset('ConnectingExternal', { connector: { id: 'b' } as ConnectorView })
    asked({ connectorId: 'b' })
    established()
    expect([modal.state.open, router.state.view]).toEqual([true, 'ConnectingExternal'])
  })

  it("closes the view of a wallet that has connected while the host's request to another wallet is pending", async () => {
    const { modal, router, asked, established } = await connecting('ConnectingExternal')
    router.reset('ConnectingExternal', { connector: { id: 'a' } as ConnectorView })
    asked({ connectorId: 'b' })
    established()
    expect(modal.state.open).toBe(false)
  })

  it("keeps the modal open if a stored connection is restored, or if the view isn't for connecting", async () => {
    const one = await connecting('ConnectingExternal')
    one.established(true)
    expect(one.modal.state.open).toBe(true)
    const other = await connecting('Networks')
    other.established()
    expect(other.modal.state.open).toBe(true)
  })

  it('shows Account in an embedded modal when a stored connection was restored', async () => {
    const { router, connect, established } = await modalWorld({ enableEmbedded: true })
    connect()
    established(true)
    expect(router.state.view).toBe('Account')
  })

  it('closes the modal when the displayed account is gone', async () => {
    const { modal, connect, disconnect, ended } = await modalWorld()
    connect()
    await modal.open()
    disconnect()
    ended('eip155')
    expect(modal.state.open).toBe(false)
  })

  it('keeps the modal open when another family disconnects, or while a new wallet connects', async () => {
    const { modal, router, disconnect, ended, connect } = await modalWorld()
    connect()
    await modal.open()
    ended('solana')
    expect(modal.state.open).toBe(true)
    router.push('ConnectingExternal')
    disconnect()
    ended('eip155')
    expect(modal.state.open).toBe(true)
  })
})

describe('switching the network with the modal open', () => {
  async function unsupported(input: Parameters<typeof modalWorld>[0] = {}) {
    const world = await modalWorld(input)
    world.connect()
    world.moveTo(stranger)
    await Promise.resolve()
    return world
  }

  it('opens UnsupportedChain when the active network is not a requested network', async () => {
    const { modal, router } = await unsupported()
    expect(modal.state.open).toBe(true)
    expect(router.state.history).toEqual(['UnsupportedChain'])
  })

  it.each([{ enableNetworkSwitch: false }, { allowUnsupportedChain: true }, { basic: true }])(
    'does not open UnsupportedChain with the options %o',
    async (input) => {
      const { modal } = await unsupported(input)
      expect(modal.state.open).toBe(false)
    },
  )

  it('does not open UnsupportedChain for a requested network', async () => {
    const { modal, moveTo } = await modalWorld()
    moveTo(polygon)
    expect(modal.state.open).toBe(false)
  })

  it('closes the modal after a successful switch away from an unsupported network', async () => {
    const { modal, router, moveTo, switched } = await unsupported()
    router.push('SwitchNetwork')
    moveTo(mainnet)
    switched(true)
    expect(modal.state.open).toBe(false)
  })

  it('closes the modal when the wallet itself leaves the unsupported network', async () => {
    const { modal, moveTo } = await unsupported()
    moveTo(mainnet)
    expect(modal.state.open).toBe(false)
  })

  it('goes back one step when the switch fails', async () => {
    const { modal, router, failed } = await modalWorld()
    await modal.open({ view: 'Networks' })
    router.push('SwitchNetwork')
    failed()
    expect(router.state.history).toEqual(['Networks'])
  })

  it('returns to UnsupportedChain when the switch to a supported network fails', async () => {
    const { modal, router, failed } = await unsupported()
    router.push('SwitchNetwork')
    failed()
    expect(router.state.view).toBe('UnsupportedChain')
    expect(modal.state.open).toBe(true)
  })

  it('closes the modal when the switch fails after the wallet left the unsupported network', async () => {
    const { modal, router, moveTo, failed } = await unsupported()
    router.push('SwitchNetwork')
    moveTo(mainnet)
    expect(router.state.view).toBe('SwitchNetwork')
    failed()
    expect(modal.state.open).toBe(false)
  })

  it('closes the modal when the visitor goes back from the switch after the wallet left the unsupported network', async () => {
    const { modal, router, moveTo } = await unsupported()
    router.push('SwitchNetwork')
    moveTo(mainnet)
    modal.goBack()
    expect(modal.state.open).toBe(false)
  })

  it('goes back only if the visitor is still in the view of the switch', async () => {
    const { modal, router, failed, switched } = await modalWorld()
    await modal.open({ view: 'Networks' })
    router.push('WhatIsANetwork')
    failed()
    switched()
    expect(router.state.history).toEqual(['Networks', 'WhatIsANetwork'])
  })

  it('returns to the view before Networks when the switch succeeded', async () => {
    const { modal, router, connect, switched } = await modalWorld()
    connect()
    await modal.open()
    router.push('Networks')
    router.push('SwitchNetwork')
    switched()
    expect(router.state.history).toEqual(['Account'])
    expect(modal.state.open).toBe(true)
  })

  it('closes the modal when Networks was the first view', async () => {
    const { modal, router, switched } = await modalWorld()
    await modal.open({ view: 'Networks' })
    router.push('SwitchNetwork')
    switched()
    expect(modal.state.open).toBe(false)
    expect(router.state.history).toEqual(['Connect'])
  })

  it('keeps the view when the switch was started outside the modal', async () => {
    const { modal, router, connect, switched } = await modalWorld()
    connect('solana')
    await modal.open({ namespace: 'solana' satisfies ChainNamespace })
    switched()
    expect(router.state.history).toEqual(['Connect'])
  })
})

describe('changing to a family without an account', () => {
  it.each([
    ['a card', true],
    ['a dialog', false],
  ])(
    'leads from the account to Connect in %s when it is opened for the family',
    async (_, enableEmbedded) => {
      const { modal, router, connect, moveTo, switched } = await modalWorld({ enableEmbedded })
      connect()
      await modal.open()
      if (enableEmbedded) modal.close()
      expect(router.state.view).toBe('Account')
      await modal.open({ namespace: 'solana' })
      expect(router.state.view).toBe('SwitchNetwork')
      moveTo(solanaMainnet)
      switched()
      expect(router.state).toMatchObject({ view: 'Connect', history: ['Connect'] })
      expect(modal.state.open).toBe(true)
    },
  )

  it.each([
    ['a card', true],
    ['a dialog', false],
  ])('leads from the account to Connect in %s when the host switches', async (_, enableEmbedded) => {
    const { modal, router, connect, moveTo } = await modalWorld({ enableEmbedded })
    connect()
    await modal.open()
    if (enableEmbedded) modal.close()
    router.push('WalletReceive')
    moveTo(solanaMainnet)
    expect(router.state).toMatchObject({ view: 'Connect', history: ['Connect'] })
  })

  it('keeps views without an account, the accounts of all families, and the account of a connected family', async () => {
    const { modal, router, connect, moveTo } = await modalWorld()
    connect()
    await modal.open({ view: 'Networks' })
    moveTo(solanaMainnet)
    expect(router.state.view).toBe('Networks')
    router.reset('Profile')
    moveTo(mainnet)
    moveTo(solanaMainnet)
    expect(router.state.view).toBe('Profile')
    connect('solana')
    router.reset('Account')
    moveTo(mainnet)
    expect(router.state.view).toBe('Account')
  })

  it('keeps the view of a host that shows the views itself', async () => {
    const { router, connect, moveTo } = await modalWorld()
    connect()
    router.reset('Account')
    moveTo(solanaMainnet)
    expect(router.state.view).toBe('Account')
  })
})

describe('the first wallets of the list', () => {
  const counted = async (options: Parameters<typeof modalWorld>[0]) => {
    const begin = vi.fn(async () => {})
    const world = await modalWorld({ ...options, deps: { catalogue: { prepare: async () => {}, begin } } })
    return { ...world, begin }
  }

  it('are loaded for a card as soon as it shows Connect', async () => {
    const { modal, begin, connect, disconnect, established, ended } = await counted({ enableEmbedded: true })
    expect(begin).toHaveBeenCalledTimes(1)
    connect()
    established()
    begin.mockClear()
    disconnect()
    ended('eip155')
    expect(begin).toHaveBeenCalledTimes(1)
    expect(modal.state.open).toBe(false)
  })

  it('are loaded for a connected visitor who goes to Connect', async () => {
    const { modal, router, begin, connect } = await counted({})
    connect()
    await modal.open()
    expect(begin).not.toHaveBeenCalled()
    router.push('Connect')
    expect(begin).toHaveBeenCalledTimes(1)
  })

  it('are loaded for a connected visitor who opens the modal at Connect', async () => {
    const { modal, begin, connect } = await counted({})
    connect()
    await modal.open({ view: 'Connect' })
    expect(begin).toHaveBeenCalled()
  })

  it('are not loaded for a dialog that is closed or for a card that shows an account', async () => {
    const { modal, begin, connect } = await counted({})
    connect()
    await modal.open()
    modal.close()
    expect(begin).not.toHaveBeenCalled()
    const card = await counted({ enableEmbedded: true, unprepared: true })
    card.connect()
    await card.modal.prepare()
    expect(card.router.state.view).toBe('Account')
    expect(card.begin).not.toHaveBeenCalled()
  })
})

describe('the modal over a long time', () => {
  it('opens and closes 10,000 times without leaking listeners, timers or memory', async () => {
    const { modal, router, clock, listeners, logged } = await modalWorld()
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const cycles = async (count: number) => {
      for (let n = 0; n < count; n++) {
        await modal.open()
        router.push('AllWallets')
        modal.shake()
        modal.goBack()
        modal.safeClose()
      }
      collect()
      return process.memoryUsage().heapUsed
    }
    const held = listeners()
    const before = await cycles(1000)
    const after = await cycles(9000)
    expect(modal.state.open).toBe(false)
    expect(listeners()).toBe(held)
    expect(clock.pending).toBe(0)
    expect(logged).toEqual([])
    expect(after - before).toBeLessThan(1024 * 1024)
  })

  it('releases every listener and timer when it is disposed', async () => {
    const { modal, clock, listeners } = await modalWorld()
    expect(listeners()).toBeGreaterThan(0)
    await modal.open()
    modal.shake()
    modal.dispose()
    expect(listeners()).toBe(0)
    expect(clock.pending).toBe(0)
  })
})

describe('creating a pairing in advance', () => {
  const withPairing = async (pairEarly: () => void) => {
    const pairing = {
      pairEarly,
      leave: () => {},
      choose: () => {},
      openWallet: () => false,
      setUri: async () => {},
    }
    return modalWorld({ deps: { pairing } })
  }

  it('starts at once for a host that renders the wallets itself', async () => {
    const pairEarly = vi.fn()
    const { modal } = await withPairing(pairEarly)
    await modal.open()
    expect(pairEarly).toHaveBeenCalledTimes(1)
  })

  it('waits at each opening until the list is painted, or its painting fails', async () => {
    const pairEarly = vi.fn()
    const { modal } = await withPairing(pairEarly)
    let paint = withResolvers<void>()
    modal.on('offering', (wait) => wait(paint.promise))
    await modal.open()
    expect(pairEarly).not.toHaveBeenCalled()
    paint.resolve()
    await expect.poll(() => pairEarly.mock.calls.length, { message: 'the pairing starts' }).toBe(1)
    paint = withResolvers<void>()
    await modal.open({ namespace: 'eip155' })
    expect(pairEarly).toHaveBeenCalledTimes(1)
    paint.reject(new Error('not painted'))
    await expect.poll(() => pairEarly.mock.calls.length, { message: 'the pairing starts again' }).toBe(2)
  })

  it('does not start for a visitor who closed the modal before the paint', async () => {
    const pairEarly = vi.fn()
    const { modal } = await withPairing(pairEarly)
    const paint = withResolvers<void>()
    modal.on('offering', (wait) => wait(paint.promise))
    await modal.open()
    modal.close()
    paint.resolve()
    await new Promise(setImmediate)
    expect(pairEarly).not.toHaveBeenCalled()
  })
})
