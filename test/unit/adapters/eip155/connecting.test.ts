import { describe, expect, it } from 'vitest'
import type { ConnectorSession } from '../../../../src/core/wallet/connector.ts'
import { account, adapterWorld, alice, bob, network, turn } from '../../../support/eip155-adapter.ts'

describe('an eip155 connection attempt', () => {
  it('requests the accounts from the wallet and announces the connection', async () => {
    const { connect, adapter, told, methods } = adapterWorld()
    const connection = await connect()
    expect(connection).toEqual({
      id: 'eip155:w',
      namespace: 'eip155',
      connectorId: 'w',
      accounts: [
        { namespace: 'eip155', address: alice, type: 'eoa' },
        { namespace: 'eip155', address: bob, type: 'eoa' },
      ],
      addresses: [`eip155:1:${alice}`, `eip155:1:${bob}`],
      network: network(1),
      provider: expect.objectContaining({ request: expect.any(Function) }),
    })
    expect(adapter.connections()).toEqual([connection])
    expect(told).toEqual([['connected', connection]])
    expect(methods()).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  it('adds the checksum to lower-case accounts', async () => {
    const { connect, wallet } = adapterWorld()
    wallet.script.next('eth_requestAccounts', { answer: [alice.toLowerCase()] })
    expect((await connect()).accounts.map(({ address }) => address)).toEqual([alice])
  })

  it('switches the wallet to the requested network', async () => {
    const { adapter, connector, wallet } = adapterWorld()
    const connection = await adapter.connect({ connector, network: network(10) })
    expect(connection.network.caipNetworkId).toBe('eip155:10')
    expect(wallet.chainId).toBe(10)
  })

  it.each([
    ['declines the switch', 'reject'],
    ['cannot switch', { error: { code: -32601, message: 'no such method' } }],
    ['says that it switched, but does not switch', { answer: null }],
  ] as const)("connects on the wallet's network when the wallet %s", async (_, step) => {
    const { adapter, connector, wallet, clock } = adapterWorld()
    wallet.script.next('wallet_switchEthereumChain', step)
    const connecting = adapter.connect({ connector, network: network(10) })
    await clock.advance(6000)
    const connection = await connecting
    expect(connection.network.caipNetworkId).toBe('eip155:1')
  })

  it("marks the network as unknown if the host did not configure the wallet's network", async () => {
    const { adapter, connector, wallet } = adapterWorld({ networks: [network(10)] })
    wallet.script.next('wallet_switchEthereumChain', 'reject')
    const connection = await adapter.connect({ connector, network: network(10) })
    expect(connection.network).toMatchObject({ caipNetworkId: 'eip155:1', name: 'Unknown Network' })
  })

  it('sends the wallet only one request for two concurrent calls', async () => {
    const { connect, wallet, told } = adapterWorld()
    const [first, second] = await Promise.all([connect(), connect()])
    expect(first).toBe(second)
    expect(wallet.script.count('eth_requestAccounts')).toBe(1)
    expect(told).toHaveLength(1)
  })

  it('leaves no connection, event or listener when the visitor rejects the request', async () => {
    const { connect, adapter, wallet, told } = adapterWorld()
    wallet.script.next('eth_requestAccounts', 'reject')
    await expect(connect()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect([adapter.connections(), told, wallet.listenerCount()]).toEqual([[], [], 0])
  })

  it('closes the connection when its caller aborts during the switch', async () => {
    const { adapter, connector, wallet, told } = adapterWorld()
    wallet.script.next('wallet_switchEthereumChain', 'never')
    const stop = new AbortController()
    const connecting = adapter.connect({ connector, network: network(10) }, { signal: stop.signal })
    await turn()
    await turn()
    expect(wallet.script.count('wallet_switchEthereumChain')).toBe(1)
    stop.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'flow/aborted' })
    await turn()
    expect([adapter.connections(), told, wallet.listenerCount()]).toEqual([[], [], 0])
    expect(wallet.script.count('wallet_revokePermissions')).toBe(1)
  })

  it('fails when the wallet disconnects during the switch', async () => {
    const { adapter, connector, wallet } = adapterWorld()
    wallet.script.next('wallet_switchEthereumChain', 'disconnect')
    await expect(adapter.connect({ connector, network: network(10) })).rejects.toMatchObject({
      code: 'wallet/closed-during-request',
    })
    expect(adapter.connections()).toEqual([])
  })

  it('replaces an earlier connection through the same wallet', async () => {
    const { connect, adapter, wallet, told } = adapterWorld()
    await connect()
    const listeners = wallet.listenerCount()
    await connect()
    expect(adapter.connections()).toHaveLength(1)
    expect(wallet.listenerCount()).toBe(listeners)
    await wallet.select(bob)
    await turn()
    expect(told.filter(([event]) => event === 'accountsChanged')).toHaveLength(1)
  })
})

describe('restoring a connection', () => {
  it('never prompts the visitor', async () => {
    const { adapter, connector, methods, wallet } = adapterWorld({ authorized: true })
    wallet.switchTo(10)
    const connection = await adapter.reconnect({
      connector,
      network: network(1),
      lastAddress: bob.toLowerCase(),
    })
    expect(connection?.accounts.map(({ address }) => address)).toEqual([bob, alice])
    expect(connection?.network.caipNetworkId).toBe('eip155:10')
    expect(methods()).toEqual(['eth_accounts', 'eth_chainId'])
  })

  it("keeps the visitor's account first until the wallet reports another first account", async () => {
    const { adapter, connector, wallet } = adapterWorld({ authorized: true })
    await adapter.reconnect({ connector, network: network(1), lastAddress: bob })
    const first = () => adapter.connections()[0]?.accounts[0].address
    wallet.emit('accountsChanged', [alice, bob, `0x${'1'.repeat(40)}`])
    await turn()
    expect(first()).toBe(bob)
    wallet.emit('accountsChanged', [bob, alice])
    await turn()
    wallet.emit('accountsChanged', [alice, bob])
    await turn()
    expect(first()).toBe(alice)
  })

  it('returns null when the wallet no longer authorizes the page', async () => {
    const { adapter, connector, told, wallet } = adapterWorld()
    expect(await adapter.reconnect({ connector, network: network(1) })).toBeNull()
    expect([told, wallet.listenerCount()]).toEqual([[], 0])
  })
})

describe('a connection', () => {
  it('follows the changes of the account and the network in the wallet', async () => {
    const { connect, wallet, told, adapter } = adapterWorld()
    await connect()
    told.length = 0
    wallet.switchTo(10)
    await wallet.select(bob)
    await turn()
    expect(told).toMatchObject([
      ['networkChanged', { connectionId: 'eip155:w', network: { caipNetworkId: 'eip155:10' } }],
      ['accountsChanged', { connectionId: 'eip155:w', accounts: [{ address: alice }, { address: bob }] }],
      ['accountsChanged', { connectionId: 'eip155:w', accounts: [{ address: bob }, { address: alice }] }],
    ])
    expect(adapter.connections()[0]).toMatchObject({ network: { id: 10 }, accounts: [{ address: bob }, {}] })
  })

  it('ends when the wallet disconnects', async () => {
    const { connect, wallet, told, adapter } = adapterWorld()
    await connect()
    wallet.revoke()
    await turn()
    expect(told.at(-1)).toEqual(['disconnected', { connectionId: 'eip155:w', reason: 'locked' }])
    expect(adapter.connections()).toEqual([])
  })

  it('reports one disconnection if the host disconnects twice', async () => {
    const { connect, wallet, told, adapter } = adapterWorld()
    const { id } = await connect()
    await adapter.disconnect(id)
    await adapter.disconnect(id)
    expect(told.filter(([event]) => event === 'disconnected')).toEqual([
      ['disconnected', { connectionId: 'eip155:w', reason: 'host' }],
    ])
    expect(wallet.script.count('wallet_revokePermissions')).toBe(1)
  })

  it('ends without ending the session of the wallet if other families use the session', async () => {
    const { connect, wallet, told, adapter } = adapterWorld()
    const { id } = await connect()
    await adapter.disconnect(id, { keepsSession: true })
    expect(told.at(-1)).toEqual(['disconnected', { connectionId: 'eip155:w', reason: 'host' }])
    expect(adapter.connections()).toEqual([])
    expect(wallet.script.count('wallet_revokePermissions')).toBe(0)
  })

  it('ends within 3 seconds if the wallet never confirms the end', async () => {
    const { connect, wallet, adapter, clock } = adapterWorld()
    const { id } = await connect()
    wallet.script.always('wallet_revokePermissions', 'never')
    const leaving = adapter.disconnect(id)
    expect(adapter.connections()).toEqual([])
    await clock.advance(3000)
    await leaving
  })

  it('sends the wallet only methods that the wallet approved', async () => {
    const { adapter, connector, networks } = adapterWorld()
    const asked: string[] = []
    const session: ConnectorSession = {
      accounts: [{ namespace: 'eip155', address: alice, type: 'eoa' }],
      networks: ['eip155:1', 'eip155:10'],
      methods: { eip155: new Set(['personal_sign']) },
      channel: () => ({
        kind: 'rpc',
        request: async ({ method }) => {
          asked.push(method)
          return `0x${'a'.repeat(130)}`
        },
      }),
    }
    const [one] = networks
    const { id } = await adapter.connect({ connector, session, network: one ?? network(1) })
    expect(adapter.supports('sign.message', id)).toBe(true)
    expect(adapter.supports('balance.native', id)).toBe(true)
    for (const capability of ['send.native', 'send.batch', 'sign.typedData', 'network.switch'] as const)
      expect(adapter.supports(capability, id)).toBe(false)
    expect(adapter.supports('send.native')).toBe(true)
    expect(adapter.supports('sign.transaction')).toBe(false)
    expect(adapter.supports('send.native', 'nobody')).toBe(false)
    const unsupported = { code: 'adapter/unsupported' }
    await expect(adapter.send({ from: account, to: bob, amount: 1n })).rejects.toMatchObject(unsupported)
    await expect(adapter.sendTransaction(account, { to: bob })).rejects.toMatchObject(unsupported)
    await expect(adapter.sendBatch(account, [{ to: bob }])).rejects.toMatchObject(unsupported)
    await expect(adapter.getBatchStatus('eip155:1', 'x')).rejects.toMatchObject(unsupported)
    await adapter.signMessage(account, 'hi')
    // The wallet gets no request to switch, because the session covers both networks.
    await adapter.switchNetwork(id, network(10))
    expect(adapter.connections()[0]?.network.id).toBe(10)
    expect(asked).toEqual(['personal_sign'])
  })
})

it('the adapter leaves no listener on the wallet after 2,000 connections', async () => {
  const { connect, adapter, wallet, clock } = adapterWorld()
  const before = wallet.listenerCount()
  for (let i = 0; i < 2000; i++) await adapter.disconnect((await connect()).id)
  expect(wallet.listenerCount()).toBe(before)
  expect(clock.pending).toBe(0)
})
