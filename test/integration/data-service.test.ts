import { randomBytes } from 'node:crypto'
import {
  createTestClient,
  encodeAbiParameters,
  erc20Abi,
  getAddress,
  http,
  keccak256,
  publicActions,
  toHex,
  walletActions,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { type Devnet, startDataService } from '../../src/devnet/index.ts'
import { startAnvil } from '../../src/devnet/nodes/anvil.ts'
import { deployToken } from '../../src/devnet/nodes/erc20.ts'
import { dataClient, rowOf } from '../support/data-service.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { receiptOf } from '../support/receipt.ts'

const ether = 10n ** 18n
const someone = () => getAddress(`0x${randomBytes(20).toString('hex')}`)

/** Creates a viem test client for a network. It sends from the named accounts, for which anvil signs. */
function viemOf(network: Pick<ChainNetwork, 'rpcUrls'>) {
  const transport = http(network.rpcUrls.default.http[0])
  return createTestClient({ mode: 'anvil', transport, pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
}
type Chain = ReturnType<typeof viemOf>

const mined = async (chain: Chain, hash: `0x${string}`) => {
  await receiptOf(chain, hash)
  return hash
}
const pay = async (chain: Chain, account: `0x${string}`, to: `0x${string}`, value: bigint) =>
  mined(chain, await chain.sendTransaction({ account, to, value, chain: null }))

describe('the data service with eip155 networks', () => {
  let devnet: Devnet
  let one: Chain
  let service: ReturnType<typeof dataClient>
  let chainId: string
  let otherId: string
  const named = (name: string) => devnet.accounts[name]!.eip155!.address as `0x${string}`
  const token = (symbol: string, chain = chainId) => {
    const { asset } = devnet.tokens.find((each) => each.symbol === symbol && each.asset.startsWith(chain))!
    return asset.slice(asset.lastIndexOf(':') + 1) as `0x${string}`
  }
  const send = async (symbol: string, account: `0x${string}`, to: `0x${string}`, amount: bigint) =>
    mined(
      one,
      await one.writeContract({
        address: token(symbol),
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to, amount],
        account,
        chain: null,
      }),
    )

  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['eip155'], data: true, catalogue: true })
    chainId = devnet.networks[0]!.caipNetworkId
    otherId = devnet.networks[1]!.caipNetworkId
    one = viemOf(devnet.networks[0]!)
    service = dataClient(devnet.data!.url)
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  it('lists the networks that it serves', async () => {
    expect(await service.get('/v1/supported-chains')).toEqual({
      status: 200,
      body: { http: [chainId, otherId], ws: [] },
    })
  })

  it('returns the balances that viem reads, with their prices and images', async () => {
    const account = someone()
    await pay(one, named('alice'), account, 1_500_000_000_000_000_001n)
    await send('tUSD', named('alice'), account, 2_500_000n)
    const [native, dollars, ...others] = await service.balances(account, chainId)
    expect(others).toEqual([])
    expect(native).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      chainId,
      value: 3750,
      price: 2500,
      quantity: { decimals: '18', numeric: '1.500000000000000001' },
      iconUrl: `${devnet.catalogue!.url}/public/getTokenImage/dev-ETH`,
    })
    expect(dollars).toMatchObject({
      name: 'Test Dollar',
      symbol: 'tUSD',
      address: `${chainId}:${token('tUSD').toLowerCase()}`,
      value: 2.5,
      price: 1,
      quantity: { decimals: '6', numeric: '2.5' },
    })
    expect(await one.getBalance({ address: account })).toBe(1_500_000_000_000_000_001n)
    expect(
      await one.readContract({
        address: token('tUSD'),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
      }),
    ).toBe(2_500_000n)
    expect((await fetch(native!.iconUrl)).headers.get('content-type')).toBe('image/svg+xml')
  })

  it('shows the balance of a known token that arrived without an event', async () => {
    const account = someone()
    // The contract stores its balances in the map of its third slot.
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, 3n]))
    await one.setStorageAt({ address: token('LKT'), index: slot, value: toHex(ether, { size: 32 }) })
    expect(await service.balances(account, chainId)).toMatchObject([
      { symbol: 'ETH' },
      { symbol: 'LKT', quantity: { numeric: '1' } },
    ])
  })

  it('returns the balances on every network of the family if the request names no network', async () => {
    const balances = await service.balances(named('ivan'))
    expect(balances.map(({ symbol, chainId: on }) => `${symbol} ${on}`)).toEqual([
      `ETH ${chainId}`,
      `LKT ${chainId}`,
      `tUSD ${chainId}`,
      `ETH ${otherId}`,
      `LKT ${otherId}`,
      `tUSD ${otherId}`,
    ])
  })

  it('lists a transfer in the history of both accounts', async () => {
    const [payer, receiver] = [someone(), someone()]
    await one.impersonateAccount({ address: payer })
    await pay(one, named('bob'), payer, 3n * ether)
    const hash = await pay(one, payer, receiver, ether)
    const { timestamp } = await one.getBlock()
    const [row] = (await service.history(payer, chainId)).data
    expect(row).toEqual({
      id: hash,
      metadata: {
        operationType: 'send',
        hash,
        chain: chainId,
        minedAt: new Date(Number(timestamp) * 1000).toISOString(),
        sentFrom: payer.toLowerCase(),
        sentTo: receiver.toLowerCase(),
        status: 'confirmed',
        nonce: 0,
      },
      transfers: [
        {
          fungible_info: {
            name: 'Ether',
            symbol: 'ETH',
            icon: { url: `${devnet.catalogue!.url}/public/getTokenImage/dev-ETH` },
          },
          direction: 'out',
          quantity: { numeric: '1' },
          value: 2500,
          price: 2500,
        },
      ],
    })
    expect((await service.history(receiver)).data.map(rowOf)).toEqual(['receive confirmed +1 ETH'])
  })

  it('distinguishes transfers, approvals, deployments, calls and failures', async () => {
    const account = someone()
    await one.impersonateAccount({ address: account })
    await pay(one, named('carol'), account, 10n * ether)
    await send('LKT', named('carol'), account, 5n * ether)
    await send('LKT', account, named('carol'), 2n * ether)
    await send('LKT', account, account, ether)
    const approve = {
      address: token('tUSD'),
      abi: erc20Abi,
      functionName: 'approve',
      account,
      chain: null,
    } as const
    await mined(one, await one.writeContract({ ...approve, args: [named('carol'), 7_000_000n] }))
    await mined(
      one,
      await one.sendTransaction({ account, data: '0x6001600c60003960016000f300', chain: null }),
    )
    await mined(
      one,
      await one.sendTransaction({ account, to: token('LKT'), data: '0x18160ddd', chain: null }),
    )
    const failing = {
      address: token('LKT'),
      abi: erc20Abi,
      functionName: 'transfer',
      account,
      chain: null,
    } as const
    await mined(
      one,
      await one.writeContract({ ...failing, args: [named('carol'), 99n * ether], gas: 100_000n }),
    )
    await pay(one, account, account, 0n)
    expect((await service.history(account, chainId)).data.map(rowOf)).toEqual([
      'cancel confirmed -0 ETH',
      'send failed -99 LKT',
      'execute confirmed -0 ETH',
      'deploy confirmed -0 ETH',
      'approve confirmed =7 tUSD',
      'send confirmed =1 LKT',
      'send confirmed -2 LKT',
      'receive confirmed +5 LKT',
      'receive confirmed +10 ETH',
    ])
  })

  it('lists pending transactions first, and each transaction only once', async () => {
    const account = someone()
    await one.impersonateAccount({ address: account })
    await pay(one, named('dave'), account, 2n * ether)
    await one.setAutomine(false)
    try {
      const hash = await one.sendTransaction({ account, to: named('dave'), value: ether, chain: null })
      const calls = { address: token('tUSD'), abi: erc20Abi, account, chain: null } as const
      await one.writeContract({ ...calls, functionName: 'approve', args: [named('dave'), 7_000_000n] })
      const waiting = await service.history(account, chainId)
      expect(waiting.data.map(rowOf)).toEqual([
        'approve pending =7 tUSD',
        'send pending -1 ETH',
        'receive confirmed +2 ETH',
      ])
      expect(waiting.data[1]!.id).toBe(hash)
      await one.mine({ blocks: 1 })
      expect((await service.history(account, chainId)).data.map(rowOf)).toEqual([
        'approve confirmed =7 tUSD',
        'send confirmed -1 ETH',
        'receive confirmed +2 ETH',
      ])
    } finally {
      await one.setAutomine(true)
    }
  })

  it('returns pages with a cursor that stays valid when a new transaction is mined', async () => {
    const account = someone()
    const paged = await startDataService({ networks: devnet.networks, tokens: devnet.tokens, pageSize: 2 })
    try {
      const client = dataClient(paged.url)
      for (const value of [1n, 2n, 3n, 4n, 5n]) await pay(one, named('erin'), account, value * ether)
      const first = await client.history(account, chainId)
      await pay(one, named('erin'), account, 6n * ether)
      const second = await client.history(account, chainId, first.next!)
      const third = await client.history(account, chainId, second.next!)
      expect([first, second, third].map(({ data }) => data.map(rowOf))).toEqual([
        ['receive confirmed +5 ETH', 'receive confirmed +4 ETH'],
        ['receive confirmed +3 ETH', 'receive confirmed +2 ETH'],
        ['receive confirmed +1 ETH'],
      ])
      expect(third.next).toBeNull()
    } finally {
      await paged.stop()
    }
  })

  it('returns the same answers after a restart on the same chain', async () => {
    const again = await startDataService({
      networks: devnet.networks,
      tokens: devnet.tokens,
      pictures: devnet.catalogue!.url,
    })
    try {
      for (const name of ['alice', 'carol']) {
        const other = dataClient(again.url)
        const known = await service.history(named(name))
        expect(known.data.length).toBeGreaterThan(1)
        expect(await other.history(named(name))).toEqual(known)
        expect(await other.balances(named(name))).toEqual(await service.balances(named(name)))
      }
    } finally {
      await again.stop()
    }
  })

  it("answers concurrent requests, each with the chain's state at the time of the request", async () => {
    const account = someone()
    const counts: number[] = []
    for (let count = 1; count <= 5; count++) {
      const running = service.history(account)
      await pay(one, named('frank'), account, 1n)
      counts.push((await service.history(account)).data.length)
      await running
    }
    expect(counts).toEqual([1, 2, 3, 4, 5])
  })

  it("returns prices in the requested order, also for the native token's placeholder address", async () => {
    const eth = `${chainId}:0x${'e'.repeat(40)}`
    const addresses = [`${chainId}:${token('tUSD')}`, `${chainId}:${someone()}`, eth]
    const { body } = await service.post('/v1/fungible/price', { currency: 'usd', addresses, projectId: 'p' })
    expect(body.fungibles).toMatchObject([
      { name: 'Test Dollar', symbol: 'tUSD', price: 1 },
      { name: '', symbol: '', iconUrl: '', price: 0 },
      { name: 'Ether', symbol: 'ETH', price: 2500 },
    ])
  })

  it('returns prices in a currency whose rate it knows, and no prices in another currency', async () => {
    const priced = async (currency: string) => {
      const addresses = [`${chainId}:${token('tUSD')}`]
      const asked = { currency, addresses, projectId: 'p' }
      const { body } = await service.post('/v1/fungible/price', asked)
      return [body.currency, body.fungibles[0].price]
    }
    expect(await priced('eur')).toEqual(['eur', 0.5])
    expect(await priced('gbp')).toEqual(['usd', 0])
  })

  it('returns no price for an unknown token with a known symbol', async () => {
    const account = someone()
    const holders = [account]
    const url = devnet.nodes[0]!.url
    await deployToken(url, { name: 'Fake', symbol: 'tUSD', decimals: 2, amountEach: 12_345n, holders })
    const found = (await service.balances(account, chainId)).find(({ symbol }) => symbol === 'tUSD')
    expect(found).toMatchObject({ name: 'Fake', price: 0, iconUrl: '', quantity: { numeric: '123.45' } })
    expect(found).not.toHaveProperty('value')
    expect((await service.history(account)).data.map(rowOf)).toEqual(['mint confirmed +123.45 tUSD'])
  })
})

describe('the data service with a chain that changes', () => {
  const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

  /**
   * Starts a separate node, which one test can revert, reorganize and stop. Also creates a new account on this node.
   */
  async function changing() {
    const node = await startAnvil(31399, {})
    onTestFinished(() => node.stop())
    const network: ChainNetwork = {
      id: 31399,
      caipNetworkId: 'eip155:31399',
      chainNamespace: 'eip155',
      name: 'Changing',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [node.url] } },
    }
    const service = await startDataService({ networks: [network], tokens: [], projectIds: ['ours'] })
    onTestFinished(() => service.stop())
    const account = someone()
    const history = () => dataClient(service.url).get(`/v1/account/${account}/history`, { projectId: 'ours' })
    return {
      ...{ node, account, history, chain: viemOf(network) },
      rows: async () => (await history()).body.data.map(rowOf),
    }
  }

  it('forgets the blocks that evm_revert removed, and reads the blocks that replaced them', async () => {
    const { chain, account, rows } = await changing()
    await pay(chain, alice, account, ether)
    const id = await chain.snapshot()
    await pay(chain, alice, account, 2n * ether)
    await pay(chain, alice, account, 3n * ether)
    expect(await rows()).toHaveLength(3)
    await chain.revert({ id })
    expect(await rows()).toEqual(['receive confirmed +1 ETH'])
    await pay(chain, alice, account, 4n * ether)
    await pay(chain, alice, account, 5n * ether)
    expect(await rows()).toEqual([
      'receive confirmed +5 ETH',
      'receive confirmed +4 ETH',
      'receive confirmed +1 ETH',
    ])
  })

  it('reads replaced blocks again after a reorganization', async () => {
    const { chain, account, rows } = await changing()
    await pay(chain, alice, account, 5n * ether)
    await pay(chain, alice, account, 6n * ether)
    expect((await rows())[0]).toBe('receive confirmed +6 ETH')
    await chain.request({ method: 'anvil_reorg', params: [1, []] } as never)
    expect((await rows())[0]).toBe('receive confirmed +5 ETH')
  })

  it('reads everything again after anvil_reset, including the names of tokens', async () => {
    const { node, chain, account, rows } = await changing()
    const called = async (symbol: string) => {
      const holders = [account]
      await deployToken(node.url, { name: 'Token', symbol, decimals: 0, amountEach: 5n, holders })
      return (await rows())[0]
    }
    expect(await called('ONE')).toBe('mint confirmed +5 ONE')
    await chain.request({ method: 'anvil_reset', params: [] } as never)
    expect(await called('TWO')).toBe('mint confirmed +5 TWO')
    await chain.request({ method: 'anvil_reset', params: [] } as never)
    expect(await rows()).toEqual([])
    await chain.mine({ blocks: 300 })
    await pay(chain, alice, account, 7n * ether)
    expect(await rows()).toEqual(['receive confirmed +7 ETH'])
  })

  it("answers with an error that contains the node's name when the node is down", async () => {
    const { node, history } = await changing()
    await node.stop()
    const { status, body } = await history()
    expect(status).toBe(502)
    expect(body).toMatchObject({ status: 'FAILED', reasons: [{ name: 'node' }] })
  })
})
