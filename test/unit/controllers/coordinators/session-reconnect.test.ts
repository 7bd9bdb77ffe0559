import { describe, expect, it } from 'vitest'
import { eip155 } from '../../../../src/adapters/eip155/index.ts'
import { createLatchkey } from '../../../../src/client/create-latchkey.ts'
import { storingDelay } from '../../../../src/controllers/coordinators/stored-connections.ts'
import { nativeBalances } from '../../../../src/controllers/wallet/stored-balances.ts'
import type { Persistence } from '../../../../src/services/persistence.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { announceEip6963 } from '../../../../src/testing/wallets/announce.ts'
import { createEip155Wallet } from '../../../../src/testing/wallets/eip155.ts'
import { turn } from '../../../support/async.ts'
import {
  clientWorld,
  connectedBefore,
  one,
  sol,
  storeConnections,
  storedConnection,
  storedConnections,
  storedElsewhere,
  storedIds,
} from '../../../support/client-world.ts'
import { FakeConnector, never } from '../../../support/fake-families.ts'

const granted = { id: 'a', granted: true }

describe('restoring a connection', () => {
  it('connects the stored wallet without a prompt', async () => {
    const { latchkey, wallet, status } = clientWorld({ connectors: [granted], before: connectedBefore('a') })
    const established: unknown[] = []
    latchkey.session.on('established', ({ restored }) => established.push(restored))
    await latchkey.ready()
    expect(status('eip155')).toBe('connected')
    expect(wallet('a').count).toEqual({ open: 0, restore: 1, close: 0 })
    expect(established).toEqual([true])
  })

  it('sets the status to restoring from the start', async () => {
    const { latchkey, wallet, status } = clientWorld({ connectors: [granted], before: connectedBefore('a') })
    wallet('a').onRestore = never
    const ready = latchkey.ready()
    expect(status('eip155')).toBe('restoring')
    await expect
      .poll(() => wallet('a').count.restore, { message: 'the wallet is asked for its session' })
      .toBe(1)
    expect(status('eip155')).toBe('restoring')
    await latchkey.dispose()
    await ready
  })

  it("connects the stored wallet of a family when the host adds the family's first network", async () => {
    const { latchkey, status, wallet } = clientWorld({
      connectors: [granted, { id: 'b', chains: ['solana'], granted: true }],
      networks: [one],
      families: ['eip155', 'solana'],
      before: (stored) =>
        storeConnections(stored, { ...storedConnection('a'), ...storedConnection('b', sol.caipNetworkId) }),
    })
    await latchkey.ready()
    expect(status('solana')).toBe('disconnected')
    latchkey.network.addNetwork(sol)
    await expect.poll(() => status('solana'), { message: 'solana is connected' }).toBe('connected')
    expect(status('eip155')).toBe('connected')
    expect([wallet('a').count.restore, wallet('b').count.restore]).toEqual([1, 1])
  })

  it('continues while the visitor connects another family through the same wallet', async () => {
    const { latchkey, wallet, status } = clientWorld({
      connectors: [{ ...granted, chains: ['eip155', 'solana'] }],
      before: connectedBefore('a'),
    })
    let answer = () => {}
    wallet('a').onRestore = () => new Promise<void>((resolve) => (answer = resolve))
    const ready = latchkey.ready()
    await expect
      .poll(() => wallet('a').count.restore, { message: 'the wallet is asked for its session' })
      .toBe(1)
    await latchkey.connect({ connectorId: 'a', namespaces: ['solana'] })
    expect(status('eip155')).toBe('restoring')
    answer()
    await ready
    expect([status('eip155'), status('solana')]).toEqual(['connected', 'connected'])
  })

  it("leaves the visitor's pending request to another wallet cancelable", async () => {
    const { latchkey, wallet, status } = clientWorld({
      connectors: [granted, { id: 's', chains: ['solana'] }],
      before: connectedBefore('a'),
    })
    let answer = () => {}
    wallet('a').onRestore = () => new Promise<void>((resolve) => (answer = resolve))
    wallet('s').onOpen = never
    const ready = latchkey.ready()
    await expect
      .poll(() => wallet('a').count.restore, { message: 'the wallet is asked for its session' })
      .toBe(1)
    latchkey.session.ask({ connectorId: 's' })
    await expect
      .poll(() => wallet('s').count.open, { message: 'the other wallet is asked to connect' })
      .toBe(1)
    answer()
    await ready
    expect([status('eip155'), status('solana')]).toEqual(['connected', 'connecting'])
    latchkey.session.ask({ connectorId: 's' })
    latchkey.session.cancel()
    await expect.poll(() => status('solana'), { message: 'the request is canceled' }).toBe('disconnected')
    expect(wallet('s').count.open).toBe(1)
  })

  it('ignores wallets that were not stored', async () => {
    const { latchkey, wallet } = clientWorld({
      connectors: [granted, { id: 'b', granted: true }],
      before: connectedBefore('a'),
    })
    await latchkey.ready()
    expect(wallet('b').count.restore).toBe(0)
  })

  it('removes the stored connection only if the permission is revoked', async () => {
    for (const revoked of [undefined, false, true]) {
      const world = clientWorld({ before: connectedBefore('a') })
      const { latchkey, wallet, status, stored } = world
      if (revoked !== undefined) Object.assign(wallet('a'), { revoked: async () => revoked })
      await latchkey.ready()
      expect(status('eip155')).toBe('disconnected')
      const name = latchkey.account.state.eip155.rememberedWallet?.name
      expect(name).toBe(revoked ? undefined : 'Wallet a')
      expect(storedIds(stored)).toEqual(revoked ? {} : { eip155: 'a' })
      await latchkey.dispose()
    }
  })

  it('gives up after 5 s on a wallet that does not answer', async () => {
    const { latchkey, wallet, status, clock } = clientWorld({
      connectors: [granted],
      before: connectedBefore('a'),
    })
    wallet('a').onRestore = never
    const ready = latchkey.ready()
    await expect
      .poll(() => wallet('a').count.restore, { message: 'the wallet is asked for its session' })
      .toBe(1)
    await clock.advance(4999)
    expect(status('eip155')).toBe('restoring')
    await clock.advance(1)
    await ready
    expect(status('eip155')).toBe('disconnected')
    expect(clock.pending).toBe(0)
  })

  it('waits at most 5 s for the wallet to announce itself', async () => {
    const { latchkey, status, clock, platform } = clientWorld({
      connectors: [],
      before: connectedBefore('late'),
      enableEIP6963: true,
    })
    const ready = latchkey.ready()
    await expect.poll(() => clock.pending, { message: 'the client waits for the wallet' }).toBeGreaterThan(0)
    await clock.advance(4999)
    expect(status('eip155')).toBe('restoring')
    await clock.advance(1)
    await ready
    expect(status('eip155')).toBe('disconnected')
    expect(clock.pending).toBe(0)
    await latchkey.dispose()
    expect(platform.page.listenerCount()).toBe(0)
  })

  it('finds a wallet that announces itself late', async () => {
    const wallet = createEip155Wallet({
      privateKeys: [`0x${'1'.repeat(64)}`],
      chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
      authorized: true,
    })
    const platform = memoryPlatform()
    const visit = () =>
      createLatchkey({ networks: [one], adapters: [eip155()], enableInjected: false, platform })
    const first = visit()
    await first.ready()
    const announce = () => announceEip6963(platform.page, wallet.provider)
    const withdraw = announce()
    const listed = () => first.connector.state.connectors
    await expect.poll(listed, { message: 'the wallet is listed' }).toHaveLength(1)
    await first.connect({ connectorId: listed()[0]?.id ?? 'none' })
    withdraw()
    await first.dispose()
    const second = visit()
    const ready = second.ready()
    await expect
      .poll(() => platform.clock.pending, { message: 'the client waits for the wallet' })
      .toBeGreaterThan(0)
    await platform.clock.advance(4000)
    expect(second.account.active.status).toBe('restoring')
    announce()
    await ready
    expect(second.account.active.status).toBe('connected')
    await platform.clock.advance(storingDelay)
    expect(platform.clock.pending).toBe(0)
    await second.dispose()
  })

  describe('to a wallet that shares its name with others', () => {
    const mine = 'a-eip155'
    /**
     * Returns wallets that all have the name of the stored wallet. The first wallet to announce itself gets
     * the id `a`.
     */
    const claimants = (...shown: readonly (string | undefined)[]) => {
      const connectors = shown.map((address, index) => {
        const one = new FakeConnector({ id: index ? `a#${index + 1}` : 'a', type: 'ANNOUNCED' })
        one.granted = address !== undefined
        if (address !== undefined) one.showAccounts('eip155', address)
        return one
      })
      const world = clientWorld({ connectors, before: connectedBefore('a') })
      const asked = () => connectors.filter(({ count }) => count.open > 0).length
      return { ...world, connectors, asked }
    }

    it.each([
      [
        'the wallet that shows the stored account, even if another wallet announced itself first',
        ['stranger', mine],
        'a#2',
      ],
      ['the first wallet, if it shows the account', [mine, 'stranger'], 'a'],
      ['the wallet that still grants an account', [undefined, mine], 'a#2'],
      ['the only one of four wallets that shows the account', ['x', 'y', mine, 'z'], 'a#3'],
      ['no wallet, if the only wallet shows another account', ['stranger'], undefined],
      ['no wallet, if each wallet shows another account', ['stranger', 'another'], undefined],
      ['no wallet, if several wallets show the account', [mine, mine], undefined],
    ])('causes no prompt, and connects %s', async (_, shown, expected) => {
      const { latchkey, asked, stored } = claimants(...shown)
      await latchkey.ready()
      expect(latchkey.connections.of('eip155')?.connectorId).toBe(expected)
      expect(asked()).toBe(0)
      expect(storedIds(stored)).toEqual({ eip155: 'a' })
      await latchkey.dispose()
    })

    it.each([
      ['does not connect a wallet without an rdns', undefined, undefined],
      ['connects a wallet with the stored rdns', 'test.a', 'a'],
    ])('%s that now shows another account', async (_, rdns, expected) => {
      const connector = new FakeConnector({
        id: 'a',
        type: 'ANNOUNCED',
        granted: true,
        ...(rdns && { rdns }),
      })
      connector.showAccounts('eip155', 'other')
      const { latchkey, stored } = clientWorld({
        connectors: [connector],
        before: (persistence) =>
          storeConnections(persistence, {
            eip155: { ...storedConnection('a').eip155!, source: 'ANNOUNCED', rdns },
          }),
      })
      await latchkey.ready()
      expect(latchkey.connections.of('eip155')?.connectorId).toBe(expected)
      expect(storedIds(stored)).toEqual({ eip155: 'a' })
      await latchkey.dispose()
    })

    it('is not delayed by another wallet that never answers', async () => {
      const { latchkey, connectors, clock, status } = claimants('stranger', mine)
      connectors[0]!.onRestore = never
      const ready = latchkey.ready()
      await expect
        .poll(() => connectors[1]!.count.restore, { message: 'the second wallet is asked for its session' })
        .toBe(1)
      await clock.advance(5000)
      await ready
      expect(status('eip155')).toBe('connected')
      expect(latchkey.connections.of('eip155')?.connectorId).toBe('a#2')
    })

    it('waits for the stored wallet if a different wallet with its name announces itself first', async () => {
      const announced = (key: string) =>
        createEip155Wallet({
          privateKeys: [`0x${key.repeat(64)}`],
          chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
          authorized: true,
        })
      const [genuine, stranger] = [announced('1'), announced('2')]
      const platform = memoryPlatform()
      const visit = () =>
        createLatchkey({ networks: [one], adapters: [eip155()], enableInjected: false, platform })
      const first = visit()
      await first.ready()
      const withdraw = announceEip6963(platform.page, genuine.provider)
      const listed = () => first.connector.state.connectors
      await expect.poll(listed, { message: 'the wallet is listed' }).toHaveLength(1)
      await first.connect({ connectorId: listed()[0]?.id ?? 'none' })
      const account = first.account.state.eip155.address
      withdraw()
      await first.dispose()

      announceEip6963(platform.page, stranger.provider)
      const second = visit()
      const ready = second.ready()
      await expect
        .poll(() => platform.clock.pending, { message: 'the client waits for the wallet' })
        .toBeGreaterThan(0)
      await platform.clock.advance(2000)
      expect(second.account.active.status).toBe('restoring')
      announceEip6963(platform.page, genuine.provider)
      await ready
      expect(second.account.state.eip155.address).toBe(account)
      expect(stranger.script.count('eth_requestAccounts')).toBe(0)
      await platform.clock.advance(storingDelay)
      expect(platform.clock.pending).toBe(0)
      await second.dispose()
    })
  })

  it("ends at once if the stored wallet is missing and can't announce itself", async () => {
    const { latchkey, status } = clientWorld({ connectors: [], before: connectedBefore('gone') })
    await latchkey.ready()
    expect(status('eip155')).toBe('disconnected')
  })

  it('is not delayed for one wallet by another wallet that never answers', async () => {
    const { latchkey, wallet, status, clock } = clientWorld({
      connectors: [granted, { id: 's', chains: ['solana'], granted: true }],
      before: (persistence) => {
        storeConnections(persistence, { ...storedConnection('a'), ...storedConnection('s', 'solana:main') })
      },
    })
    wallet('a').onRestore = never
    const ready = latchkey.ready()
    await expect.poll(() => status('solana'), { message: 'the other family is restored' }).toBe('connected')
    expect(status('eip155')).toBe('restoring')
    await clock.advance(5000)
    await ready
    expect(latchkey.account.connectedNamespaces).toEqual(['solana'])
  })

  it('opens one session for all the families that it covers', async () => {
    const { latchkey, wallet } = clientWorld({
      connectors: [{ id: 'wc', type: 'WALLET_CONNECT', chains: ['eip155', 'solana'], granted: true }],
      before: (persistence) => {
        storeConnections(persistence, {
          ...storedConnection('wc'),
          ...storedConnection('wc', 'solana:main'),
        })
      },
    })
    await latchkey.ready()
    expect(wallet('wc').count.restore).toBe(1)
    expect(latchkey.account.connectedNamespaces).toEqual(['eip155', 'solana'])
  })

  it('skips a wallet that the visitor disconnected', async () => {
    const { latchkey, wallet, status, stored } = clientWorld({
      connectors: [granted],
      before: (persistence) => {
        connectedBefore('a')(persistence)
        persistence.set('disconnectedByUser', ['a'])
      },
    })
    await latchkey.ready()
    expect(wallet('a').count.restore).toBe(0)
    expect(status('eip155')).toBe('disconnected')
    expect(storedIds(stored)).toEqual({})
    await latchkey.connect({ connectorId: 'a' })
    expect(stored.get('disconnectedByUser')).toEqual([])
  })

  it('is still possible after the visitor disconnected another family that waits for the same wallet', async () => {
    const surroundings = memoryPlatform()
    const visit = (before?: (persistence: Persistence) => void) =>
      clientWorld({
        surroundings,
        connectors: [{ ...granted, type: 'ANNOUNCED', chains: ['eip155', 'solana'] }],
        ...(before && { before }),
      })
    const first = visit((persistence) => {
      const accounts = [{ address: 'hidden', type: 'eoa' as const }]
      const solana = { ...storedConnection('a', 'solana:main').solana!, accounts }
      storeConnections(persistence, { ...storedConnection('a'), solana })
    })
    await first.latchkey.ready()
    expect([first.status('eip155'), first.status('solana')]).toEqual(['connected', 'disconnected'])
    await first.latchkey.disconnect('solana')
    expect(storedIds(first.stored)).toEqual({ eip155: 'a' })
    await first.latchkey.dispose()

    const second = visit()
    await second.latchkey.ready()
    expect(second.status('eip155')).toBe('connected')
    await second.latchkey.disconnect('eip155')
    expect(second.stored.get('disconnectedByUser')).toEqual(['a'])
  })

  it('is replaced by a new connection of the visitor', async () => {
    const { latchkey, wallet, status } = clientWorld({
      connectors: [granted, { id: 'b' }],
      before: connectedBefore('a'),
    })
    wallet('a').onRestore = never
    const ready = latchkey.ready()
    await expect
      .poll(() => wallet('a').count.restore, { message: 'the wallet is asked for its session' })
      .toBe(1)
    await latchkey.connect({ connectorId: 'b' })
    await ready
    expect(latchkey.account.state.eip155).toMatchObject({ status: 'connected', address: 'b-eip155' })
    expect(status('eip155')).toBe('connected')
  })

  it('uses the network to which the wallet has switched since the last visit', async () => {
    const wallet = new FakeConnector(granted)
    wallet.where.eip155 = 'eip155:2'
    const { latchkey } = clientWorld({ connectors: [wallet], before: connectedBefore('a') })
    await latchkey.ready()
    expect(latchkey.network.activeNetwork.name).toBe('Two')
  })
})

describe('restoring a network that the host did not configure', () => {
  const back = (options: Parameters<typeof clientWorld>[0] = {}) => {
    const wallet = new FakeConnector(granted)
    wallet.where.eip155 = 'eip155:99'
    return clientWorld({ ...options, connectors: [wallet], before: connectedBefore('a', 'eip155:99') })
  }

  it('keeps the network, and asks the visitor to switch', async () => {
    const { latchkey } = back()
    await latchkey.ready()
    expect(latchkey.account.active).toMatchObject({ status: 'connected', caipAddress: 'eip155:99:a-eip155' })
    await expect.poll(() => latchkey.modal.state.open, { message: 'the modal opens' }).toBe(true)
    expect(latchkey.router.state.view).toBe('UnsupportedChain')
  })

  it('does not ask the visitor if the host allows the network', async () => {
    const { latchkey } = back({ allowUnsupportedChain: true })
    await latchkey.ready()
    expect(latchkey.modal.state.open).toBe(false)
  })
})

describe('inconsistent storage', () => {
  it.each([
    ['without a connector', { accounts: [{ address: 'a-eip155', type: 'eoa' }], networkId: 'eip155:1' }],
    ['without an account', { connectorId: 'a', accounts: [], networkId: 'eip155:1' }],
    ['on a network of another family', { ...storedConnection('a').eip155, networkId: 'solana:main' }],
  ])('leaves the client disconnected if a stored connection is %s', async (_, broken) => {
    const { latchkey, wallet, status, stored } = clientWorld({
      connectors: [granted],
      before: (persistence) => storeConnections(persistence, { eip155: broken } as never),
    })
    await latchkey.ready()
    expect(status('eip155')).toBe('disconnected')
    expect(wallet('a').count.restore).toBe(0)
    expect(storedIds(stored)).toEqual({})
  })

  it('is kept for a family that this page does not configure', async () => {
    const { latchkey, stored } = clientWorld({
      connectors: [{ id: 'dot', chains: ['polkadot'], granted: true }],
      before: (persistence) => storeConnections(persistence, storedConnection('dot', 'polkadot:main')),
    })
    await latchkey.ready()
    expect(storedIds(stored)).toEqual({ polkadot: 'dot' })
    expect(latchkey.account.state.polkadot).toMatchObject({ status: 'disconnected' })
    expect(latchkey.account.state.polkadot.rememberedWallet).toBeUndefined()
  })

  it('is cleared of cached balances if no wallet is connected', async () => {
    const surroundings = memoryPlatform()
    const { latchkey, stored, clock } = clientWorld({
      surroundings,
      before: (persistence) => {
        const balance = { value: 1n, decimals: 18, symbol: 'COIN' }
        nativeBalances(persistence, surroundings.clock).set('eip155:1:x', balance)
      },
    })
    expect(nativeBalances(stored, clock).get('eip155:1:x')).toBeDefined()
    await latchkey.ready()
    expect(nativeBalances(stored, clock).get('eip155:1:x')).toBeUndefined()
  })
})

describe('a wallet that reports a change after each request', () => {
  it('is asked at most four more times', async () => {
    const listeners = new Set<() => void>()
    const report = () => {
      for (const listener of [...listeners]) listener()
    }
    const connector = Object.assign(new FakeConnector({ id: 'a' }), {
      watch(listener: () => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    })
    const { latchkey, status } = clientWorld({ connectors: [connector], before: connectedBefore('a') })
    connector.onRestore = async () => {
      await turn()
      report()
      throw new Error('The wallet is locked')
    }
    const restores = () => connector.count.restore
    /** Runs all pending work that does not wait for a timer. */
    const settle = async () => {
      for (let turns = 0; turns < 50; turns++) await turn()
    }
    await latchkey.ready()
    await expect.poll(() => listeners.size, { message: 'the wallet is watched' }).toBe(1)
    expect(restores()).toBe(1)
    report()
    await expect.poll(restores, { message: 'the wallet is asked again' }).toBe(5)
    await settle()
    expect([restores(), status('eip155')]).toEqual([5, 'disconnected'])
    connector.onRestore = async () => {
      throw new Error('The wallet is locked')
    }
    report()
    await expect.poll(restores, { message: 'the wallet is asked after a later report' }).toBe(6)
    await settle()
    expect(restores()).toBe(6)
  })
})

describe('a page that the browser renders before it is visited', () => {
  it('restores without a prompt while it is hidden, and asks again when it is shown', async () => {
    const surroundings = memoryPlatform()
    surroundings.page.setVisible(false)
    const { latchkey, wallet, status } = clientWorld({ surroundings, before: connectedBefore('a') })
    await latchkey.ready()
    expect([status('eip155'), wallet('a').count]).toEqual(['disconnected', { open: 0, restore: 1, close: 0 }])
    wallet('a').granted = true
    surroundings.page.setVisible(true)
    await expect.poll(() => status('eip155'), { message: 'the account is restored' }).toBe('connected')
    expect(wallet('a').count).toEqual({ open: 0, restore: 2, close: 0 })
  })
})

describe('a wallet that reports everything twice', () => {
  it('changes the account, the network and the connection once', async () => {
    const { latchkey, wallet, status } = clientWorld({
      connectors: [granted],
      before: connectedBefore('a'),
    })
    await latchkey.ready()
    let changes = 0
    latchkey.account.subscribe(() => changes++)
    latchkey.network.subscribe(() => changes++)
    /** Returns how many changes the second of two equal reports causes. */
    const bySecond = async (report: () => void) => {
      const before = changes
      report()
      await turn()
      const first = changes
      expect(first).toBeGreaterThan(before)
      report()
      await turn()
      return changes - first
    }
    expect(await bySecond(() => wallet('a').showAccounts('eip155', 'other'))).toBe(0)
    expect(latchkey.account.state.eip155.address).toBe('other')
    expect(await bySecond(() => wallet('a').moveTo('eip155:2'))).toBe(0)
    expect(latchkey.network.activeNetwork.caipNetworkId).toBe('eip155:2')
    expect(await bySecond(() => wallet('a').end('wallet'))).toBe(0)
    expect(status('eip155')).toBe('disconnected')
  })
})

describe('another tab', () => {
  it('disconnects this tab too when it disconnects', async () => {
    const { latchkey, wallet, platform, status, clock } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    await clock.advance(storingDelay)
    const ended: unknown[] = []
    latchkey.session.on('ended', (event) => ended.push(event))
    storedElsewhere(platform, null)
    await expect
      .poll(() => status('eip155'), { message: 'the family is disconnected in this tab too' })
      .toBe('disconnected')
    expect(wallet('a').count.close).toBe(0)
    expect(ended).toEqual([{ namespaces: ['eip155'], reason: 'host', elsewhere: true }])
  })

  it('connects this tab too when it connects', async () => {
    const { latchkey, wallet, platform, status } = clientWorld({ connectors: [granted] })
    await latchkey.ready()
    storedElsewhere(platform, storedConnection('a'))
    await expect
      .poll(() => status('eip155'), { message: 'the family is connected in this tab too' })
      .toBe('connected')
    expect(wallet('a').count.open).toBe(0)
  })

  it('that connects a different wallet changes the wallet of this tab too', async () => {
    const { latchkey, platform, stored, clock } = clientWorld({
      connectors: [granted, { id: 'b', granted: true }],
    })
    await latchkey.connect({ connectorId: 'a' })
    await clock.advance(storingDelay)
    storedElsewhere(platform, storedConnection('b'))
    await expect
      .poll(() => latchkey.account.state.eip155.address, { message: 'the other wallet is connected' })
      .toBe('b-eip155')
    expect(storedIds(stored)).toEqual({ eip155: 'b' })
  })

  it('whose visitor logs in to the embedded wallet as another user changes the account of this tab too', async () => {
    const { latchkey, wallet, platform, stored, clock } = clientWorld({
      connectors: [{ id: 'ID_AUTH', type: 'AUTH', granted: true }],
    })
    await latchkey.connect({ connectorId: 'ID_AUTH' })
    await clock.advance(storingDelay)
    // The embedded wallet doesn't report the other tab's login. A hidden tab may miss the logout before it.
    wallet('ID_AUTH').accounts = [{ namespace: 'eip155', address: 'other', type: 'eoa' }]
    const accounts = [
      { address: 'other-smart', type: 'smartAccount' },
      { address: 'other', type: 'eoa' },
    ]
    const { eip155 } = storedConnection('ID_AUTH')
    storedElsewhere(platform, { eip155: { ...eip155, accounts } })
    await expect
      .poll(() => latchkey.account.state.eip155.address, { message: 'the other account is connected' })
      .toBe('other')
    expect(storedIds(stored)).toEqual({ eip155: 'ID_AUTH' })
    // A login of the same visitor changes nothing.
    storedElsewhere(platform, { eip155: { ...eip155, accounts } })
    await clock.advance(storingDelay)
    expect(latchkey.account.state.eip155.address).toBe('other')
    expect(wallet('ID_AUTH').count.restore).toBe(1)
  })

  it('keeps its stored connection when the wallet shows no account to this tab', async () => {
    const { latchkey, wallet, platform, stored } = clientWorld()
    Object.assign(wallet('a'), { revoked: async () => true })
    await latchkey.ready()
    storedElsewhere(platform, storedConnection('a'))
    const name = () => latchkey.account.state.eip155.rememberedWallet?.name
    await expect.poll(() => wallet('a').count.restore, { message: 'the wallet is asked' }).toBe(1)
    await expect.poll(name, { message: 'the client waits for the wallet' }).toBe('Wallet a')
    platform.page.setVisible(true)
    await expect.poll(() => wallet('a').count.restore, { message: 'the wallet is asked again' }).toBe(2)
    await expect
      .poll(() => latchkey.account.state.eip155.status, { message: 'the wallet answers' })
      .toBe('disconnected')
    expect(storedIds(stored)).toEqual({ eip155: 'a' })
  })

  it('also ends a restore in this tab when it disconnects', async () => {
    const { latchkey, wallet, platform, status } = clientWorld({
      connectors: [granted],
      before: connectedBefore('a'),
    })
    wallet('a').onRestore = never
    const ready = latchkey.ready()
    await expect
      .poll(() => wallet('a').count.restore, { message: 'the wallet is asked for its session' })
      .toBe(1)
    storedElsewhere(platform, null)
    await ready
    expect(status('eip155')).toBe('disconnected')
  })

  it('that connects a wallet does not connect this tab if this tab disconnects before the wallet answers', async () => {
    const { latchkey, wallet, platform, stored, status } = clientWorld({ connectors: [granted] })
    await latchkey.ready()
    wallet('a').onRestore = never
    storedElsewhere(platform, storedConnection('a'))
    await expect.poll(() => wallet('a').count.restore, { message: 'the wallet is asked' }).toBe(1)
    await latchkey.disconnect()
    await expect.poll(() => status('eip155'), { message: 'the restoration ends' }).toBe('disconnected')
    expect(storedIds(stored)).toEqual({})
    expect(stored.get('disconnectedByUser')).toEqual(['a'])
    expect(latchkey.account.state.eip155.rememberedWallet).toBeUndefined()
    await latchkey.dispose()
    // The next visit restores nothing.
    const next = clientWorld({ connectors: [granted], surroundings: platform })
    await next.latchkey.ready()
    expect(next.wallet('a').count.restore).toBe(0)
  })

  it('that connects two wallets makes this tab restore the second wallet', async () => {
    const { latchkey, wallet, platform, stored } = clientWorld({
      connectors: [granted, { id: 'b', granted: true }],
    })
    await latchkey.ready()
    wallet('a').onRestore = never
    storedElsewhere(platform, storedConnection('a'))
    await expect.poll(() => wallet('a').count.restore, { message: 'the first wallet is asked' }).toBe(1)
    storedElsewhere(platform, storedConnection('b'))
    await expect
      .poll(() => latchkey.account.state.eip155.address, { message: 'the last wallet is connected' })
      .toBe('b-eip155')
    expect(storedIds(stored)).toEqual({ eip155: 'b' })
  })

  it('keeps the connection that it stores for a new wallet, even if this tab still waits for the old wallet', async () => {
    const { latchkey, wallet, platform, stored, clock } = clientWorld({
      connectors: [{ id: 'a' }, { id: 'b', granted: true }],
      before: connectedBefore('a'),
    })
    await latchkey.ready()
    expect(latchkey.account.state.eip155.rememberedWallet?.name).toBe('Wallet a')
    let answer = () => {}
    wallet('b').onRestore = () => new Promise<void>((resolve) => (answer = resolve))
    // Another tab holds the lock for a while.
    let unlock = () => {}
    const locked = new Promise<void>((resolve) => (unlock = resolve))
    Object.assign(platform.storage, { exclusively: (run: () => void) => locked.then(run) })
    storedElsewhere(platform, storedConnection('b'))
    await expect.poll(() => wallet('b').count.restore, { message: 'the other wallet is asked' }).toBe(1)
    unlock()
    await clock.advance(storingDelay)
    expect(storedIds(stored)).toEqual({ eip155: 'b' })
    answer()
    await expect
      .poll(() => latchkey.account.state.eip155.address, { message: 'the other wallet is connected' })
      .toBe('b-eip155')
    expect(storedIds(stored)).toEqual({ eip155: 'b' })
  })

  it('can tell the second WalletConnect session with a wallet from the first session', async () => {
    const { latchkey, stored, clock } = clientWorld({ connectors: [{ id: 'a', type: 'WALLET_CONNECT' }] })
    const connect = async () => {
      await latchkey.connect({ connectorId: 'a' })
      await clock.advance(storingDelay)
      return stored.get('connection.eip155')?.made
    }
    const first = await connect()
    expect(first).toMatch(/./)
    expect(await connect()).not.toBe(first)
  })

  it.each([
    ['takes over', true],
    ['waits for', false],
  ])(
    'keeps its new WalletConnect session when the old session of this tab ends, and this tab %s the new one',
    async (_, isGranted) => {
      const { latchkey, wallet, platform, stored, clock } = clientWorld({
        connectors: [{ id: 'a', type: 'WALLET_CONNECT' }],
      })
      await latchkey.connect({ connectorId: 'a' })
      await clock.advance(storingDelay)
      const ended: unknown[] = []
      latchkey.session.on('ended', (event) => ended.push(event))
      const there = storedConnection('a')
      const accounts = [{ address: 'second-eip155', type: 'eoa' }]
      storedElsewhere(platform, { eip155: { ...there.eip155, accounts } })
      await turn()
      // A change of the old session isn't stored.
      wallet('a').moveTo('eip155:2')
      await clock.advance(storingDelay)
      expect(latchkey.account.state.eip155.address).toBe('a-eip155')
      wallet('a').end('wallet')
      wallet('a').granted = isGranted
      wallet('a').accounts = [{ namespace: 'eip155', address: 'second-eip155', type: 'eoa' }]
      const shown = () => [latchkey.account.state.eip155.status, latchkey.account.state.eip155.address]
      await expect
        .poll(shown, { message: 'this tab follows the other tab' })
        .toEqual(isGranted ? ['connected', 'second-eip155'] : ['disconnected', undefined])
      await clock.advance(storingDelay)
      expect(storedConnections(stored).eip155?.accounts).toEqual(accounts)
      expect(stored.get('connection.eip155')?.made).toBe('elsewhere')
      expect(ended).toEqual([{ namespaces: ['eip155'], reason: 'wallet', elsewhere: true }])
    },
  )

  it('does not stop a connection of this tab when it clears storage', async () => {
    const { latchkey, wallet, platform, stored, status } = clientWorld()
    let approve = () => {}
    wallet('a').onOpen = () => new Promise<void>((resolve) => (approve = resolve))
    const connecting = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').count.open, { message: 'the wallet is asked to connect' }).toBe(1)
    storedElsewhere(platform, null)
    approve()
    await connecting
    expect(status('eip155')).toBe('connected')
    expect(storedIds(stored)).toEqual({ eip155: 'a' })
    expect(storedConnections(stored).eip155?.connectorId).toBe('a')
  })
})
