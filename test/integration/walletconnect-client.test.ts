import type { Latchkey } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { cosmos } from 'latchkey/adapters/cosmos'
import { eip155 } from 'latchkey/adapters/eip155'
import { polkadot } from 'latchkey/adapters/polkadot'
import { solana } from 'latchkey/adapters/solana'
import { devAccounts } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { chainNamespaces } from '../../src/core/chain/namespace.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { devNetworks, relayedClients } from '../support/relayed-clients.ts'

const world = relayedClients({
  networks: devNetworks(...chainNamespaces),
  adapters: [eip155(), solana(), polkadot(), bip122(), cosmos()],
  projectId: 'test',
})

const statuses = (latchkey: Latchkey) => chainNamespaces.map((one) => latchkey.account.state[one].status)
const all = (status: string) => chainNamespaces.map(() => status)

describe('a client over WalletConnect', () => {
  it('ends all five connections of a session when one family disconnects', async () => {
    const { latchkey } = world.client()
    await latchkey.ready()
    await world.pair(latchkey)
    expect(statuses(latchkey)).toEqual(all('connected'))
    expect(world.wallet.sessions).toHaveLength(1)
    await latchkey.disconnect('solana')
    expect(statuses(latchkey)).toEqual(all('disconnected'))
    await expect.poll(() => world.wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
    expect(latchkey.pairing.state.status).toBe('disconnected')
  })

  it('restores its session after a reload without a wallet request', async () => {
    const { latchkey, platform } = world.client()
    await world.pair(latchkey)
    await latchkey.dispose()
    const again = world.client(platform).latchkey
    const seen = new Set<string>()
    again.account.subscribe(() => seen.add(again.account.state.eip155.status))
    const before = world.wallet.requests.length
    await again.ready()
    expect(statuses(again)).toEqual(all('connected'))
    expect(seen.has('restoring')).toBe(true)
    expect(seen.has('connecting')).toBe(false)
    expect(world.wallet.requests.length).toBe(before)
    const { address } = again.account.state.eip155
    const adapter = await again.adapter('eip155')
    const { signature } = await adapter.signMessage(`eip155:31337:${address}`, 'hello')
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
  })

  it('sends the data service neither a client id nor the key that identifies the browser at the relay', async () => {
    const sent: string[] = []
    const platform = memoryPlatform({
      clock: systemClock,
      fetch: async (input, init) => {
        const url = String(input)
        if (url.startsWith('https://data.example')) sent.push(`${url} ${JSON.stringify(init)}`)
        const known = devNetworks(...chainNamespaces).map((one) => one.caipNetworkId)
        return Response.json({ http: known, ws: [], balances: [], data: [], next: null })
      },
    })
    const endpoints = { relay: world.relay.url, data: 'https://data.example' }
    const { latchkey } = world.client(platform, { endpoints })
    await world.pair(latchkey)
    await latchkey.portfolio.refresh()
    await latchkey.activity.load()
    const paths = ['supported-chains', '/balance', '/history']
    for (const path of paths) expect(sent.join('\n')).toContain(path)
    expect(sent.filter((request) => /clientId|did(:|%3A)key/.test(request))).toEqual([])
  })

  it("disconnects the families that the next pairing doesn't cover", async () => {
    const { latchkey } = world.client()
    await world.pair(latchkey)
    const address = devAccounts.alice!.eip155!.address
    const eip155Only = { accounts: [`eip155:31337:${address}`], methods: ['personal_sign'], events: [] }
    world.wallet.script.next('session_proposal', { answer: { eip155: eip155Only } })
    const seen: string[] = []
    latchkey.account.subscribe(() => void seen.push(latchkey.account.state.eip155.status))
    await world.pair(latchkey)
    const left = { eip155: 'connected', solana: 'disconnected', polkadot: 'disconnected' }
    for (const [namespace, status] of Object.entries(left))
      expect(latchkey.account.state[namespace as 'eip155'].status, namespace).toBe(status)
    expect(seen).not.toContain('disconnected')
    const adapter = await latchkey.adapter('eip155')
    expect((await adapter.signMessage(`eip155:31337:${address}`, 'hello')).signature).toMatch(/^0x/)
    await expect
      .poll(() => world.wallet.sessions.length, {
        message: "the wallet's earlier session ends",
      })
      .toBe(1)
  })

  it('shows the name of the connected wallet after a reload', async () => {
    const { latchkey, platform } = world.client()
    await world.pair(latchkey)
    const name = 'Headless Wallet'
    const shown = { name, type: 'WALLET_CONNECT' }
    expect(latchkey.account.state.cosmos.connectedWalletInfo).toMatchObject(shown)
    await latchkey.dispose()
    const { latchkey: again } = world.client(platform)
    await again.ready()
    expect(again.account.state.eip155.connectedWalletInfo).toMatchObject(shown)
    expect(again.connector.get('walletConnect').name).toBe('WalletConnect')
  })

  it('emits one event per family when the wallet deletes the session', async () => {
    const { latchkey } = world.client()
    await world.pair(latchkey)
    const ended: string[] = []
    latchkey.session.on('ended', ({ namespaces, reason }) =>
      ended.push(...namespaces.map((one) => `${one} ${reason}`)),
    )
    await world.wallet.disconnect(world.wallet.sessions[0]!.topic)
    await expect.poll(() => ended.length, { message: 'every session is over' }).toBe(5)
    expect(statuses(latchkey)).toEqual(all('disconnected'))
    expect(ended.sort()).toEqual([...chainNamespaces].sort().map((one) => `${one} wallet`))
  })

  it('switches to a remaining network when the session shrinks', async () => {
    const { latchkey } = world.client()
    await world.pair(latchkey)
    const { topic } = world.wallet.sessions[0]!
    await world.wallet.update(topic, { networks: ['eip155:31338', 'cosmos:latchkey-1'] })
    await expect
      .poll(() => latchkey.account.connectedNamespaces.length, { message: 'three families are disconnected' })
      .toBe(2)
    expect([...latchkey.account.connectedNamespaces].sort()).toEqual(['cosmos', 'eip155'])
    expect(latchkey.network.networkOf('eip155').caipNetworkId).toBe('eip155:31338')
  })

  it('keeps the accounts of each network when the wallet and the page switch networks', async () => {
    const { latchkey } = world.client()
    const [first, second] = ['eip155:31337', 'eip155:31338'] as const
    const [alice, bob, carol] = [devAccounts.alice, devAccounts.bob, devAccounts.carol].map(
      (one) => one!.eip155!.address,
    )
    const accounts = [`${first}:${alice}`, `${first}:${carol}`, `${second}:${bob}`]
    const events = ['accountsChanged', 'chainChanged']
    world.wallet.script.next('session_proposal', { answer: { eip155: { accounts, methods: [], events } } })
    await world.pair(latchkey)
    const { topic } = world.wallet.sessions[0]!
    const shown = () => [
      latchkey.network.networkOf('eip155').caipNetworkId,
      ...latchkey.account.state.eip155.allAccounts.map(({ address }) => address),
    ]
    expect(shown()).toEqual([first, alice, carol])
    await world.wallet.emit(topic, { name: 'chainChanged', data: 31338 }, first)
    await expect.poll(shown, { message: 'the page follows the wallet' }).toEqual([second, bob])
    await latchkey.switchNetwork(first)
    expect(shown()).toEqual([first, alice, carol])
    // The wallet is still on the second network, but this account is approved for the first.
    await world.wallet.emit(topic, { name: 'accountsChanged', data: [carol] }, first)
    await expect.poll(shown, { message: 'the selected account is first' }).toEqual([first, carol, alice])
  })

  it("updates its accounts after the wallet's event bip122_addressesChanged", async () => {
    const { latchkey } = world.client()
    await world.pair(latchkey)
    const { topic } = world.wallet.sessions[0]!
    const network = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
    const shown = () =>
      latchkey.account.state.bip122.allAccounts.map(({ address, type }) => `${type} ${address}`)
    await expect.poll(() => shown().length, { message: 'both addresses are shown' }).toBe(2)
    const [payment, ordinals] = latchkey.account.state.bip122.allAccounts
    expect([payment?.type, ordinals?.type]).toEqual(['payment', 'ordinal'])
    const told = (intention: string) => [
      {
        address: payment!.address,
        publicKey: payment!.publicKey,
        path: "m/84'/1'/0'/0/0",
        intention: 'payment',
      },
      {
        address: 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6',
        path: "m/86'/1'/0'/0/1",
        intention,
      },
    ]
    await world.wallet.emit(topic, { name: 'bip122_addressesChanged', data: told('ordinal') }, network)
    const next = 'ordinal bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
    await expect.poll(() => shown(), { message: 'the new address is shown' }).toContain(next)
    expect(shown()).toEqual([`payment ${payment!.address}`, next])
    const adapter = await latchkey.adapter('bip122')
    const from = `${network}:${next.split(' ')[1]}` as const
    const before = world.wallet.requests.length
    await expect(adapter.send({ from, to: payment!.address, amount: 1000n })).rejects.toThrow(/ordinal/i)
    expect(world.wallet.requests.length).toBe(before)
  })

  it.each([
    ['Unauthorized: origin not allowed', 'Invalid App Configuration'],
    ['JWT validation error: JWT Token is not yet valid', 'Session Expired'],
    ['Unauthorized: invalid key', 'Invalid App Configuration'],
  ])("shows the relay's error `%s` to the developers only once, as `%s`", async (reason, short) => {
    const { latchkey } = world.client()
    const opened: string[] = []
    latchkey.alert.subscribe(() => {
      const { open, shortMessage } = latchkey.alert.state
      if (open) opened.push(shortMessage)
    })
    world.relay.refuse('test', reason)
    await expect(latchkey.connect({ connectorId: 'walletConnect' })).rejects.toMatchObject({
      message: reason,
    })
    await expect.poll(() => latchkey.alert.state.open, { message: 'the alert opens' }).toBe(true)
    expect(latchkey.alert.state.shortMessage).toBe(short)
    latchkey.alert.close()
    await expect(latchkey.connect({ connectorId: 'walletConnect' })).rejects.toMatchObject({
      message: reason,
    })
    // Causes an alert of another kind. If the error above had opened a second alert, that alert would come before this one.
    const [other, marker] =
      short === 'Session Expired'
        ? ['Unauthorized: invalid key', 'Invalid App Configuration']
        : ['JWT validation error: JWT Token is not yet valid', 'Session Expired']
    world.relay.refuse('test', other)
    await expect(latchkey.connect({ connectorId: 'walletConnect' })).rejects.toMatchObject({
      message: other,
    })
    await expect
      .poll(() => latchkey.alert.state.shortMessage, { message: 'the other alert opens' })
      .toBe(marker)
    expect(opened).toEqual([short, marker])
    expect(statuses(latchkey)).toEqual(all('disconnected'))
  })
})
