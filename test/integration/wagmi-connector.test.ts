import {
  type CreateConnectorFn,
  connect,
  createConfig,
  disconnect,
  getAccount,
  getBalance,
  getConnectorClient,
  getPublicClient,
  http,
  readContract,
  reconnect,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForTransactionReceipt,
} from '@wagmi/core'
import { verifyMessage } from 'ethers'
import type { Latchkey } from 'latchkey'
import { externalConnector } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import type { Devnet } from 'latchkey/devnet'
import type { Eip155Wallet } from 'latchkey/testing'
import { type LatchkeyConnectorOptions, latchkeyConnector } from 'latchkey/wagmi'
import { type Chain, erc20Abi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withResolvers } from '../../src/core/async/with-resolvers.ts'
import type { ConnectionProvider } from '../../src/core/wallet/connection-provider.ts'
import { clientOn, eip155Keys } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { mailTypedData } from '../support/mail-typed-data.ts'
import { receiptOf } from '../support/receipt.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('the wagmi connector', () => {
  let keys: Eip155Wallet
  let client: Latchkey
  beforeEach(() => {
    keys = eip155Keys(devnet)
    client = clientOn(
      devnet,
      [eip155()],
      [externalConnector({ id: 'keys', name: 'Keys', provider: keys.provider })],
    )
  })
  afterEach(() => client.dispose())

  const address = (name: string) => devnet.accounts[name]!.eip155!.address as `0x${string}`
  const idOf = (index: number) => Number(devnet.networks[index]!.id)
  const count = (method: string) => keys.script.count(method)

  function configOf(
    options: Partial<LatchkeyConnectorOptions> = {},
    connectors: readonly CreateConnectorFn[] = [latchkeyConnector({ client, ...options })],
  ) {
    const chains = devnet.networks as unknown as readonly [Chain, Chain]
    const config = createConfig({
      chains,
      transports: Object.fromEntries(chains.map(({ id, rpcUrls }) => [id, http(rpcUrls.default.http[0])])),
      connectors,
      storage: null,
      multiInjectedProviderDiscovery: false,
      pollingInterval: 100,
    })
    return { config, connector: config.connectors[0]! }
  }

  it('can connect, sign, send, read, switch and disconnect through wagmi', async () => {
    const { config, connector } = configOf({ connectorId: 'keys' })
    const { accounts, chainId } = await connect(config, { connector })
    expect([accounts[0], chainId]).toEqual([address('alice'), idOf(0)])
    expect(verifyMessage('hello', await signMessage(config, { message: 'hello' }))).toBe(address('alice'))
    expect(await signTypedData(config, mailTypedData(idOf(0)) as never)).toMatch(/^0x[0-9a-f]{130}$/)

    const before = await getBalance(config, { address: address('carol') })
    const hash = await sendTransaction(config, { to: address('carol'), value: 77n })
    // Waits until the transaction is mined, because wagmi may otherwise wait in vain.
    await receiptOf(getPublicClient(config)!, hash)
    expect((await waitForTransactionReceipt(config, { hash })).status).toBe('success')
    expect((await getBalance(config, { address: address('carol') })).value - before.value).toBe(77n)
    expect(count('eth_sendTransaction')).toBe(1)
    const token = devnet.tokens.find(({ asset }) => asset.startsWith(`eip155:${idOf(0)}/`))!
    const holder = [address('alice')] as const
    const contract = token.asset.split(':').at(-1) as `0x${string}`
    const held = { address: contract, abi: erc20Abi, functionName: 'balanceOf', args: holder } as const
    expect(await readContract(config, held)).toBeTypeOf('bigint')

    expect((await switchChain(config, { chainId: idOf(1) })).id).toBe(idOf(1))
    expect(getAccount(config).chainId).toBe(idOf(1))
    expect(client.network.activeNetwork.id).toBe(idOf(1))
    await sendTransaction(config, { to: address('carol'), value: 1n, chainId: idOf(1) })

    await disconnect(config)
    expect(getAccount(config).status).toBe('disconnected')
    expect(client.connections.isConnected('eip155')).toBe(false)
  })

  it('opens the modal, and waits for the visitor to connect there', async () => {
    const { config, connector } = configOf()
    const refused = connect(config, { connector })
    await expect.poll(() => client.modal.state.open, { message: 'the modal opens' }).toBe(true)
    expect(client.router.state.view).toBe('Connect')
    client.close()
    await expect(refused).rejects.toMatchObject({ code: 4001 })
    expect(getAccount(config).status).toBe('disconnected')

    const connecting = connect(config, { connector, chainId: idOf(1) })
    await expect.poll(() => client.modal.state.open, { message: 'the modal opens' }).toBe(true)
    await client.connect({ connectorId: 'keys' })
    // wagmi asked for this chain, so the client switched the wallet to it.
    expect((await connecting).chainId).toBe(idOf(1))
    expect(count('eth_requestAccounts')).toBe(1)
  })

  it('stops waiting if the modal is closed before it opens', async () => {
    const { config, connector } = configOf()
    const drawing = withResolvers<void>()
    const requested = withResolvers<void>()
    client.modal.on('opening', (wait) => {
      wait(drawing.promise)
      requested.resolve()
    })
    const connecting = connect(config, { connector })
    await requested.promise
    client.close()
    drawing.resolve()
    await expect(connecting).rejects.toMatchObject({ code: 4001 })
    expect(client.modal.state).toMatchObject({ open: false, loading: false })
  })

  it('stops waiting if the client is disposed while the modal is open', async () => {
    const { config, connector } = configOf()
    const connecting = connect(config, { connector })
    await expect.poll(() => client.modal.state.open, { message: 'the modal opens' }).toBe(true)
    const refused = expect(connecting).rejects.toMatchObject({ cause: { code: 'config/disposed' } })
    await client.dispose()
    await refused
  })

  it("stays on the wallet's network if the wallet can't switch to the network that wagmi asks for", async () => {
    const { config, connector } = configOf({ connectorId: 'keys' })
    keys.script.next('wallet_switchEthereumChain', { error: { code: -32603, message: 'Broken' } })
    expect((await connect(config, { connector, chainId: idOf(1) })).chainId).toBe(idOf(0))
    expect(getAccount(config)).toMatchObject({ status: 'connected', chainId: idOf(0) })
    expect(client.connections.isConnected('eip155')).toBe(true)
  })

  it.each([
    ['ends the connection that it made', false],
    ["keeps the client's earlier connection", true],
  ])('fails if the visitor declines the network, and %s', async (_, earlier) => {
    if (earlier) await client.connect({ connectorId: 'keys' })
    const { config, connector } = configOf({ connectorId: 'keys' })
    keys.script.next('wallet_switchEthereumChain', 'reject')
    await expect(connect(config, { connector, chainId: idOf(1) })).rejects.toMatchObject({ code: 4001 })
    expect(getAccount(config).status).toBe('disconnected')
    expect(client.connections.isConnected('eip155')).toBe(earlier)
    expect((await connect(config, { connector, chainId: idOf(1) })).chainId).toBe(idOf(1))
  })

  it("updates wagmi's state after changes that the visitor makes outside of wagmi", async () => {
    const { config } = configOf()
    await client.connect({ connectorId: 'keys' })
    expect(getAccount(config)).toMatchObject({ status: 'connected', address: address('alice') })
    keys.select(address('bob'))
    await expect
      .poll(() => getAccount(config).address, { message: 'wagmi has the other account' })
      .toBe(address('bob'))
    await keys.switchTo(idOf(1))
    await expect
      .poll(() => getAccount(config).chainId, { message: 'wagmi has the other chain' })
      .toBe(idOf(1))
    await client.disconnect()
    expect(getAccount(config).status).toBe('disconnected')
    await client.connect({ connectorId: 'keys' })
    expect(getAccount(config).status).toBe('connected')
  })

  it('reconnects only an existing connection, without a prompt', async () => {
    const { config } = configOf()
    expect(await reconnect(config)).toEqual([])
    await client.connect({ connectorId: 'keys' })
    const asked = keys.script.requests.length
    const { config: next } = configOf()
    expect(await reconnect(next)).toMatchObject([{ accounts: [address('alice'), address('bob')] }])
    expect(getAccount(next).status).toBe('connected')
    expect(keys.script.requests).toHaveLength(asked)
    expect(client.modal.state.open).toBe(false)
  })

  describe('with two wallets', () => {
    let other: Eip155Wallet
    beforeEach(async () => {
      await client.dispose()
      other = eip155Keys(devnet)
      client = clientOn(
        devnet,
        [eip155()],
        [
          externalConnector({ id: 'keys', name: 'Keys', provider: keys.provider }),
          externalConnector({ id: 'other', name: 'Other', provider: other.provider }),
        ],
      )
    })

    /** Connects the first wallet through wagmi. */
    async function first() {
      const one = latchkeyConnector({ client, connectorId: 'keys', id: 'one' })
      const two = latchkeyConnector({ client, connectorId: 'other', id: 'two' })
      const { config, connector } = configOf({}, [one, two])
      await connect(config, { connector })
      return { config, connector: config.connectors[1]! }
    }

    it("connects the wallet of the connector's `connectorId`, and asks it once", async () => {
      const { config, connector } = await first()
      await connect(config, { connector })
      expect(client.connections.of('eip155')?.connectorId).toBe('other')
      expect(other.script.count('eth_requestAccounts')).toBe(1)
      expect(getAccount(config)).toMatchObject({ status: 'connected', connector: { id: 'two' } })
      await signMessage(config, { message: 'hello' })
      expect([count('personal_sign'), other.script.count('personal_sign')]).toEqual([0, 1])
    })

    it('sends requests of a kept client to the new wallet, which has the same address', async () => {
      const { config, connector } = configOf()
      await client.connect({ connectorId: 'keys' })
      const kept = await getConnectorClient(config)
      await client.connect({ connectorId: 'other' })
      expect(
        await kept.request({ method: 'personal_sign', params: ['0x68656c6c6f', address('alice')] }),
      ).toMatch(/^0x/)
      expect([count('personal_sign'), other.script.count('personal_sign')]).toEqual([0, 1])
      await client.disconnect()
      const refused = { cause: { code: 4900 } }
      await expect(kept.request({ method: 'eth_accounts' as never })).rejects.toMatchObject(refused)
      await expect(connector.getProvider()).rejects.toMatchObject({ code: 4900 })
    })

    it('has one provider for all wallets, with the events of the connected wallet', async () => {
      const { connector } = configOf()
      await client.connect({ connectorId: 'keys' })
      const provider = (await connector.getProvider()) as ConnectionProvider
      const events: [string, unknown][] = []
      const named = ['connect', 'disconnect', 'chainChanged', 'accountsChanged'] as const
      const listeners = named.map((event) => (payload: unknown) => void events.push([event, payload]))
      for (const [at, event] of named.entries()) provider.on(event, listeners[at]!)
      await client.connect({ connectorId: 'other' })
      expect(await connector.getProvider()).toBe(provider)
      expect(events.splice(0)).toEqual([['accountsChanged', [address('alice'), address('bob')]]])
      keys.select(address('bob'))
      await other.switchTo(idOf(1))
      const [chainId, earlier] = [1, 0].map((index) => `0x${idOf(index).toString(16)}`)
      await expect
        .poll(() => events.splice(0), { message: 'the provider reports the network of the new wallet' })
        .toEqual([['chainChanged', chainId]])
      await client.connect({ connectorId: 'keys' })
      expect(events.splice(0)).toEqual([
        ['chainChanged', earlier],
        ['accountsChanged', [address('bob'), address('alice')]],
      ])
      await client.disconnect()
      await client.connect({ connectorId: 'other' })
      expect(events.splice(0)).toEqual([
        ['accountsChanged', []],
        ['disconnect', expect.objectContaining({ code: 4900 })],
        ['connect', { chainId }],
        ['accountsChanged', [address('alice'), address('bob')]],
      ])

      for (const [at, event] of named.entries()) provider.removeListener(event, listeners[at]!)
      await client.connect({ connectorId: 'keys' })
      await client.disconnect()
      expect(events).toEqual([])
    })

    it('reconnects one connection of two connectors', async () => {
      await client.connect({ connectorId: 'keys' })
      const connectors = ['keys', 'other'].map((connectorId) =>
        latchkeyConnector({ client, connectorId, id: connectorId }),
      )
      const { config } = configOf({}, connectors)
      expect(await reconnect(config)).toMatchObject([{ connector: { id: 'keys' } }])
    })

    it('reports all events to all listeners, even if one throws', async () => {
      const { connector } = configOf()
      await client.connect({ connectorId: 'keys' })
      const provider = (await connector.getProvider()) as ConnectionProvider
      const seen: unknown[] = []
      provider.on('accountsChanged', () => {
        throw new Error('broken')
      })
      provider.on('accountsChanged', (accounts) => seen.push(accounts))
      await client.connect({ connectorId: 'other' })
      expect(seen).toEqual([[address('alice'), address('bob')]])
    })

    it('ends the connection that it made if the visitor declines the network', async () => {
      const { config, connector } = await first()
      other.script.next('wallet_switchEthereumChain', 'reject')
      await expect(connect(config, { connector, chainId: idOf(1) })).rejects.toMatchObject({ code: 4001 })
      expect(client.connections.isConnected('eip155')).toBe(false)
      expect(getAccount(config).status).toBe('disconnected')
    })
  })

  it("reports a rejection with its code, and refuses a network that wagmi's configuration lacks", async () => {
    const { config, connector } = configOf({ connectorId: 'keys' })
    keys.script.next('eth_requestAccounts', 'reject')
    await expect(connect(config, { connector })).rejects.toMatchObject({ code: 4001 })
    await connect(config, { connector })
    keys.script.next('eth_sendTransaction', 'reject')
    const sending = sendTransaction(config, { to: address('carol'), value: 1n })
    await expect(sending).rejects.toMatchObject({ cause: { code: 4001 } })
    expect(count('eth_sendTransaction')).toBe(1)
    await expect(switchChain(config, { chainId: 5 as never })).rejects.toMatchObject({ code: 4902 })
    expect(count('wallet_switchEthereumChain')).toBe(0)
  })
})
