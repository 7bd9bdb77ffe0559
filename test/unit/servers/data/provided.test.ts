import { afterEach, describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { DataProvider, DataProviderFactory } from '../../../../src/core/wallet/data-provider.ts'
import type { ServiceNetwork } from '../../../../src/core/wallet/wallet-service.ts'
import { blockscout } from '../../../../src/providers/blockscout/index.ts'
import { coingecko } from '../../../../src/providers/coingecko/index.ts'
import type { Activity, ChainReader } from '../../../../src/servers/data/chain-reader.ts'
import { dataHandler } from '../../../../src/servers/data/data-handler.ts'
import { KnownAssets } from '../../../../src/servers/data/known-assets.ts'
import { NftMetadataReader } from '../../../../src/servers/data/nfts/nft-metadata.ts'
import type { NftReader } from '../../../../src/servers/data/nfts/nft-reader.ts'
import { providedByNodes } from '../../../../src/servers/upstream/provided-by-nodes.ts'
import { fakeService, seconds } from '../../../support/fake-data-services.ts'
import { loopback } from '../../../support/loopback.ts'

const address = `0x${'a'.repeat(40)}`
const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chain = 'eip155:1'
const networks: readonly ServiceNetwork[] = [
  { id: chain, name: 'Ethereum', rpcUrl: 'http://127.0.0.1:9', nativeCurrency: native },
]
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/**
 * Returns readers of a node. The account has three transactions, three NFTs, the native coin and this number
 * of tokens.
 */
function fromNode(tokens: number): { readonly reader: ChainReader; readonly nfts: NftReader } {
  const row = (place: number): Activity => ({
    ...{ hash: `node ${place}`, operation: 'send', seconds: 10, block: 1, place, nonce: 0 },
    ...{ from: address, to: address, status: 'confirmed', movements: [] },
  })
  const held = Array.from({ length: tokens }, (_, at) => ({
    asset: { ...native, address: madeUp(at) },
    amount: 1n,
  }))
  const addressOf = (text: string) => text.toLowerCase()
  return {
    reader: {
      ...{ chain, addressOf },
      holdings: async () => [{ asset: native, amount: 1n }, ...held],
      activity: async () => [3, 2, 1].map(row),
    },
    nfts: {
      ...{ chain, addressOf },
      page: async (_, from = [4, 0, 0]) => ({
        owned: [
          {
            ...{ standard: 'erc721', contract: address, tokenId: BigInt(from[0] - 1), quantity: 1n },
            ...{ collection: '', uri: '' },
          },
        ],
        next: from[0] === 2 ? undefined : [from[0] - 1, 0, 0],
      }),
    },
  }
}
const madeUp = (at: number) => `0x${(at + 1).toString(16).padStart(40, '0')}`

const provider = (made: DataProvider, name = 'test'): DataProviderFactory => ({
  ...{ name, covers: ['balances', 'history', 'nfts'] },
  create: async () => made,
})

async function serve(
  providers: readonly DataProviderFactory[],
  { tokens = 0, failing = [] as string[] } = {},
) {
  let time = 1_000_000
  const now = () => time
  const provided = await providedByNodes(providers, networks, (text) => void failing.push(text), now)
  const { reader, nfts } = fromNode(tokens)
  const answer = dataHandler({
    ...{ readers: [reader], known: new KnownAssets([]), pageSize: 1, nodes: new Map(), provided },
    nfts: { readers: [nfts], metadata: new NftMetadataReader({ now }) },
  })
  const spent: number[] = []
  const spend = (calls: number) => void spent.push(calls)
  async function asked(path: string, body?: object) {
    const url = new URL(path, 'http://service')
    if (body === undefined) {
      url.searchParams.set('projectId', 'app')
      url.searchParams.set('chainId', chain)
    }
    const text = body ? JSON.stringify({ projectId: 'app', ...body }) : ''
    const { status, body: answered } = await answer({ method: body ? 'POST' : 'GET', url, body: text, spend })
    return { status, body: JSON.parse(answered) }
  }
  return {
    spent,
    account: (part: string) => asked(`/v1/account/${address}/${part}`),
    chains: () => asked('/v1/supported-chains'),
    prices: (addresses: readonly string[], currency = 'usd') =>
      asked('/v1/fungible/price', { currency, addresses: addresses.map((one) => `${chain}:${one}`) }),
    pass(ms: number) {
      time += ms
    },
  }
}

/** Starts a fake CoinGecko server that has a price for every token. */
async function priceService() {
  const server = await fakeService({
    '/simple/price': () => ({ ethereum: entry }),
    '/simple/token_price': ({ searchParams }) => {
      const contracts = searchParams.get('contract_addresses')?.split(',') ?? []
      return Object.fromEntries(contracts.map((one) => [one, entry]))
    },
  })
  const entry = { usd: 2, last_updated_at: seconds(Date.now()) }
  closing.push(server.close)
  return { server, source: coingecko({ url: server.url, key: 'test' }) }
}
const uncovered = provider({ serves: async () => false, transactions: async () => undefined })
const covering = provider({
  serves: async () => true,
  balances: async () => [{ ...native, value: 1n, price: 5 }],
  transactions: async () => ({ transactions: [], next: 'more' }),
  nfts: async () => undefined,
})

describe('a server whose providers do not cover the network', () => {
  it.each(['history', 'nfts'])('reads all pages of %s from the node', async (part) => {
    const { account } = await serve([uncovered])
    const found: unknown[] = []
    for (let next: string | null = ''; next !== null; ) {
      const { status, body } = await account(`${part}?cursor=${next}`)
      expect(status).toBe(200)
      found.push(...body.data)
      next = body.next
    }
    expect(found).toHaveLength(3)
  })

  it('answers with status 400 if the cursor is from a provider or too long', async () => {
    const { account } = await serve([uncovered])
    for (const cursor of ['0:more', '7:more', `0:${'a'.repeat(2100)}`])
      for (const part of ['history', 'nfts'])
        expect(await account(`${part}?cursor=${cursor}`)).toMatchObject({
          status: 400,
          body: { reasons: [{ name: 'cursor' }] },
        })
  })

  it('counts the requests as a server without providers does', async () => {
    const { account, spent } = await serve([uncovered])
    for (const part of ['balance', 'history', 'nfts']) await account(part)
    expect(spent).toEqual([20])
  })
})

describe('a request to a provider', () => {
  it("counts toward the client's limit if the provider has no answer", async () => {
    const { account, spent } = await serve([covering])
    for (const part of ['balance', 'history', 'nfts']) await account(part)
    expect(spent).toEqual([20, 20, 20])
  })

  it("counts toward the client's limit if the provider fails", async () => {
    const failed = async () => {
      throw new Error('It is down')
    }
    const { account, spent } = await serve([provider({ serves: failed, balances: failed })])
    await expect(account('balance')).rejects.toThrow('It is down')
    expect(spent).toEqual([20])
  })
})

describe('a node that confirms the answers of providers', () => {
  it('causes a log entry if its chain id is malformed', async () => {
    const node = await loopback(({ body }, response) => {
      const calls = [JSON.parse(body)].flat() as { readonly id: number; readonly method: string }[]
      const results: Record<string, unknown> = {
        // The chain id must be in hex.
        ...{ eth_chainId: '1', eth_blockNumber: '0x100', eth_getBlockByNumber: { hash: madeUp(1) } },
      }
      const answers = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: results[method] }))
      response.end(JSON.stringify(body.startsWith('[') ? answers : answers[0]))
    })
    const scout = await fakeService({ '/api/v2/blocks/': () => ({ hash: madeUp(1) }) })
    closing.push(node.close, scout.close)
    const logged: unknown[][] = []
    const log = (...entry: unknown[]) => void logged.push(entry)
    const network: ServiceNetwork = { ...networks[0]!, rpcUrl: node.url }
    const { covers } = await providedByNodes([blockscout({ url: scout.url })], [network], log, Date.now)
    expect(await covers(chain)).toBe(true)
    expect(logged).toEqual([
      [`The endpoint ${node.host} returns its chain id in decimal, not as 0x and hex digits`],
    ])
  })
})

describe("a transaction in a provider's history", () => {
  it.each([
    ['confirmed', 'confirmed'],
    ['failed', 'failed'],
    ['pending', 'pending'],
    ['unknown', 'unknown'],
    ['replaced', 'pending'],
  ] as const)('that is %s is sent to the page as %s', async (status, sent) => {
    const listed = { id: '1', hash: madeUp(1), network: chain, at: 0, operation: 'send', status } as const
    const page = { transactions: [{ ...listed, transfers: [], isPoisoning: false }], next: undefined }
    const { account } = await serve([provider({ serves: async () => true, transactions: async () => page })])
    expect((await account('history')).body.data).toMatchObject([{ metadata: { status: sent } }])
  })
})

describe("a provider's cursor", () => {
  it('is refused with status 400 if the provider refuses it', async () => {
    const failing: string[] = []
    const refuse = async () => {
      throw latchkeyError('validation/invalid-input', { values: { field: 'cursor', reason: 'is bad' } })
    }
    const { account } = await serve([provider({ serves: async () => true, transactions: refuse })], {
      failing,
    })
    expect(await account('history?cursor=0:bad')).toMatchObject({ status: 400 })
    expect(failing).toEqual([])
  })
})

describe('the list of supported networks', () => {
  it.each([
    ['answers', true],
    ['fails', false],
  ])('needs one request a minute for all visitors if the provider %s', async (_what, isUp) => {
    let asked = 0
    const failing: string[] = []
    const serves = async () => {
      asked++
      if (isUp) return true
      throw new Error('It is down')
    }
    const { chains, pass } = await serve([provider({ serves, balances: async () => undefined })], { failing })
    await Promise.all([chains(), chains()])
    await chains()
    expect(asked).toBe(1)
    pass(61_000)
    await Promise.all([chains(), chains()])
    expect(asked).toBe(2)
    expect(failing).toEqual(isUp ? [] : ['test failed', 'test failed'])
  })
})

describe('prices of the providers', () => {
  it("count once toward the client's limit if they are for a hundred tokens", async () => {
    const { server, source } = await priceService()
    const { prices, spent, pass } = await serve([source])
    const tokens = Array.from({ length: 100 }, (_, at) => madeUp(at))
    const { body } = await prices(tokens)
    expect(body.fungibles.map(({ price }: { price: number }) => price)).toEqual(Array(100).fill(2))
    expect(spent).toEqual([20])
    const first = server.requests.length
    expect((await prices(tokens)).body).toEqual(body)
    expect(server.requests).toHaveLength(first)
    expect(spent).toEqual([20])
    pass(61_000)
    await prices(tokens.slice(0, 1))
    expect(server.requests).toHaveLength(first + 1)
  })

  it("are requested once a minute if the provider doesn't know the token", async () => {
    const server = await fakeService({ '/simple/token_price': () => ({}) })
    closing.push(server.close)
    const { prices } = await serve([coingecko({ url: server.url, key: 'test' })])
    for (let turn = 0; turn < 3; turn++)
      expect((await prices([address])).body.fungibles).toMatchObject([{ price: 0 }])
    expect(server.requests).toHaveLength(1)
  })

  it('are requested again after a provider failed, but only those that no provider knew', async () => {
    let isUp = false
    const asked: unknown[] = []
    const flaky = provider({
      async prices(_, tokens) {
        asked.push(tokens.map(({ address }) => address))
        if (!isUp) throw new Error('It is down')
        return tokens.map(() => 3)
      },
    })
    const [known, unknown] = [madeUp(1), madeUp(2)]
    const second = provider({
      prices: async (_, tokens) => tokens.map(({ address }) => (address === known ? 2 : undefined)),
    })
    const { prices } = await serve([flaky, second].map((one) => ({ ...one, covers: ['prices'] })))
    expect((await prices([known, unknown])).body.fungibles).toMatchObject([{ price: 2 }, { price: 0 }])
    isUp = true
    expect((await prices([known, unknown])).body.fungibles).toMatchObject([{ price: 2 }, { price: 3 }])
    expect(asked).toEqual([[known, unknown], [unknown]])
  })

  it('are requested for at most a hundred tokens of an account', async () => {
    const { server, source } = await priceService()
    const { account, spent } = await serve([source], { tokens: 150 })
    const { body } = await account('balance')
    const priced = body.balances.map(({ price }: { price: number }) => price > 0)
    expect(priced).toEqual([...Array(101).fill(true), ...Array(50).fill(false)])
    expect(server.requests).toHaveLength(1 + Math.ceil(100 / 30))
    expect(spent).toEqual([20])
  })

  it('are not requested if the visitor wants a currency other than US dollars', async () => {
    const { server, source } = await priceService()
    const { account, prices, spent } = await serve([covering, source], { tokens: 1 })
    expect((await prices([address], 'eur')).body).toMatchObject({
      currency: 'usd',
      fungibles: [{ price: 0 }],
    })
    expect(spent).toEqual([])
    expect((await account('balance?currency=eur')).body).toMatchObject({
      currency: 'usd',
      balances: [{ price: 0 }],
    })
    const nodes = await serve([source], { tokens: 1 })
    await nodes.account('balance?currency=eur')
    expect(nodes.spent).toEqual([])
    expect(server.requests).toEqual([])
  })
})
