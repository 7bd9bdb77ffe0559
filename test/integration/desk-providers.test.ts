import type { ServerResponse } from 'node:http'
import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceNetwork } from '../../src/core/wallet/wallet-service.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { ankr } from '../../src/providers/ankr/index.ts'
import { blockscout } from '../../src/providers/blockscout/index.ts'
import { coingecko } from '../../src/providers/coingecko/index.ts'
import { defillama } from '../../src/providers/defillama/index.ts'
import { type OwnNodes, ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { accountWorld } from '../support/account-world.ts'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { deskNetworks } from '../support/desk-networks.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { loopback } from '../support/loopback.ts'
import { deployNfts } from '../support/nft-contracts.ts'
import { receiptOf } from '../support/receipt.ts'

const picture = 'data:image/svg+xml;base64,PHN2Zy8+'
const key = 'KEY-OF-THE-SERVER'
/** The key of an account that has received an NFT and 5 units of a token, and has sent 1 unit of the native coin. */
const secret = generatePrivateKey()
const owner = privateKeyToAddress(secret)
let devnet: Devnet
let services: DevProviders
let desk: RunningDesk
let ankrDesk: RunningDesk
const closing: (() => unknown)[] = []

const here = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
const token = () =>
  devnet.tokens.find(({ asset, symbol }) => symbol === 'tUSD' && asset.startsWith(here().caipNetworkId))!
    .asset
const providersOf = ({
  blockscout: url,
  coingecko: prices,
  defillama: more,
  pricedNetworks: networks,
}: DevProviders) => [
  blockscout({ url }),
  coingecko({ url: prices, networks, key }),
  defillama({ url: more, networks }),
]
const withAnkr = ({
  ankr: url,
  ankrBlockchains: blockchains,
  coingecko: prices,
  pricedNetworks,
}: DevProviders) => [
  ankr({ url, blockchains, key }),
  coingecko({ url: prices, networks: pricedNetworks, key }),
]
const networks = () => deskNetworks(devnet)
const served = (more: Partial<OwnNodes>) =>
  ownNodesHandler({ networks: networks(), now: Date.now, onLeftOut: () => {}, ...more })

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  const metadata = await loopback((_, response) =>
    response.end(JSON.stringify({ name: 'Light', description: 'A light', image: picture })),
  )
  closing.push(metadata.close)
  const { chain, mint } = await deployNfts(here().rpcUrls.default.http[0]!, metadata.url)
  await chain.setBalance({ address: owner, value: parseEther('10') })
  await mint(owner)
  const send = async (account: Hex, to: Hex, call: { readonly data?: Hex; readonly value?: bigint }) => {
    await chain.impersonateAccount({ address: account })
    const hash = await chain.sendTransaction({ account, to, chain: null, ...call })
    await receiptOf(chain, hash)
    await chain.stopImpersonatingAccount({ address: account })
  }
  const { alice, bob } = devnet.accounts
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [owner, 5_000_000n] })
  await send(alice!.eip155!.address as Hex, token().split(':').at(-1) as Hex, { data })
  await send(owner, bob!.eip155!.address as Hex, { value: parseEther('1') })
  services = await startProviders(devnet)
  desk = await startDesk({ data: await served({ providers: providersOf(services) }) })
  ankrDesk = await startDesk({ data: await served({ providers: withAnkr(services) }) })
}, leaseTimeout)
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await desk?.stop()
  await ankrDesk?.stop()
  await services?.stop()
  await devnet?.stop()
})

describe.each([
  ['a client with providers', () => ({ providers: providersOf(services) })],
  [
    'a client whose server uses providers',
    () => ({ projectId: 'app', endpoints: { data: desk.services.url } }),
  ],
  ['a client with Ankr', () => ({ providers: withAnkr(services) })],
  [
    'a client whose server uses Ankr',
    () => ({ projectId: 'app', endpoints: { data: ankrDesk.services.url } }),
  ],
])('%s', (_kind, options) => {
  it('shows the history, the NFTs, and the balances with their value', async () => {
    const { latchkey, alice: account, dispose } = await accountWorld(devnet, { ...options(), secret })
    closing.push(dispose)
    const { value } = await (await latchkey.adapter('eip155')).getBalance(account)

    await latchkey.portfolio.refresh()
    const { balances, error, total } = latchkey.portfolio.state
    expect(error).toBeUndefined()
    expect(balances).toMatchObject([
      { amount: { value, decimals: 18, symbol: here().nativeCurrency.symbol }, price: 2500 },
      {
        asset: expect.stringMatching(new RegExp(`^${token()}$`, 'i')),
        amount: { value: 5_000_000n, decimals: 6, symbol: 'tUSD' },
        price: 1,
      },
    ])
    expect(total).toBeCloseTo((Number(value) / 1e18) * 2500 + 5, 2)

    await latchkey.activity.load()
    expect(latchkey.activity.state.error).toBeUndefined()
    expect(latchkey.activity.state.transactions).toMatchObject([
      {
        ...{ operation: 'send', status: 'confirmed', network: here().caipNetworkId },
        from: owner.toLowerCase(),
        transfers: [{ direction: 'out', quantity: '1', symbol: here().nativeCurrency.symbol }],
      },
      { operation: 'receive', transfers: [{ direction: 'in', quantity: '5', symbol: 'tUSD' }] },
    ])

    await latchkey.portfolio.loadNfts()
    expect(latchkey.portfolio.state.nfts).toMatchObject({
      error: undefined,
      items: [{ name: 'Light', nft: { standard: 'erc721', collection: 'Lighthouses', imageUrl: picture } }],
    })
  })
})

const ask = async (data: Awaited<ReturnType<typeof served>>, path: string, more: object = {}) => {
  const url = new URL(`${path}projectId=app`, 'http://service')
  return data({ method: 'GET', url, body: '', ...more })
}
const balancePath = () => `/v1/account/${owner}/balance?currency=usd&chainId=${here().caipNetworkId}&`

describe('a server with providers', () => {
  it('returns no prices to a client that wants prices in euros', async () => {
    const { latchkey, dispose } = await accountWorld(devnet, {
      ...{ projectId: 'app', endpoints: { data: desk.services.url }, currency: 'eur', secret },
    })
    closing.push(dispose)
    await latchkey.portfolio.refresh()
    const { balances, error, total } = latchkey.portfolio.state
    expect(error).toBeUndefined()
    expect(balances.map(({ amount, price }) => [amount.symbol, price])).toEqual([
      [here().nativeCurrency.symbol, undefined],
      ['tUSD', undefined],
    ])
    expect(total).toBeUndefined()
  })

  it("sends its key to the provider, but neither the key nor a provider's URL to clients", async () => {
    const answers = await Promise.all(
      ['balance', 'history', 'nfts'].map(async (part) =>
        (
          await fetch(
            `${desk.services.url}/v1/account/${owner}/${part}?chainId=${here().caipNetworkId}&projectId=app`,
          )
        ).text(),
      ),
    )
    expect(services.requests.some((path) => path.includes(`x_cg_demo_api_key=${key}`))).toBe(true)
    expect(answers.join()).toContain('tUSD')
    for (const hidden of [key, new URL(services.coingecko).host]) expect(answers.join()).not.toContain(hidden)
  })

  it('sends its key to Ankr in the path of the URL, but not to clients', async () => {
    const before = services.requests.filter((path) => path === `/ankr/${key}`).length
    const query = `chainId=${here().caipNetworkId}&projectId=app`
    const url = `${ankrDesk.services.url}/v1/account/${owner}/history?${query}`
    expect(await (await fetch(url)).text()).not.toContain(key)
    expect(services.requests.filter((path) => path === `/ankr/${key}`).length).toBeGreaterThan(before)
  })

  it("lists a network that the server can't index if a provider covers the network", async () => {
    const leftOut: string[] = []
    const onLeftOut = (id: string) => void leftOut.push(id)
    const gone: ServiceNetwork = { ...networks()[0]!, id: 'eip155:2', rpcUrl: 'http://127.0.0.1:9' }
    const data = await served({
      ...{ networks: [...networks(), gone], onLeftOut },
      providers: providersOf(services),
    })
    expect(leftOut).toEqual(['eip155:2'])
    const { body } = await ask(data, '/v1/supported-chains?')
    expect(JSON.parse(body).http).toEqual(networks().map(({ id }) => id))
  })

  it('returns prices of tokens by their address', async () => {
    const data = await served({ providers: providersOf(services) })
    const eee = `0x${'e'.repeat(40)}`
    const contract = token().split(':').at(-1)
    const addresses = [contract, eee, owner].map((address) => `${here().caipNetworkId}:${address}`)
    const url = new URL('http://service/v1/fungible/price')
    const body = JSON.stringify({ projectId: 'app', currency: 'usd', addresses })
    const answer = await data({ method: 'POST', url, body })
    expect(JSON.parse(answer.body).fungibles.map(({ price }: { price: number }) => price)).toEqual([
      1, 2500, 0,
    ])
  })

  it.each([
    [
      "with status 429 and the provider's pause if the provider is busy",
      429,
      { 'retry-after': '60' },
      429,
      '60',
    ],
    ['with status 502 if the provider fails', 403, {}, 502, undefined],
  ] as const)('answers %s', async (_what, status, headers, expected, retryAfter) => {
    const busy = await loopback((_, response: ServerResponse) =>
      response.writeHead(status, headers).end(`{"message":"${key} is wrong"}`),
    )
    closing.push(busy.close)
    const failures: string[] = []
    const data = await served({
      providers: [blockscout({ url: { [here().caipNetworkId]: busy.url } })],
      onProviderFailure: (message) => void failures.push(message),
    })
    const answers = [await ask(data, balancePath()), await ask(data, balancePath())]
    for (const answer of answers) {
      expect(answer.status).toBe(expected)
      expect(answer.retryAfter).toBe(retryAfter)
      expect(answer.body).not.toContain(key)
      expect(answer.body).not.toContain(busy.host)
    }
    // Each request fails, but the log gets at most one entry per minute.
    expect(failures).toEqual(['blockscout failed'])
  })

  it.each([
    ['an address of another family', `/v1/account/${'1'.repeat(40)}/balance?`],
    ['an address that would lead to another path', `/v1/account/..%2F..%2Fblocks/balance?`],
    ['a cursor of another account', `/v1/account/${owner}/history?cursor=0:%7B%22account%22%3A%220x1%22%7D&`],
    ['an invalid cursor', `/v1/account/${owner}/history?cursor=abc&`],
    ['a cursor that is too long', `/v1/account/${owner}/nfts?cursor=0:${'a'.repeat(2100)}&`],
  ])('answers a request with status 400 if the request has %s', async (_what, path) => {
    const data = await served({ providers: providersOf(services) })
    const before = services.requests.length
    expect(await ask(data, `${path}chainId=${here().caipNetworkId}&`)).toMatchObject({ status: 400 })
    // The provider got only the request that checks the network.
    expect(services.requests.slice(before).filter((path) => !path.includes('/blocks/'))).toEqual([])
  })

  it("counts a request to a provider as twenty calls in the client's limit", async () => {
    const data = await served({ providers: providersOf(services) })
    const spent: number[] = []
    await ask(data, balancePath(), { spend: (calls: number) => void spent.push(calls) })
    expect(spent).toEqual([20])
  })
})
