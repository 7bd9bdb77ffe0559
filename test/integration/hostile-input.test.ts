import { createLatchkey, externalConnector, type LatchkeyOptions } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { cosmos } from 'latchkey/adapters/cosmos'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { devAccounts, type Relay, startRelay } from 'latchkey/devnet'
import { announceEip6963, createEip155Wallet, memoryPlatform } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { installedAs } from '../../src/core/wallet/list/known-wallets.ts'
import { connectorView } from '../../src/core/wallet/list/wallet-list.ts'
import { walletRows } from '../../src/core/wallet/list/wallet-rows.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { type BareWallet, type BareWalletOptions, openBareWallet } from '../support/bare-wallet.ts'
import { networks as some } from '../support/walletconnect-app.ts'

const metaMask = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
const [evm, , sol] = some as [ChainNetwork<'eip155'>, ChainNetwork, ChainNetwork]
const alice = devAccounts.alice!
const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
})

function client(options: Partial<LatchkeyOptions>) {
  const latchkey = createLatchkey({ networks: [evm, sol], adapters: [eip155(), solana()], ...options })
  releases.push(() => latchkey.dispose())
  return latchkey
}
/** Waits for the next task, because the list shows wallets only after the task in which they announce themselves. */
const listing = () => new Promise<void>((resolve) => setTimeout(resolve))
const provider = () =>
  createEip155Wallet({
    privateKeys: [alice.eip155!.secret],
    chains: [{ id: 31337, rpcUrl: 'http://127.0.0.1:9' }],
  }).provider

describe('a wallet in the page that claims to be a listed wallet', () => {
  const listed = [{ id: metaMask, name: 'MetaMask', rdns: 'io.metamask', mobile_link: 'metamask://' }]
  const rows = (latchkey: ReturnType<typeof client>) => {
    const { connectors, typeOrder } = latchkey.connector.state
    const { namespace } = { namespace: 'eip155' as const }
    return walletRows({ connectors, order: typeOrder, custom: listed, mobile: false, namespace })
  }

  it("gets its own row in the list if it copies the listed wallet's id", async () => {
    const platform = memoryPlatform()
    const latchkey = client({ platform, customWallets: listed })
    await latchkey.ready()
    const info = { name: 'Evil', rdns: 'evil.example', explorerId: metaMask, id: metaMask }
    const detail = { uuid: crypto.randomUUID(), icon: 'data:image/png;base64,AAAA', ...info }
    const announced = Object.assign(provider(), { explorerId: metaMask })
    platform.page.dispatch(
      'eip6963:announceProvider',
      Object.freeze({ info: Object.freeze(detail), provider: announced, explorerId: metaMask }),
    )
    await listing()
    const [evil] = latchkey.connector.state.connectors
    expect(evil).toMatchObject({ id: 'evil.example', name: 'Evil', explorerId: undefined })
    expect(rows(latchkey)).toMatchObject([{ why: 'injected' }, { why: 'custom', wallet: { id: metaMask } }])
    // The host excludes the listed wallet. The false wallet is still shown, because it isn't the listed wallet.
    latchkey.options.updateOptions({ excludeWalletIds: [metaMask] })
    expect(latchkey.connector.state.connectors.map(({ id }) => id)).toEqual(['evil.example'])
  })

  it('does not count as the listed wallet if another wallet announced the same rdns earlier', async () => {
    const platform = memoryPlatform()
    const latchkey = client({ platform, customWallets: listed })
    await latchkey.ready()
    announceEip6963(platform.page, provider(), { name: 'MetaMask', rdns: 'io.metamask' })
    announceEip6963(platform.page, provider(), { name: 'MetaMask', rdns: 'io.metamask' })
    await listing()
    const views = latchkey.connector.state.connectors
    expect(views.map(({ explorerId }) => explorerId)).toEqual([metaMask, undefined])
    expect(views[0]!.id).toBe('io.metamask')
    expect(views[1]!.id).toMatch(/^io\.metamask#/)
    expect(rows(latchkey).filter(({ why }) => why === 'custom')).toEqual([])
    expect(platform.logged.some(({ message }) => message.includes('may be fake'))).toBe(true)
  })

  describe('through wallet-standard', () => {
    const phantom = {
      id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
      name: 'Phantom',
      rdns: 'app.phantom',
    }
    const customWallets = [{ ...phantom, mobile_link: 'phantom://' }]

    /** Opens a page in which these wallets register, in this order. */
    async function visit(...names: readonly string[]) {
      const { registerStandardWallet, createSolanaWallet } = await import('latchkey/testing')
      const platform = memoryPlatform()
      const latchkey = client({ platform, customWallets })
      await latchkey.ready()
      for (const name of names) {
        const wallet = createSolanaWallet({
          secrets: [alice.solana!.secret],
          chains: [{ id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', rpcUrl: 'http://127.0.0.1:9' }],
          name,
        })
        const claimed = { explorerId: phantom.id, rdns: phantom.rdns }
        registerStandardWallet(platform.page, { ...wallet.standard, ...claimed } as never)
      }
      await listing()
      const { connectors, typeOrder } = latchkey.connector.state
      const rows = walletRows({
        connectors,
        order: typeOrder,
        custom: customWallets,
        mobile: false,
        namespace: 'solana',
      })
      return { latchkey, rows, installed: installedAs(phantom, connectors) }
    }

    it('counts as the listed wallet if both names are equal', async () => {
      const { latchkey, rows, installed } = await visit('Phantom')
      expect(connectorView(latchkey.connector.get('Phantom'))).toMatchObject({
        explorerId: undefined,
        rdns: undefined,
      })
      expect(installed?.id).toBe('Phantom')
      expect(rows).toMatchObject([{ why: 'injected', connector: { name: 'Phantom' } }])
    })

    it.each(['PHANTOM', 'Phantom Wallet', 'phantom', 'Phan-tom', '!?'])(
      "doesn't count as the listed wallet under the name %s, even if it registers first",
      async (name) => {
        const alone = await visit(name)
        expect(alone.installed).toBeUndefined()
        expect(alone.rows.map(({ why }) => why)).toEqual(['injected', 'custom'])
        expect((await visit(name, 'Phantom')).installed?.id).toBe('Phantom')
        expect((await visit('Phantom', name)).installed?.id).toBe('Phantom')
      },
    )

    it('is shown with a warning if another wallet makes the same claim', async () => {
      const { rows, installed } = await visit('Phantom', 'Phantom')
      expect(installed).toBeUndefined()
      expect(rows).toMatchObject([
        { why: 'injected', lookAlikeReason: 'name' },
        { why: 'injected', lookAlikeReason: 'name' },
        { why: 'custom', wallet: { id: phantom.id } },
      ])
    })
  })
})

describe('a WalletConnect approval', () => {
  let relay: Relay
  beforeEach(async () => {
    relay = await startRelay()
    releases.push(() => relay.stop())
  })

  async function pairWith(
    approve: BareWalletOptions['approve'],
    platform = memoryPlatform({ clock: systemClock }),
  ) {
    const wallet: BareWallet = await openBareWallet({
      relayUrl: relay.url,
      approve,
      answer: async () => `0x${'11'.repeat(65)}`,
    })
    releases.push(() => wallet.dispose())
    const latchkey = createLatchkey({
      networks: some,
      adapters: [eip155(), solana(), bip122(), cosmos()],
      connectors: [walletConnect({ storage: platform.storage })],
      endpoints: { relay: relay.url },
      platform,
    })
    releases.push(() => latchkey.dispose())
    await latchkey.ready()
    const pairing = latchkey.pairing.pair()
    pairing.catch(() => {})
    await expect.poll(() => latchkey.pairing.state.uri, { message: 'the pairing has a URI' }).toBeDefined()
    await wallet.pair(latchkey.pairing.state.uri!)
    return { latchkey, wallet, pairing, platform }
  }
  const address = alice.eip155!.address
  const stranger = '0x000000000000000000000000000000000000dEaD'

  it('adds no chains that were not requested', async () => {
    const { latchkey, pairing, wallet } = await pairWith(
      ({ eip155: { methods, events } = { methods: [], events: [] } }) => ({
        eip155: {
          accounts: [`eip155:31337:${address}`, `eip155:1:${address}`, `eip155:666:${stranger}`],
          methods: [...methods, 'eth_sign'],
          events,
        },
        near: { accounts: ['near:mainnet:alice'], methods: ['near_signIn'], events: [] },
      }),
    )
    await pairing
    expect(latchkey.account.connectedNamespaces).toEqual(['eip155'])
    const connection = latchkey.connections.of('eip155')!
    expect(connection.network.caipNetworkId).toBe('eip155:31337')
    expect(connection.addresses).toEqual([`eip155:31337:${address}`])
    const adapter = await latchkey.adapter('eip155')
    for (const account of [
      `eip155:1:${address}`,
      `eip155:666:${stranger}`,
      `eip155:31337:${stranger}`,
    ] as const)
      await expect(adapter.signMessage(account, 'hello')).rejects.toMatchObject({
        code: 'connection/account-not-connected',
      })
    expect(wallet.requests).toEqual([])
  })

  it('connects no account that is listed under another family, and no account with an invalid address', async () => {
    const { latchkey, pairing, wallet } = await pairWith(
      ({ eip155: { methods, events } = { methods: [], events: [] } }) => ({
        // A Solana account that is listed under the family eip155, and invalid addresses.
        eip155: {
          accounts: [
            `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${alice.solana!.address}`,
            'eip155:31337:<img src=x>',
            'eip155:31337:0x12',
            `eip155:31337:${address}`,
          ],
          methods,
          events,
        },
        cosmos: { accounts: ['cosmos:latchkey-1:nobody'], methods: [], events: [] },
      }),
    )
    await pairing
    expect(latchkey.account.connectedNamespaces).toEqual(['eip155'])
    expect(latchkey.account.state.eip155.allAccounts.map((account) => account.address)).toEqual([address])
    expect(latchkey.account.state.solana.status).toBe('disconnected')
    expect(latchkey.account.state.cosmos.status).toBe('disconnected')
    expect(wallet.requests).toEqual([])
  })

  it('of an account on one chain connects this account only on this chain', async () => {
    const { latchkey, pairing, wallet } = await pairWith(
      ({ eip155: { methods, events } = { methods: [], events: [] } }) => ({
        eip155: {
          accounts: [`eip155:31337:${address}`, `eip155:31338:${stranger}`],
          methods: methods.filter((method) => !method.startsWith('wallet_')),
          events,
        },
      }),
    )
    await pairing
    const adapter = await latchkey.adapter('eip155')
    await expect(adapter.signMessage(`eip155:31338:${address}`, 'hello')).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
    expect(wallet.requests).toEqual([])
    await latchkey.switchNetwork('eip155:31338')
    expect(latchkey.account.state.eip155.caipAddress).toBe(`eip155:31338:${stranger}`)
  })

  it.each([
    ['runs code', { href: 'javascript:alert(document.domain)//', name: 'Evil' }],
    ['runs code, in another spelling', { href: 'JaVaScRiPt:alert(1)//', name: 'Evil' }],
    ['is not text', { href: { toString: 'x' }, name: 'Evil' }],
    [
      'leads to another host than it seems to',
      { href: 'https://wallet.example@evil.example/', name: 'Evil' },
    ],
  ])(
    "makes the next request delete the stored link to the wallet's app if the link %s",
    async (_, choice) => {
      const key = 'WALLETCONNECT_DEEPLINK_CHOICE'
      const platform = memoryPlatform({ clock: systemClock })
      const area = new Map<string, string>()
      platform.page.setGlobal('localStorage', {
        getItem: (name: string) => area.get(name) ?? null,
        removeItem: (name: string) => void area.delete(name),
      })
      const { latchkey, pairing } = await pairWith(
        ({ eip155: { methods, events } = { methods: [], events: [] } }) => ({
          eip155: { accounts: [`eip155:31337:${address}`], methods, events },
        }),
        platform,
      )
      await pairing
      const adapter = await latchkey.adapter('eip155')
      const sign = () => adapter.signMessage(`eip155:31337:${address}`, 'hello')
      // A valid link isn't deleted, because the page needs it to open the wallet.
      const good = JSON.stringify({ href: 'rainbow://', name: 'Rainbow' })
      platform.storage.set(key, good)
      area.set(key, good)
      await sign()
      expect([platform.storage.get(key), area.get(key)]).toEqual([good, good])
      platform.storage.set(key, JSON.stringify(choice))
      area.set(key, JSON.stringify(choice))
      await sign()
      expect([platform.storage.get(key), area.get(key)]).toEqual([null, undefined])
    },
  )

  it('stores no link that runs code, even if the host passes such a link', async () => {
    const { latchkey, pairing, platform } = await pairWith(
      ({ eip155: { methods, events } = { methods: [], events: [] } }) => ({
        eip155: { accounts: [`eip155:31337:${address}`], methods, events },
      }),
    )
    latchkey.pairing.choose({ id: 'evil', name: 'Evil' }, { href: 'javascript:alert(1)' })
    await pairing
    await expect
      .poll(() => latchkey.pairing.state.status, { message: 'the wallet is connected' })
      .toBe('connected')
    expect(platform.storage.get('WALLETCONNECT_DEEPLINK_CHOICE')).toBeNull()
    expect(platform.storage.get('@latchkey/deeplinkChoice')).toBeNull()
  })
})

describe("a host's network", () => {
  it('can have an additional field whose value is a bigint', async () => {
    const wallet = createEip155Wallet({
      privateKeys: [alice.eip155!.secret],
      chains: [31337, 31338].map((id) => ({ id, rpcUrl: 'http://127.0.0.1:9' })),
    })
    const latchkey = client({
      networks: some.slice(0, 2).map((network) => ({ ...network, fees: { defaultPriorityFee: 1n } })),
      connectors: [externalConnector({ id: 'w', name: 'W', provider: wallet.provider as never })],
      platform: memoryPlatform(),
    })
    await latchkey.connect({ connectorId: 'w' })
    await latchkey.switchNetwork('eip155:31338')
    expect(latchkey.network.activeNetwork.caipNetworkId).toBe('eip155:31338')
  })
})
