import { randomBytes } from 'node:crypto'
import {
  Contract,
  ContractFactory,
  getAddress,
  Interface,
  JsonRpcProvider,
  verifyMessage,
  verifyTypedData,
  Wallet,
} from 'ethers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eip155Adapter } from '../../src/adapters/eip155/adapter.ts'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { externalConnector } from '../../src/connectors/external.ts'
import type { CaipAddress, CaipAssetId, CaipNetworkId } from '../../src/core/chain/caip.ts'
import { caipAddress } from '../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { Connection } from '../../src/core/wallet/connection.ts'
import type { Connector } from '../../src/core/wallet/connector.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { JsonRpcPort } from '../../src/ports.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createEip155Wallet, type Eip155Wallet } from '../../src/testing/wallets/eip155.ts'
import { createRpcPool } from '../../src/transport/json-rpc/rpc-pool.ts'
import { polled } from '../support/async.ts'
import { bareToken } from '../support/contracts/bare-token.ts'
import { silentToken } from '../support/contracts/silent-token.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { mailTypedData } from '../support/mail-typed-data.ts'

type Id = CaipNetworkId<'eip155'>
const platform = memoryPlatform({ clock: systemClock, fetch: (input, init) => fetch(input, init) })
let devnet: Devnet
let one: ChainNetwork<'eip155'>
let two: ChainNetwork<'eip155'>
let wallet: Eip155Wallet
let connector: Connector
let adapter: ChainAdapter<'eip155'>
let connection: Connection<'eip155'>
let alice: CaipAddress<'eip155'>
let node: JsonRpcProvider

const bob = () => devnet.accounts.bob?.eip155?.address ?? ''
const urlOf = (network: string) => devnet.nodes.find((one) => one.network === network)?.url ?? ''

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  ;[one, two] = devnet.networks as [ChainNetwork<'eip155'>, ChainNetwork<'eip155'>]
  node = new JsonRpcProvider(urlOf(one.caipNetworkId), undefined, { cacheTimeout: -1, staticNetwork: true })
}, leaseTimeout)
afterAll(async () => {
  node?.destroy()
  await devnet?.stop()
})

const ports = new Map<string, JsonRpcPort>()
const rpc = (network: CaipNetworkId): JsonRpcPort => {
  const known = ports.get(network)
  if (known) return known
  const { clock, log, fetch } = platform
  const port = createRpcPool({ urls: [urlOf(network)], fetch, clock, log })
  ports.set(network, port)
  return port
}

beforeEach(async () => {
  wallet = createEip155Wallet({
    privateKeys: [devnet.accounts.alice?.eip155?.secret ?? ''],
    chains: devnet.nodes.map(({ network, url }) => ({ id: Number(network.slice(7)), rpcUrl: url })),
  })
  const context = { ...platform, networks: devnet.networks }
  connector = externalConnector({ id: 'test', name: 'Test Wallet', provider: wallet.provider })(context)
  adapter = await eip155().create({
    ...context,
    endpoints: (id) => [urlOf(id)],
    rpc,
    http: () => ({}) as never,
  })
  connection = await adapter.connect({ connector, network: one })
  alice = caipAddress(one.caipNetworkId, connection.accounts[0].address)
})

const mined = (hash: string, network: Id = one.caipNetworkId) =>
  polled(async () => {
    const status = await adapter.getTransactionStatus(network, { hash })
    return status.phase === 'pending' || status.phase === 'unknown' ? undefined : status
  }, 'the transaction is mined')

describe('the eip155 adapter on anvil', () => {
  it('connects through a provider that the host supplies', () => {
    expect(connection).toMatchObject({
      id: 'eip155:test',
      connectorId: 'test',
      accounts: [{ namespace: 'eip155', address: devnet.accounts.alice?.eip155?.address, type: 'eoa' }],
    })
    expect(connection.network).toBe(one)
  })

  it('reads the native balance to the wei', async () => {
    expect(await adapter.getBalance(alice)).toEqual({
      value: await node.getBalance(connection.accounts[0].address),
      decimals: 18,
      symbol: 'ETH',
    })
  })

  it('sends the native token, and changes the balances by exactly the amount and the fee', async () => {
    const carol = devnet.accounts.carol?.eip155?.address ?? ''
    const before = [(await adapter.getBalance(alice)).value, await node.getBalance(carol)] as const
    const sent: string[] = []
    adapter.on('transactionSent', ({ hash }) => sent.push(hash))
    const { hash } = await adapter.send({ from: alice, to: carol, amount: 12345n })
    const status = await mined(hash)
    expect(status).toMatchObject({ phase: 'confirmed', confirmations: 1 })
    if (status.phase !== 'confirmed') throw new Error()
    expect(status.fee).toBe((await node.getTransactionReceipt(hash))?.fee)
    expect(Math.abs((status.at ?? 0) - Date.now())).toBeLessThan(3600_000)
    expect(await node.getBalance(carol)).toBe(before[1] + 12345n)
    expect((await adapter.getBalance(alice)).value).toBe(before[0] - 12345n - (status.fee ?? 0n))
    expect(sent).toEqual([hash])
    expect(wallet.script.requests.find(({ method }) => method === 'eth_sendTransaction')?.params).toEqual([
      { from: connection.accounts[0].address, to: carol, value: '0x3039', chainId: '0x7a69' },
    ])
  })

  it("sends an amount of an ERC-20 token in the token's smallest unit", async () => {
    const token = devnet.tokens.find(
      ({ symbol, asset }) => symbol === 'tUSD' && asset.startsWith(one.caipNetworkId),
    )
    const asset = token?.asset as CaipAssetId<'eip155'>
    const receiver = caipAddress(one.caipNetworkId, bob())
    const before = await adapter.getBalance(receiver, asset)
    expect(before).toMatchObject({ decimals: 6, symbol: 'tUSD' })
    await mined((await adapter.send({ from: alice, to: bob(), amount: 2_500_001n, asset })).hash)
    expect((await adapter.getBalance(receiver, asset)).value).toBe(before.value + 2_500_001n)
  })

  it.each(['revert', 'stop'] as const)(
    'marks a balance as raw, in the smallest unit, if the token lacks `decimals` and calls of unknown functions %s',
    async (otherwise) => {
      const contract = getAddress(`0x${randomBytes(20).toString('hex')}`)
      const asset = `${one.caipNetworkId}/erc20:${contract}` as const
      await expect(adapter.getBalance(alice, asset)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
      await node.send('anvil_setCode', [contract, bareToken('OLD', otherwise)])
      const balance = await adapter.getBalance(alice, asset)
      expect(balance).toEqual({ value: 1000n, decimals: 0, raw: true, symbol: 'OLD' })
      const { hash } = await adapter.send({ from: alice, to: bob(), amount: 7n, asset })
      expect(await mined(hash)).toMatchObject({ phase: 'confirmed' })
      const { data } = (await node.getTransaction(hash))!
      expect(data.slice(-64)).toBe(7n.toString(16).padStart(64, '0'))
    },
  )

  it('signs a message, and another library verifies it', async () => {
    const { signature, encoding, scheme } = await adapter.signMessage(alice, 'Grüße ☕')
    expect([encoding, scheme]).toEqual(['hex', 'eip191'])
    expect(verifyMessage('Grüße ☕', signature)).toBe(connection.accounts[0].address)
  })

  it('signs a text that looks like hex as text, and signs bytes unchanged', async () => {
    const text = await adapter.signMessage(alice, '0xdeadbeef')
    expect(verifyMessage('0xdeadbeef', text.signature)).toBe(connection.accounts[0].address)
    const bytes = Uint8Array.of(0xde, 0xad, 0xbe, 0xef)
    const raw = await adapter.signMessage(alice, bytes)
    expect(verifyMessage(bytes, raw.signature)).toBe(connection.accounts[0].address)
  })

  it('signs typed data, and another library verifies it', async () => {
    const data = mailTypedData(31337)
    const { signature, scheme } = (await adapter.signTypedData?.(alice, data)) ?? {}
    expect(scheme).toBe('eip712')
    expect(verifyTypedData(data.domain, data.types, data.message, signature ?? '')).toBe(
      connection.accounts[0].address,
    )
  })

  it('switches between the networks, and sends on the current network', async () => {
    const moves: string[] = []
    adapter.on('networkChanged', ({ network }) => moves.push(network.caipNetworkId))
    expect(await adapter.switchNetwork(connection.id, two)).toBe(two)
    expect(wallet.chainId).toBe(31338)
    expect(adapter.connections()[0]?.network).toBe(two)
    const there = caipAddress(two.caipNetworkId, connection.accounts[0].address)
    const { hash } = await adapter.send({ from: there, to: bob(), amount: 1n })
    expect(await mined(hash, two.caipNetworkId)).toMatchObject({ phase: 'confirmed' })
    await adapter.switchNetwork(connection.id, one)
    await expect
      .poll(() => moves, { message: 'both switches are reported' })
      .toEqual([two.caipNetworkId, one.caipNetworkId])
  })

  it('adds a network that the wallet does not know, and switches to this network', async () => {
    wallet = createEip155Wallet({
      privateKeys: [devnet.accounts.alice?.eip155?.secret ?? ''],
      chains: [{ id: 31337, rpcUrl: urlOf(one.caipNetworkId) }],
    })
    const context = { ...platform, networks: devnet.networks }
    const other = externalConnector({ id: 'other', name: 'Other', provider: wallet.provider })(context)
    const { id } = await adapter.connect({ connector: other, network: one })
    expect(await adapter.switchNetwork(id, two)).toBe(two)
    expect(wallet.script.requests.map(({ method }) => method).slice(-4)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'eth_chainId',
      'eth_chainId',
    ])
  })

  it("estimates a fee that is at least as high as the transfer's cost", async () => {
    const params = { from: alice, to: bob(), amount: 1n }
    const { total, detail } = await adapter.estimateFee(params)
    expect(total).toEqual({ value: detail.gas * detail.maxFeePerGas, decimals: 18, symbol: 'ETH' })
    expect(detail.gas).toBe(21000n)
    const status = await mined((await adapter.send(params)).hash)
    const fee = 'fee' in status ? (status.fee ?? 0n) : 0n
    expect(fee).toBeGreaterThan(0n)
    expect(fee).toBeLessThanOrEqual(total.value)
  })

  it('reports a reverted transaction as failed, with the reason and the fee', async () => {
    const token = devnet.tokens[0]
    const address = token?.asset.split(':').at(-1) ?? ''
    const data = new Interface(['function transferFrom(address,address,uint256)']).encodeFunctionData(
      'transferFrom',
      [bob(), connection.accounts[0].address, 1n],
    )
    const { hash } = (await adapter.sendTransaction?.(alice, {
      to: address as `0x${string}`,
      data: data as `0x${string}`,
      gas: 200_000n,
    })) ?? { hash: '' }
    const status = await mined(hash)
    expect(status.phase).toBe('failed')
    expect(status).toMatchObject({
      fee: expect.any(BigInt),
      reason: expect.stringMatching(/^The contract reverted the call: /),
    })
  })

  it('executes several calls as a batch', async () => {
    const receiver = Wallet.createRandom().address
    const { id } = (await adapter.sendBatch?.(alice, [
      { to: receiver as `0x${string}`, value: 1n },
      { to: receiver as `0x${string}`, value: 2n },
    ])) ?? { id: '' }
    await expect
      .poll(() => adapter.getBatchStatus?.(one.caipNetworkId, id), { message: 'the batch is confirmed' })
      .toMatchObject({ phase: 'confirmed' })
    expect(await node.getBalance(receiver)).toBe(3n)
    expect(await adapter.getBatchStatus?.(one.caipNetworkId, 'no-such-batch')).toEqual({ phase: 'unknown' })
  })

  it('sends a token whose transfer returns nothing', async () => {
    const signer = new Wallet(devnet.accounts.alice?.eip155?.secret ?? '', node)
    const factory = new ContractFactory(silentToken.abi, silentToken.bytecode, signer)
    const contract = await (await factory.deploy(1_000n)).waitForDeployment()
    const asset = `${one.caipNetworkId}/erc20:${await contract.getAddress()}` as CaipAssetId<'eip155'>
    expect(await adapter.getBalance(alice, asset)).toEqual({ value: 1_000n, decimals: 6, symbol: 'SILENT' })
    await mined((await adapter.send({ from: alice, to: bob(), amount: 400n, asset })).hash)
    const read = new Contract(await contract.getAddress(), silentToken.abi, node)
    expect(await read.balanceOf?.(bob())).toBe(400n)
  })

  it('refuses a token at an address without a contract', async () => {
    const asset = `${one.caipNetworkId}/erc20:${bob()}` as CaipAssetId<'eip155'>
    await expect(adapter.getBalance(alice, asset)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
    wallet.script.clearRequests()
    await expect(adapter.send({ from: alice, to: bob(), amount: 1n, asset })).rejects.toMatchObject({
      code: 'rpc/invalid-value',
    })
    expect(wallet.script.count('eth_sendTransaction')).toBe(0)
  })

  it('reports an unknown transaction as unknown', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    expect(await adapter.getTransactionStatus(one.caipNetworkId, { hash })).toEqual({ phase: 'unknown' })
  })

  it('counts the confirmations of a transaction until the transaction is finalized', async () => {
    const { hash } = await adapter.send({ from: alice, to: bob(), amount: 1n })
    await mined(hash)
    await node.send('anvil_mine', ['0x4'])
    expect(await adapter.getTransactionStatus(one.caipNetworkId, { hash })).toMatchObject({
      phase: 'confirmed',
      confirmations: 5,
    })
    await node.send('anvil_mine', ['0x80'])
    expect(await adapter.getTransactionStatus(one.caipNetworkId, { hash })).toMatchObject({
      phase: 'finalized',
    })
  })

  it('reports pending while a transaction waits to be mined', async () => {
    await node.send('evm_setAutomine', [false])
    try {
      const { hash } = await adapter.send({ from: alice, to: bob(), amount: 1n })
      expect(await adapter.getTransactionStatus(one.caipNetworkId, { hash })).toMatchObject({
        phase: 'pending',
      })
      await node.send('evm_mine', [])
      expect((await mined(hash)).phase).toBe('confirmed')
    } finally {
      await node.send('evm_setAutomine', [true])
    }
  })

  it('reconnects after a reload without a prompt, but not after a disconnection', async () => {
    wallet.script.clearRequests()
    const context = { ...platform, networks: devnet.networks }
    const again = externalConnector({ id: 'test', name: 'Test Wallet', provider: wallet.provider })(context)
    const fresh = eip155Adapter(
      { ...context, endpoints: () => [], rpc, http: () => ({}) as never },
      eip155().capabilities,
    )
    const restored = await fresh.reconnect({ connector: again, network: one })
    expect(restored?.accounts).toEqual(connection.accounts)
    expect(wallet.script.requests.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId'])
    await fresh.disconnect(restored?.id ?? '')
    expect(wallet.script.count('wallet_revokePermissions')).toBe(1)
    expect(await fresh.reconnect({ connector: again, network: one })).toBeNull()
  })
})
