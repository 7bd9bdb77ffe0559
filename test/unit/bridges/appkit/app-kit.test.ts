import { BitcoinAdapter, createAppKit, EthersAdapter, SolanaAdapter } from 'latchkey/appkit'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { afterEach, describe, expect, it } from 'vitest'
import { sharedKit } from '../../../../src/bridges/appkit/shared-kit.ts'
import { pairingExpiry } from '../../../../src/core/wallet/links/pairing-expiry.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { appKitWorld, one, sol, startKit, two } from '../../../support/appkit-world.ts'
import { FakeConnector, rejects } from '../../../support/fake-families.ts'

const kits: { dispose(): Promise<void> }[] = []
afterEach(async () => {
  for (const kit of kits.splice(0)) await kit.dispose()
})
function started(more: Parameters<typeof startKit>[0] = {}) {
  const world = startKit(more)
  kits.push(world.kit)
  return world
}

describe('createAppKit', () => {
  it('passes the options to createLatchkey, and adds WalletConnect unless it is switched off', async () => {
    const { kit } = started({ projectId: 'p', enableWalletConnect: true, themeMode: 'light' })
    await kit.ready()
    expect(kit.client.connector.state.connectors.map(({ id }) => id)).toEqual(['a', 'b', 'walletConnect'])
    expect(kit.getThemeMode()).toBe('light')
    const { kit: without } = started({ name: 'other' })
    await without.ready()
    expect(without.client.connector.walletConnect).toBeUndefined()
  })

  it("uses the host's WalletConnect connector instead of the default connector", async () => {
    const { kit } = started({
      enableWalletConnect: true,
      connectors: [walletConnect({ relayUrl: 'wss://relay.example' })],
    })
    await kit.ready()
    const { state, walletConnect: used } = kit.client.connector
    expect(state.connectors.map(({ id }) => id)).toEqual(['walletConnect'])
    // The default connector needs a project id. A connector with its own relay doesn't.
    expect(used).toBeDefined()
    expect(used?.problem).toBeUndefined()
  })

  it.each([
    ['an option that is not implemented', { enableCoinbase: true }, 'config/not-built', 'enableCoinbase'],
    ['a feature that is not implemented', { features: { pay: true } }, 'config/not-built', 'features.pay'],
    [
      'a theme variable without a counterpart',
      { themeVariables: { '--w3m-shadow': '1px' } },
      'config/not-built',
      '--w3m-shadow',
    ],
    ['an unknown option', { enableReconnectt: true }, 'config/invalid-options', 'enableReconnectt'],
    ['a list without networks', { networks: [] }, 'config/invalid-options', 'networks'],
  ] as const)('refuses %s with an error that names it', (_, more, code, name) => {
    const { options } = appKitWorld(more as never)
    expect(() => createAppKit(options)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(name) }),
    )
    expect(sharedKit().kit.getSnapshot()).toBeUndefined()
  })

  it('sets the instance that the hooks use until this instance is disposed', async () => {
    const { kit } = started()
    const { kit: second } = started({ name: 'second' })
    expect(sharedKit().kit.getSnapshot()).toBe(kit)
    await second.dispose()
    expect(sharedKit().kit.getSnapshot()).toBe(kit)
    await kit.dispose()
    expect(sharedKit().kit.getSnapshot()).toBeUndefined()
    await expect(kit.open()).rejects.toMatchObject({ code: 'config/disposed' })
  })

  it('refuses a second instance with the same name while the first is alive', () => {
    const { options } = started()
    expect(() => createAppKit(options)).toThrow(expect.objectContaining({ code: 'config/already-created' }))
  })
})

describe("the adapters with AppKit's names", () => {
  it("create Latchkey's adapters", () => {
    const made = [new EthersAdapter(), new SolanaAdapter(), new BitcoinAdapter()]
    expect(made.map(({ namespace }) => namespace)).toEqual(['eip155', 'solana', 'bip122'])
    expect(made[0]?.capabilities.has('sign.typedData')).toBe(true)
  })

  it("refuse an option that they can't apply, with an error that names the option", () => {
    expect(() => new SolanaAdapter({ wallets: [] } as never)).toThrow(/The option wallets of SolanaAdapter/)
  })
})

describe('an AppKit instance', () => {
  it('shows the account of the connected wallet, and reports each change', async () => {
    const { kit } = started()
    const seen: unknown[] = []
    const stop = kit.subscribeAccount(({ status, address }) => seen.push([status, address]))
    await kit.ready()
    expect(kit.getAccount()).toEqual({
      ...{ allAccounts: [], caipAddress: undefined, address: undefined },
      ...{ isConnected: false, status: 'disconnected', embeddedWalletInfo: undefined },
    })
    expect(kit.getIsConnectedState()).toBe(false)
    await kit.client.connect({ connectorId: 'a' })
    expect(kit.getAccount()).toMatchObject({
      ...{ address: 'a-eip155', caipAddress: 'eip155:1:a-eip155', isConnected: true, status: 'connected' },
      allAccounts: [{ namespace: 'eip155', address: 'a-eip155', type: 'eoa' }],
    })
    expect([kit.getAddress(), kit.getAddressByChainNamespace('solana'), kit.getCaipAddress()]).toEqual([
      'a-eip155',
      undefined,
      'eip155:1:a-eip155',
    ])
    expect(kit.getIsConnectedState()).toBe(true)
    expect(seen.at(-1)).toEqual(['connected', 'a-eip155'])
    const heard = seen.length
    stop()
    await kit.disconnect()
    expect(seen).toHaveLength(heard)
    expect(kit.getAccount().isConnected).toBe(false)
  })

  it('shows the account of each family without a switch to the family', async () => {
    const { kit } = started()
    await kit.client.connect({ connectorId: 'b' })
    await kit.client.connect({ connectorId: 'a' })
    expect(kit.getActiveChainNamespace()).toBe('eip155')
    expect(kit.getAccount('solana').address).toBe('b-solana')
    expect(kit.getWalletInfo('solana')).toMatchObject({ name: 'Wallet b' })
    await kit.disconnect('solana')
    expect([kit.getAddress('solana'), kit.getAddress('eip155')]).toEqual([undefined, 'a-eip155'])
  })

  it('reports when the wallet connects and disconnects', async () => {
    const { kit } = started()
    const seen: unknown[] = []
    kit.subscribeWalletInfo((info) => seen.push(info?.name))
    await kit.client.connect({ connectorId: 'a' })
    await kit.disconnect()
    expect(seen).toEqual(['Wallet a', undefined])
  })

  it('lists the networks, and switches to a network by its id', async () => {
    const { kit } = started()
    const seen: unknown[] = []
    const ids: unknown[] = []
    kit.subscribeNetwork(({ chainId, caipNetworkId }) => seen.push([chainId, caipNetworkId]))
    kit.subscribeCaipNetworkChange((network) => ids.push(network?.caipNetworkId))
    expect([kit.getChainId(), kit.getCaipNetworkId(), kit.getCaipNetwork()?.name]).toEqual([
      1,
      'eip155:1',
      'One',
    ])
    expect(kit.getCaipNetworks('solana')).toEqual([sol])
    expect(kit.getCaipNetworks()).toHaveLength(3)
    expect(kit.getCaipNetwork('eip155', 2)).toBe(two)
    expect(kit.getCaipNetwork('eip155', 99)).toBeUndefined()
    expect(kit.getCaipNetwork('solana')).toBe(sol)
    await kit.switchNetwork(two)
    await kit.switchNetwork({ id: sol.id })
    expect(seen).toEqual([
      [2, 'eip155:2'],
      [sol.id, sol.caipNetworkId],
    ])
    expect(ids).toEqual(['eip155:2', sol.caipNetworkId])
  })

  it('warns the developer about an unknown network, and stays on its current network', async () => {
    const { kit } = started()
    await kit.switchNetwork({ id: 4242 })
    expect(kit.client.alert.state).toMatchObject({ open: true, shortMessage: 'Network Not Found' })
    expect(kit.getChainId()).toBe(1)
  })

  it('adds and removes networks', async () => {
    const { kit } = started()
    await kit.addNetwork('eip155', { ...one, id: '7', caipNetworkId: 'eip155:7', name: 'Seven' } as never)
    expect(kit.getCaipNetwork('eip155', 7)?.name).toBe('Seven')
    await kit.removeNetwork('eip155', 7)
    expect(kit.getCaipNetwork('eip155', 7)).toBeUndefined()
  })

  it('opens and closes the modal, and reports its state', async () => {
    const { kit } = started()
    const seen: unknown[] = []
    kit.subscribeState(({ open }) => seen.push(open))
    await kit.ready()
    expect(kit.getState()).toMatchObject({
      ...{ initialized: true, open: false, selectedNetworkId: 'eip155:1', activeChain: 'eip155' },
    })
    await kit.open({ view: 'Networks' })
    expect([kit.isOpen(), kit.client.router.state.view]).toEqual([true, 'Networks'])
    kit.redirect('WhatIsANetwork')
    expect(kit.client.router.state.history).toEqual(['Networks', 'WhatIsANetwork'])
    kit.replace('WhatIsAWallet')
    expect(kit.client.router.state.history).toEqual(['Networks', 'WhatIsAWallet'])
    await kit.close()
    expect(kit.isOpen()).toBe(false)
    expect(seen).toContain(true)
    expect(seen.at(-1)).toBe(false)
    kit.showErrorMessage('No')
    expect(kit.client.snackbar.state).toMatchObject({ message: 'No', variant: 'error' })
    expect(kit.getError()).toBe('')
  })

  it('says whether its transaction stack is empty', () => {
    const { kit } = started()
    const outcomes: string[] = []
    kit.client.router.pushTransactionStack({ onSuccess: () => outcomes.push('success') })
    expect(kit.isTransactionStackEmpty()).toBe(false)
    kit.popTransactionStack('success')
    expect([kit.isTransactionStackEmpty(), outcomes]).toEqual([true, ['success']])
  })

  it("accepts and returns theme variables under AppKit's names", () => {
    const { kit } = started({ themeVariables: { '--w3m-accent': '#123456', '--apkt-z-index': 7 } })
    expect(kit.client.theme.state.themeVariables).toEqual({ '--lk-accent': '#123456', '--lk-z-index': 7 })
    const seen: unknown[] = []
    kit.subscribeTheme(({ themeMode, themeVariables }) =>
      seen.push([themeMode, themeVariables['--w3m-accent']]),
    )
    kit.setThemeVariables({ '--w3m-accent': 'red' })
    kit.setThemeMode('light')
    expect(seen).toEqual([
      ['dark', 'red'],
      ['light', 'red'],
    ])
    expect(kit.getThemeVariables()).toEqual({ '--w3m-accent': 'red', '--w3m-z-index': 7 })
    expect(() => kit.setThemeVariables({ '--w3m-shadow': 1 })).toThrow(/--w3m-shadow is not built/)
    expect(kit.getThemeVariables()).toEqual({ '--w3m-accent': 'red', '--w3m-z-index': 7 })
  })

  it('changes options at runtime', () => {
    const { kit } = started()
    kit.setConnectMethodsOrder(['wallet', 'email'])
    kit.setWalletFeaturesOrder(['send', 'receive'])
    kit.setCollapseWallets(true)
    // The project's remote configuration overrides the local features.
    kit.client.options.setRemoteFeatures({ socials: ['google', 'x'] })
    kit.setSocialsOrder(['github'])
    kit.setTermsConditionsUrl('https://example.com/terms')
    kit.setPrivacyPolicyUrl('https://example.com/privacy')
    kit.updateFeatures({ legalCheckbox: true })
    kit.updateOptions({ enableWallets: false })
    expect(kit.getConnectMethodsOrder()).toEqual(['wallet', 'email'])
    expect(kit.client.options.state).toMatchObject({
      ...{ termsConditionsUrl: 'https://example.com/terms', privacyPolicyUrl: 'https://example.com/privacy' },
      enableWallets: false,
      features: {
        ...{ walletFeaturesOrder: ['send', 'receive'], collapseWallets: true, socials: ['github'] },
        legalCheckbox: true,
      },
    })
    expect(() => kit.updateFeatures({ pay: true } as never)).toThrow(/features.pay is not built/)
    expect(kit.getSIWX()).toBeUndefined()
  })

  it("emits events with AppKit's names", async () => {
    const { kit, wallet } = started()
    const told: unknown[] = []
    const stop = kit.subscribeEvents(({ data: { event, properties }, timestamp }) => {
      expect(timestamp).toBeGreaterThan(1e12)
      told.push([event, properties])
    })
    expect(kit.getEvent().data).toEqual({ type: 'track', event: 'MODAL_CREATED' })
    await kit.ready()
    await kit.open()
    await kit.close()
    wallet.onOpen = rejects
    await kit.client.connect({ connectorId: 'a' }).catch(() => {})
    wallet.onOpen = async () => {}
    await kit.client.connect({ connectorId: 'a' })
    await kit.switchNetwork(two)
    await kit.disconnect()
    expect(told).toEqual([
      ['MODAL_OPEN', { connected: false }],
      ['MODAL_CLOSE', { connected: false }],
      ['CONNECT_ERROR', { message: expect.any(String) }],
      ['CONNECT_SUCCESS', { method: 'browser', name: 'Wallet a' }],
      ['SWITCH_NETWORK', { network: 'eip155:2' }],
      ['DISCONNECT_SUCCESS', { namespace: 'all' }],
    ])
    stop()
    await kit.open()
    expect(told).toHaveLength(6)
  })

  it('emits DISCONNECT_SUCCESS only when the host has disconnected, with the family that it named', async () => {
    const { kit, wallet, solana } = started()
    const told: unknown[] = []
    kit.subscribeEvents(({ data: { event, properties } }) => told.push([event, properties]))
    await kit.client.connect({ connectorId: 'b' })
    await kit.client.connect({ connectorId: 'a' })
    told.length = 0
    wallet.end('wallet')
    expect(kit.getIsConnectedState()).toBe(false)
    expect(told).toEqual([])
    solana.onClose = rejects
    await kit.disconnect('solana').catch(() => {})
    expect(kit.getAddress('solana')).toBeUndefined()
    expect(told).toEqual([])
    solana.onClose = async () => {}
    await kit.client.connect({ connectorId: 'b' })
    told.length = 0
    await kit.disconnect('solana')
    expect(told).toEqual([['DISCONNECT_SUCCESS', { namespace: 'solana' }]])
  })

  it.each([
    ['qrcode', {}],
    // The phone opens the wallet's app with a link.
    ['mobile', { ios: true, mobile: true }],
  ])('reports the method %s of a connection over WalletConnect', async (method, traits) => {
    const phone = new FakeConnector({ id: 'wc', type: 'WALLET_CONNECT', wallet: { name: 'Tide' } })
    const tide = { id: 'tide', name: 'Tide', mobile_link: 'tide://' }
    const platform = memoryPlatform({ traits })
    const { kit } = started({
      connectors: [phone.factory],
      customWallets: [tide],
      platform,
      enableWalletConnect: true,
    })
    const told: unknown[] = []
    kit.subscribeEvents(({ data: { event, properties } }) => told.push([event, properties]))
    await kit.ready()
    const { pairing } = kit.client
    await pairing.prepare()
    let approve = () => {}
    phone.onOpen = () =>
      new Promise<void>((resolve) => {
        approve = resolve
      })
    const paired = pairing.pair()
    await expect.poll(() => phone.count.open, { message: 'the wallet is asked' }).toBe(1)
    phone.events.emit('displayUri', { uri: 'wc:a@2', expiresAt: pairingExpiry('', platform.clock.now()) })
    if (method === 'mobile') expect(pairing.openWallet(tide)).toBe(true)
    approve()
    await paired
    await expect
      .poll(() => told, { message: 'the connection is reported' })
      .toEqual([['CONNECT_SUCCESS', { method, name: 'Tide' }]])
  })

  it('lists the code of each failure in its reported errors', async () => {
    const { kit, families } = started()
    await kit.client.connect({ connectorId: 'a' })
    families.eip155.onBalance = async () => {
      throw new Error('broken')
    }
    await kit.client.account.updateBalance('eip155', { fresh: true }).catch(() => {})
    expect(Object.keys(kit.getEvent().reportedErrors)).toHaveLength(1)
  })

  it('returns only the type of the wallet for a family without a provider', async () => {
    const { kit } = started()
    const seen: unknown[] = []
    kit.subscribeProviders((providers) => seen.push(Object.keys(providers)))
    await kit.client.connect({ connectorId: 'a' })
    // Like solana, the scripted family has no provider. A test in Chromium covers a family with a provider.
    expect([kit.getWalletProvider(), kit.getProvider('eip155'), seen]).toEqual([undefined, undefined, []])
    expect([kit.getWalletProviderType(), kit.getProviderType('solana')]).toEqual(['EXTERNAL', undefined])
  })
})
