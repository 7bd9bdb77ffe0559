import { describe, expect, it, vi } from 'vitest'
import { bitcoinConnector } from '../../../../../src/connectors/external-bitcoin.ts'
import type { BitcoinDialectName } from '../../../../../src/connectors/injected/bitcoin/dialect-names.ts'
import { discoverBitcoinWindow } from '../../../../../src/connectors/injected/bitcoin/discovery.ts'
import { bitcoinNetwork } from '../../../../../src/core/chain/bip122.ts'
import type { ChainNetwork } from '../../../../../src/core/chain/network.ts'
import { isLatchkeyError } from '../../../../../src/core/errors/latchkey-error.ts'
import type { BitcoinWallet } from '../../../../../src/core/wallet/bitcoin-wallet.ts'
import type { Connector, ConnectorSession } from '../../../../../src/core/wallet/connector.ts'
import { bip122Accounts } from '../../../../../src/devnet/accounts/bip122.ts'
import { memoryPlatform } from '../../../../../src/testing/memory-platform.ts'
import { type Bip122Wallet, createBip122Wallet } from '../../../../../src/testing/wallets/bip122.ts'
import { okxProvider } from '../../../../support/okx-provider.ts'

const mainnet = bitcoinNetwork('mainnet')
const alice = bip122Accounts.alice!
const [regtest, signet] = [bitcoinNetwork('regtest'), bitcoinNetwork('signet')]
const offer = { namespaces: ['bip122'], networks: [regtest] } as const
const shapeOf: Readonly<Record<BitcoinDialectName, (wallet: Bip122Wallet) => object>> = {
  unisat: ({ unisat }) => unisat,
  'sats-connect': ({ satsConnect }) => satsConnect,
  leather: ({ leather }) => leather,
  okx: ({ unisat }) => okxProvider(unisat),
}

function world(dialect: BitcoinDialectName) {
  const platform = memoryPlatform()
  const wallet = createBip122Wallet({ secret: alice.secret, networks: [regtest, signet] })
  const context = { ...platform, networks: [] }
  const provider = shapeOf[dialect](wallet)
  const connector = bitcoinConnector({ id: 'w', name: 'W', dialect, provider })(context)
  const toldBy = (one: Connector) => {
    const told: unknown[][] = []
    for (const event of ['accountsChanged', 'networkChanged', 'closed'] as const)
      one.on(event, (payload) => void told.push([event, payload]))
    return told
  }
  const told = toldBy(connector)
  const walletOf = (session: ConnectorSession) =>
    (session.channel('bip122') as { provider: BitcoinWallet }).provider
  return { ...platform, context, wallet, connector, told, toldBy, walletOf }
}
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a Bitcoin wallet', () => {
  it.each([
    ['unisat', [['payment', alice.address]]],
    [
      'sats-connect',
      [
        ['payment', alice.address],
        ['ordinal', alice.ordinal],
      ],
    ],
    [
      'leather',
      [
        ['payment', alice.address],
        ['ordinal', alice.ordinal],
      ],
    ],
  ] as const)(
    'shows its accounts with their types and public keys if it is a %s wallet',
    async (dialect, expected) => {
      const { connector, walletOf } = world(dialect)
      const session = await connector.open(offer)
      expect(session.accounts.map(({ type, address }) => [type, address])).toEqual(expected)
      for (const { publicKey, namespace } of session.accounts) {
        expect(publicKey).toMatch(/^(0[23])?[0-9a-f]{64}$/)
        expect(namespace).toBe('bip122')
      }
      expect(session.methods.bip122).toContain('signPsbt')
      expect(await walletOf(session).network()).toBe(dialect === 'leather' ? undefined : regtest)
      expect(() => session.channel('eip155')).toThrow("Namespace 'eip155' is not configured")
    },
  )

  it('is asked for its addresses if it is a sats-connect wallet without the method wallet_connect', async () => {
    const { connector, wallet } = world('sats-connect')
    wallet.script.always('wallet_connect', { error: { code: 4200, message: 'Method not found.' } })
    const session = await connector.open(offer)
    expect(session.accounts).toHaveLength(2)
    expect(wallet.script.requests.map(({ method }) => method)).toEqual([
      'wallet_connect',
      'getAddresses',
      'wallet_getNetwork',
    ])
    expect(wallet.script.requests[1]?.params).toEqual([{ purposes: ['payment', 'ordinals'] }])
  })

  it("is not restored if it can't list its accounts without a prompt", async () => {
    const { connector, wallet } = world('leather')
    expect(await connector.restore()).toBeNull()
    expect(wallet.script.count()).toBe(0)
  })
})

describe('the Leather wallet', () => {
  it('signs a message on the network of the request', async () => {
    const { connector, wallet, walletOf } = world('leather')
    const signer = walletOf(await connector.open(offer))
    const message = { address: alice.address, message: 'hello', scheme: 'bip322', network: regtest } as const
    await signer.signMessage(message)
    // Without a network, Leather signs with the key of the main network.
    expect(wallet.script.requests.at(-1)).toEqual({
      method: 'signMessage',
      params: [{ message: 'hello', paymentType: 'p2wpkh', network: 'regtest' }],
    })
  })
})

describe('the OKX wallet', () => {
  function okx() {
    const platform = memoryPlatform()
    const wallet = createBip122Wallet({ secret: alice.secret, networks: [mainnet] })
    const provider = okxProvider(wallet.unisat)
    const connector = bitcoinConnector({ id: 'OKX', name: 'OKX Wallet', dialect: 'okx', provider })({
      ...platform,
      networks: [],
    })
    return { wallet, provider, connector }
  }

  it('connects through its own method, and only to the main network', async () => {
    const { wallet, connector } = okx()
    const session = await connector.open({ namespaces: ['bip122'], networks: [mainnet] })
    const [address] = await wallet.addresses()
    expect(session.accounts).toMatchObject([{ address, type: 'payment', publicKey: expect.any(String) }])
    expect(session.networks).toEqual([mainnet])
    expect([...(session.methods.bip122 ?? [])].sort()).toEqual(['signMessage', 'signPsbt'])
    expect((await connector.restore())?.accounts).toHaveLength(1)
  })

  it('ends the session when it reports no account', async () => {
    const { provider, connector } = okx()
    const closed: unknown[] = []
    connector.on('closed', (event) => void closed.push(event))
    await connector.open({ namespaces: ['bip122'], networks: [mainnet] })
    expect(provider.listening()).toBe(1)
    provider.tell(null)
    expect(closed).toEqual([{ reason: 'locked' }])
    expect(provider.listening()).toBe(0)
  })
})

describe('an invalid answer of a Bitcoin wallet', () => {
  it.each([
    ['unisat', 'requestAccounts', null],
    ['unisat', 'requestAccounts', 'bcrt1q'],
    ['unisat', 'requestAccounts', [1]],
    ['unisat', 'requestAccounts', ['<b>']],
    ['unisat', 'requestAccounts', [{}]],
    ['sats-connect', 'wallet_connect', null],
    ['sats-connect', 'wallet_connect', { addresses: {} }],
    ['sats-connect', 'wallet_connect', { addresses: [{ purpose: 'payment' }] }],
    ['sats-connect', 'wallet_connect', { addresses: [{ purpose: 'payment', address: 7 }] }],
    ['leather', 'getAddresses', { addresses: null }],
    ['leather', 'getAddresses', { addresses: [{ type: 'p2tr', address: '' }] }],
  ] as const)('is refused if %s answers %s with %j', async (dialect, method, answer) => {
    const { connector, wallet } = world(dialect)
    wallet.script.next(method, { answer })
    await expect(connector.open(offer)).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
    expect(wallet.listenerCount()).toBe(0)
  })

  it('loses only the accounts of other networks and the accounts with unknown purposes', async () => {
    const { connector, wallet } = world('sats-connect')
    const addresses = [
      { purpose: 'stacks', address: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG' },
      { purpose: 'constructor', address: alice.ordinal },
      { purpose: 'payment', address: alice.address, publicKey: 'no key' },
      { purpose: 'ordinals', address: alice.address },
    ]
    wallet.script.next('wallet_connect', { answer: { addresses } })
    const { accounts } = await connector.open(offer)
    expect(accounts).toEqual([{ namespace: 'bip122', address: alice.address, type: 'payment' }])
  })
})

describe('a refusal of a Bitcoin wallet', () => {
  it.each([
    ['unisat', 'requestAccounts', { error: { code: 4001, message: 'no' } }, 'wallet/user-rejected'],
    [
      'unisat',
      'requestAccounts',
      { error: { code: -32603, message: 'User rejected the request.' } },
      'wallet/user-rejected',
    ],
    // sats-connect has its own codes for USER_REJECTION, ACCESS_DENIED and METHOD_NOT_SUPPORTED.
    ['sats-connect', 'wallet_connect', { error: { code: 4001, message: 'no' } }, 'wallet/user-rejected'],
    ['sats-connect', 'wallet_connect', { error: { code: 4100, message: 'no' } }, 'wallet/unauthorized'],
    ['sats-connect', 'wallet_connect', { error: { code: -32602, message: 'no' } }, 'rpc/invalid-params'],
    ['leather', 'getAddresses', { error: { code: 4001, message: 'no' } }, 'wallet/user-rejected'],
  ] as const)(
    'comes from %s, which answers %s with %j, and becomes the error %s',
    async (dialect, method, step, code) => {
      const { connector, wallet } = world(dialect)
      wallet.script.next(method, step)
      await expect(connector.open(offer)).rejects.toMatchObject({ code })
    },
  )

  it('is recognized if a sats-connect wallet throws it', async () => {
    const request = vi.fn().mockRejectedValue({ code: -32000, message: 'The user said no' })
    const connector = bitcoinConnector({
      id: 'w',
      name: 'W',
      dialect: 'sats-connect',
      provider: { request },
    })({
      ...memoryPlatform(),
      networks: [],
    })
    await expect(connector.open(offer)).rejects.toMatchObject({ code: 'wallet/user-rejected' })
  })

  it("can't come from an incompatible provider, which gets no connector", () => {
    for (const dialect of ['unisat', 'sats-connect', 'leather'] as const)
      expect(() => bitcoinConnector({ id: 'w', name: 'W', dialect, provider: {} })).toThrow(
        `the provider of "w" isn't a ${dialect} wallet`,
      )
  })
})

describe('a change in a Bitcoin wallet', () => {
  it.each(['unisat', 'sats-connect'] as const)(
    'is reported as a new network and then as new accounts, in whatever order a %s wallet reports them',
    async (dialect) => {
      const { connector, wallet, told } = world(dialect)
      await connector.open(offer)
      await wallet.switchTo(signet)
      await turns()
      expect(told.map(([event]) => event)).toEqual(['networkChanged', 'accountsChanged'])
      expect(told[0]?.[1]).toEqual({ namespace: 'bip122', network: signet })
      await wallet.switchTo(signet)
      wallet.emit('accountsChanged', null)
      wallet.emit('networkChange', { bitcoin: { name: 'Elsewhere' } })
      await turns()
      expect(told).toHaveLength(2)
    },
  )

  it.each([
    ['unisat', 'getAccounts'],
    ['sats-connect', 'wallet_getAccount'],
  ] as const)(
    'is reported without mixing two networks if a %s wallet switches while the connector reads its accounts',
    async (dialect, method) => {
      const { connector, wallet, told } = world(dialect)
      await connector.open(offer)
      let answer = () => {}
      wallet.script.next(method, { until: new Promise<void>((resolve) => (answer = resolve)) })
      wallet.emit(dialect === 'unisat' ? 'chainChanged' : 'networkChange', {})
      await turns()
      await wallet.switchTo(signet)
      answer()
      await turns()
      expect(told.map(([event]) => event)).toEqual(['networkChanged', 'accountsChanged'])
    },
  )

  it.each([
    ['unisat', 'getChain', 'chainChanged', { enum: 'FRACTAL_BITCOIN_MAINNET' }, 'FRACTAL_BITCOIN_MAINNET'],
    ['sats-connect', 'wallet_getNetwork', 'networkChange', { bitcoin: { name: 'Testnet' } }, 'Testnet'],
  ] as const)(
    'is reported with the name of the network if a %s wallet switches to a network that is not listed',
    async (dialect, method, event, answer, name) => {
      const { connector, wallet, told, walletOf } = world(dialect)
      const session = await connector.open(offer)
      wallet.script.always(method, { answer })
      wallet.emit(event, {})
      await turns()
      const network = `bip122:${name}`
      expect(told).toEqual([['networkChanged', { namespace: 'bip122', network }]])
      expect(session.networks).toEqual([network])
      expect(await walletOf(session).network()).toBe(network)
      wallet.script.always(method, { answer: { enum: '<b>', bitcoin: { name: '' } } })
      expect(await walletOf(session).network()).toBeUndefined()
    },
  )

  it.each([
    ['unisat', 'getChain', 'open'],
    ['unisat', 'getPublicKey', 'open'],
    ['unisat', 'getChain', 'restore'],
    ['sats-connect', 'wallet_getNetwork', 'open'],
    ['sats-connect', 'wallet_getNetwork', 'restore'],
  ] as const)(
    'is reported if a %s wallet switches while it answers %s during %s',
    async (dialect, method, how) => {
      const { connector, wallet, told } = world(dialect)
      if (how === 'restore') {
        await connector.open(offer)
        connector.release?.()
        told.splice(0)
      }
      let answer = () => {}
      wallet.script.next(method, { until: new Promise<void>((resolve) => (answer = resolve)) })
      const opening = how === 'open' ? connector.open(offer) : connector.restore()
      await turns()
      await wallet.switchTo(signet)
      answer()
      const session = await opening
      await turns()
      expect(session?.networks).toEqual([signet])
      expect(session?.accounts[0]?.address).toBe((await wallet.addresses())[0])
      expect(told.map(([event]) => event)).toContain('accountsChanged')
      expect(wallet.listenerCount()).toBe(3)
    },
  )

  it.each([
    // UniSat reports only that something has changed, so the connector reads its accounts after the session has begun.
    ['unisat', 'getChain', 'locked'],
    ['sats-connect', 'wallet_getNetwork', undefined],
  ] as const)(
    'leaves no session if a %s wallet revokes the permission while it answers %s',
    async (dialect, method, reason) => {
      const { connector, wallet, told } = world(dialect)
      let answer = () => {}
      wallet.script.next(method, { until: new Promise<void>((resolve) => (answer = resolve)) })
      const opening = connector.open(offer).catch((error: unknown) => error)
      await turns()
      wallet.revoke()
      answer()
      const opened = await opening
      await turns()
      expect(isLatchkeyError(opened, 'connection/no-accounts')).toBe(reason === undefined)
      expect(told).toEqual(reason ? [['closed', { reason }]] : [])
      expect(wallet.listenerCount()).toBe(0)
    },
  )

  it.each(['unisat', 'sats-connect'] as const)(
    'is not overwritten by an earlier answer if a %s wallet that is connected is asked to connect again',
    async (dialect) => {
      const { connector, wallet } = world(dialect)
      const session = await connector.open(offer)
      let answer = () => {}
      const method = dialect === 'unisat' ? 'getChain' : 'wallet_getNetwork'
      wallet.script.next(method, { until: new Promise<void>((resolve) => (answer = resolve)) })
      const opening = connector.open(offer)
      await turns()
      await wallet.switchTo(signet)
      await turns()
      const accounts = session.accounts
      expect(session.networks).toEqual([signet])
      answer()
      await opening
      await turns()
      expect(session.accounts).toEqual(accounts)
      expect(session.networks).toEqual([signet])
    },
  )

  it('is reported if a sats-connect wallet takes its listeners as objects', async () => {
    const { context, wallet, toldBy } = world('sats-connect')
    const { request, addListener } = wallet.satsConnect
    const provider = {
      request,
      addListener: ({ eventName, cb }: { readonly eventName: string; readonly cb: () => void }) =>
        addListener(eventName, cb),
    }
    const connector = bitcoinConnector({ id: 'w', name: 'W', dialect: 'sats-connect', provider })(context)
    const told = toldBy(connector)
    await connector.open(offer)
    await wallet.switchTo(signet)
    await turns()
    expect(told.map(([event]) => event)).toEqual(['networkChanged', 'accountsChanged'])
    wallet.revoke()
    expect(told.at(-1)).toEqual(['closed', { reason: 'wallet' }])
    expect(wallet.listenerCount()).toBe(0)
  })

  it.each(['unisat', 'sats-connect'] as const)(
    'closes the session if a %s wallet revokes the permission',
    async (dialect) => {
      const { connector, wallet, told } = world(dialect)
      const session = await connector.open(offer)
      wallet.revoke()
      await turns()
      // Only sats-connect distinguishes a revoked permission from a locked wallet.
      const reason = dialect === 'unisat' ? 'locked' : 'wallet'
      expect(told).toEqual([['closed', { reason }]])
      expect(wallet.listenerCount()).toBe(0)
      const { provider } = session.channel('bip122') as { provider: BitcoinWallet }
      await expect(provider.network()).rejects.toMatchObject({ code: 'connection/not-connected' })
    },
  )

  it('ends the session if no account is left, even if the page becomes visible meanwhile', async () => {
    const platform = memoryPlatform()
    let accounts = [alice.address]
    let fire = () => {}
    const provider = {
      requestAccounts: async () => accounts,
      getAccounts: async () => accounts,
      getPublicKey: async () => '02'.padEnd(66, 'a'),
      getChain: async () => ({ enum: 'BITCOIN_TESTNET' }),
      getNetwork: async () => 'testnet',
      on: (event: string, listener: (payload: unknown) => void) => {
        if (event === 'accountsChanged') fire = () => listener(accounts)
      },
      removeListener() {},
    }
    const connector = bitcoinConnector({ id: 'w', name: 'W', dialect: 'unisat', provider })({
      ...platform,
      networks: [],
    })
    const closed = vi.fn()
    connector.on('closed', closed)
    await connector.open(offer)
    accounts = []
    platform.page.setVisible(false)
    fire()
    platform.page.setVisible(true)
    await turns()
    expect(closed).toHaveBeenCalledOnce()
  })

  it('ends pending requests when the wallet disconnects', async () => {
    const { connector, wallet, walletOf } = world('sats-connect')
    const session = await connector.open(offer)
    wallet.script.next('signMessage', 'never')
    const signing = walletOf(session).signMessage({
      address: alice.address,
      message: 'hello',
      scheme: 'bip322',
      network: regtest,
    })
    await turns()
    wallet.revoke()
    await expect(signing).rejects.toMatchObject({ code: 'wallet/closed-during-request' })
  })

  it('a wallet that never answers blocks neither requests nor a disconnection', async () => {
    const { connector, wallet, walletOf, clock } = world('sats-connect')
    const session = await connector.open(offer)
    wallet.script.always('wallet_getNetwork', 'never')
    const asked = walletOf(session).network()
    const settled = expect(asked).rejects.toMatchObject({ code: 'wallet/timeout' })
    await clock.advance(10_000)
    await settled
    wallet.script.always('wallet_disconnect', 'never')
    const closed = connector.close()
    await clock.advance(3000)
    await closed
    expect(clock.pending).toBe(0)
    expect(wallet.listenerCount()).toBe(0)
  })

  it('the connector leaves no listener and no timer behind after twenty connections and disconnections', async () => {
    const { connector, wallet, clock } = world('unisat')
    for (let cycle = 0; cycle < 20; cycle++) {
      await connector.open(offer)
      expect(wallet.listenerCount()).toBe(3)
      await connector.close()
      expect(wallet.listenerCount()).toBe(0)
    }
    expect(clock.pending).toBe(0)
  })
})

describe('Bitcoin wallets on window', () => {
  const globalsOf = (wallet: Bip122Wallet) => ({
    unisat: wallet.unisat,
    LeatherProvider: wallet.leather,
    btc_providers: [
      { id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', icon: 'data:image/png;base64,AA==' },
      // Leather lists itself in `btc_providers` too. The other entries are not wallets.
      { id: 'LeatherProvider', name: 'Leather' },
      { id: 'nowhere.at.all', name: 'Nobody' },
      { id: 7, name: 'Seven' },
      { id: 'unisat', name: '' },
      null,
    ],
    XverseProviders: { BitcoinProvider: wallet.satsConnect },
  })

  function discover(globals: Record<string, unknown>, ids: readonly string[] = []) {
    const platform = memoryPlatform({ globals })
    const found: Connector[] = []
    const stop = discoverBitcoinWindow(
      { ...platform, networks: ids.map((caipNetworkId) => ({ caipNetworkId }) as ChainNetwork) },
      (connector) => void found.push(connector),
    )
    return { ...platform, found, stop }
  }

  it('are found immediately, and each is listed once', () => {
    const wallet = createBip122Wallet({ secret: alice.secret, networks: [regtest] })
    const { found, stop, clock } = discover(globalsOf(wallet))
    expect(found.map(({ id, name }) => [id, name])).toEqual([
      ['unisat', 'UniSat'],
      ['LeatherProvider', 'Leather'],
      ['XverseProviders.BitcoinProvider', 'Xverse Wallet'],
    ])
    expect(found[2]?.imageUrl).toBe('data:image/png;base64,AA==')
    stop()
    expect(clock.pending).toBe(0)
  })

  it('have the catalogue ids that belong to their properties of window', () => {
    const wallet = createBip122Wallet({ secret: alice.secret, networks: [mainnet] })
    const globals = {
      LeatherProvider: Object.assign(Object.create(wallet.leather), { explorerId: 'false' }),
      okxwallet: { bitcoin: okxProvider(wallet.unisat) },
    }
    const [leather, okx] = discover(globals, [mainnet]).found
    expect(leather?.explorerId).toMatch(/^483afe1d/)
    expect(okx).toMatchObject({
      id: 'OKX',
      name: 'OKX Wallet',
      explorerId: expect.stringMatching(/^971e689d/),
    })
    for (const { imageUrl } of [leather!, okx!]) expect(imageUrl).toMatch(/^data:image\/svg\+xml,/)
    expect(discover(globals, [regtest]).found.map(({ id }) => id)).toEqual(['LeatherProvider'])
  })

  it('are found if they arrive late, within five seconds', async () => {
    const wallet = createBip122Wallet({ secret: alice.secret, networks: [regtest] })
    const { found, clock, page } = discover({})
    expect(found).toEqual([])
    await clock.advance(2500)
    page.setGlobal('unisat', wallet.unisat)
    await clock.advance(1000)
    expect(found.map(({ id }) => id)).toEqual(['unisat'])
    await clock.advance(5000)
    expect(clock.pending).toBe(0)
    page.setGlobal('LeatherProvider', wallet.leather)
    await clock.advance(5000)
    expect(found).toHaveLength(1)
  })

  it('are looked up safely despite getters that throw and objects that are not wallets', () => {
    const trap = new Proxy(
      {},
      {
        get() {
          throw new Error('trap')
        },
      },
    )
    const { found } = discover({
      unisat: trap,
      bitkeep: trap,
      binancew3w: { bitcoin: 'text' },
      LeatherProvider: 7,
      btc_providers: [trap, { id: '__proto__', name: 'x' }, { id: 'constructor', name: 'x' }],
    })
    expect(found).toEqual([])
  })
})
