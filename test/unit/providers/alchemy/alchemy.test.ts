import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { alchemy } from '../../../../src/providers/alchemy/index.ts'
import type { FakeAnswer } from '../../../support/fake-data-services.ts'
import { type ContractSubject, contractWorld, providerContract } from '../../../support/provider-contract.ts'

const owner = '0x5c43B1eD97e52d009611D89b74fA829FE4ac56b1'
const account = `eip155:1:${owner}` as const
const stranger = '0xef4396d9ff8107086d215a1c9f8866c54795d7c7'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const kitties = '0x06012c8cf97bead5deae237070f9587f8e7a266d'
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

const result = (value: unknown) => ({ jsonrpc: '2.0', id: 1, result: value })
const refused = (code: number, message: string) => ({ jsonrpc: '2.0', id: 1, error: { code, message } })
/** Errors of https://www.alchemy.com/docs/reference/error-reference */
const errors = {
  'an error about the key': refused(-32600, 'Must be authenticated! key-of-the-host'),
  'no result': { jsonrpc: '2.0', id: 1 },
  'a result of another shape': result({ tokenBalances: {}, transfers: 'many', ownedNfts: 5 }),
}
const busy = refused(429, 'Your app has exceeded its compute units per second capacity.')

/** The answer of https://www.alchemy.com/docs/data/token-api/token-api-endpoints/alchemy-get-token-balances */
const held = (balance = word(999n), address = usdc, of = owner) =>
  result({ address: of, tokenBalances: [{ contractAddress: address, tokenBalance: balance, error: null }] })
/** The answer of https://www.alchemy.com/docs/data/token-api/token-api-endpoints/alchemy-get-token-metadata, in a batch. */
const described = (more: object = {}): FakeAnswer => {
  const about = {
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    logo: 'https://static.alchemyapi.io/images/assets/3408.png',
  }
  return (_url, { body }) =>
    (JSON.parse(body) as readonly { readonly id: number }[])
      .map(({ id }) => ({ jsonrpc: '2.0', id, result: { ...about, ...more } }))
      .reverse()
}
/** A transfer of https://www.alchemy.com/docs/data/transfers-api/transfers-endpoints/alchemy-get-asset-transfers */
const transfer = (block: number, more: object = {}) => ({
  blockNum: `0x${block.toString(16)}`,
  uniqueId: `${hashOf(block)}:external`,
  hash: hashOf(block),
  from: stranger,
  to: owner.toLowerCase(),
  value: 0.5,
  erc721TokenId: null,
  erc1155Metadata: null,
  tokenId: null,
  asset: 'ETH',
  category: 'external',
  rawContract: { value: '0x6f05b59d3b20000', address: null, decimal: '0x12' },
  metadata: { blockTimestamp: '2021-09-22T15:12:03.000Z' },
  ...more,
})
const paid = (block: number, more: object = {}) =>
  transfer(block, {
    ...{ asset: 'USDC', category: 'erc20', value: 1.5 },
    rawContract: { value: '0x16e360', address: usdc, decimal: '0x6' },
    ...more,
  })
const sides = (received: readonly unknown[], sent: readonly unknown[] = []): FakeAnswer => {
  return (_url, { body }) =>
    result({ transfers: body.includes('"toAddress"') ? received : sent, pageKey: '' })
}
/** An item of https://www.alchemy.com/docs/reference/getnftsforowner-v3 */
const nft = (more: object = {}) => ({
  contract: { address: kitties, name: 'CryptoKitties', symbol: 'CK', tokenType: 'ERC721', isSpam: null },
  tokenId: '42',
  tokenType: 'ERC721',
  name: 'Duchess',
  description: 'A kitty',
  image: {
    cachedUrl: 'https://nft-cdn.alchemy.com/eth-mainnet/42',
    originalUrl: 'https://img.example/42.svg',
  },
  balance: '1',
  ...more,
})
const nfts = (more?: object, page: object = {}): FakeAnswer => {
  return () => ({
    ownedNfts: [nft(more)],
    totalCount: 1,
    pageKey: null,
    validAt: { blockNumber: 18 },
    ...page,
  })
}

/** Imitates the host's own node. The account has 2.5 of a token with 6 decimals, and one NFT. */
async function node({ method, params = [] }: RpcRequest): Promise<never> {
  const [first] = params as readonly [{ readonly to: string; readonly data: string }]
  const answers: Record<string, () => unknown> = {
    eth_blockNumber: () => '0x100',
    eth_getBlockByNumber: () => ({ hash: hashOf(0xc0) }),
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_call() {
      const { to, data } = first
      if (to === usdc) return data === '0x313ce567' ? word(6n) : word(2_500_000n)
      if (to === kitties && data === `0x6352211e${word(42n).slice(2)}`) return word(BigInt(owner))
      throw latchkeyError('node/execution-reverted')
    },
  }
  return answers[method]?.() as never
}

const subject: ContractSubject = {
  account,
  other: `eip155:1:${stranger}`,
  foreign: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY',
  node,
  provider: (url) => alchemy({ url: { 'eip155:1': url }, key: 'key-of-the-host' }),
  keyOf({ pathname }, { body }) {
    if (pathname.startsWith('/nft/')) return 'nfts'
    const { method } = [JSON.parse(body)].flat()[0] as { readonly method: string }
    return method
  },
  answers: {
    eth_getBlockByNumber: () => result({ number: '0xc0', hash: hashOf(0xc0) }),
    alchemy_getTokenBalances: () => held(),
    alchemy_getTokenMetadata: described(),
    alchemy_getAssetTransfers: sides(
      [paid(9), transfer(8)],
      [transfer(9, { from: owner.toLowerCase(), to: stranger })],
    ),
    nfts: nfts(),
  },
  parts: {
    balances: {
      key: 'alchemy_getTokenBalances',
      errors,
      busy,
      otherIs: 'refused',
      ofOther: held(word(9n), usdc, stranger),
    },
    history: {
      key: 'alchemy_getAssetTransfers',
      ...{ errors, busy, otherIs: 'refused' },
      ofOther: result({ transfers: [transfer(9, { from: stranger, to: stranger })] }),
    },
    nfts: {
      key: 'nfts',
      errors,
      otherIs: 'nothing',
      ofOther: { ownedNfts: [nft({ tokenId: '43' })], pageKey: null },
    },
  },
  otherNetwork: { eth_getBlockByNumber: () => result({ number: '0xc0', hash: hashOf(0xbad) }) },
}
providerContract(subject)
const asking = contractWorld(subject)
const native = { name: 'Ether', symbol: 'ETH', decimals: 18, value: 10n ** 18n }

describe('the balances from Alchemy', () => {
  it("have the tokens that Alchemy lists, with the amounts that the host's node reports", async () => {
    const { balances, keys, server } = await asking()
    const usd = {
      ...{ name: 'USD Coin', symbol: 'USDC', address: usdc, decimals: 6, value: 2_500_000n },
      iconUrl: 'https://static.alchemyapi.io/images/assets/3408.png',
    }
    expect(await balances(account)).toEqual([native, usd])
    expect(await balances(account)).toEqual([native, usd])
    expect(keys.filter((key) => key === 'alchemy_getTokenMetadata')).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({
      path: '/v2/key-of-the-host',
      headers: { 'content-type': 'application/json' },
    })
  })

  it.each([
    ['that has 18 decimals at Alchemy and 6 at the node', { decimals: 18 }],
    ['with negative decimals', { decimals: -6 }],
    ['without decimals', { decimals: null }],
  ])('leave out a token %s', async (_kind, more) => {
    const { balances } = await asking({ alchemy_getTokenMetadata: described(more) })
    expect(await balances(account)).toEqual([native])
  })

  it.each([
    ['that the account does not hold', word(0n), usdc],
    ['with one wrong character in its address', word(9n), usdc.replace(/8$/, '9')],
    ['whose address is invalid', word(9n), '0x1'],
  ])('leave out a token %s', async (_kind, balance, address) => {
    const { balances } = await asking({ alchemy_getTokenBalances: () => held(balance, address) })
    expect(await balances(account)).toEqual([native])
  })

  it('leave out a token for which Alchemy has no metadata', async () => {
    const one = await asking({
      alchemy_getTokenMetadata: () => [{ ...refused(-32602, 'Invalid token'), id: 0 }],
    })
    expect(await one.balances(account)).toEqual([native])
    for (const list of [[], [{ ...refused(429, 'Too many requests'), id: 0 }]]) {
      const short = await asking({ alchemy_getTokenMetadata: () => list })
      await expect(short.balances(account)).rejects.toMatchObject({
        code: list.length > 0 ? 'rpc/limit-exceeded' : 'http/invalid-body',
      })
    }
    const all = await asking({ alchemy_getTokenMetadata: () => busy })
    await expect(all.balances(account)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
  })

  it('are no longer read when Alchemy repeats a page', async () => {
    const { balances, keys } = await asking({
      alchemy_getTokenBalances: () => result({ ...(held().result as object), pageKey: 'again' }),
    })
    expect(await balances(account)).toHaveLength(2)
    expect(keys.filter((key) => key === 'alchemy_getTokenBalances')).toHaveLength(2)
  })

  it('fail with an error that does not contain the API key', async () => {
    const { balances } = await asking({ alchemy_getTokenBalances: () => errors['an error about the key'] })
    const error = await balances(account).catch((reason: unknown) => reason)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('key-of-the-host')
  })
})

describe('the history from Alchemy', () => {
  it('has one entry for each transaction, with the exact sent and received amounts', async () => {
    const { transactions } = await asking()
    const page = await transactions(account, undefined)
    expect(page?.next).toBeUndefined()
    expect(page?.transactions).toMatchObject([
      {
        ...{ hash: hashOf(9), operation: 'trade', from: owner.toLowerCase(), to: stranger },
        at: Date.parse('2021-09-22T15:12:03Z'),
        transfers: [
          { direction: 'out', quantity: '0.5', symbol: 'ETH' },
          { direction: 'in', quantity: '1.5', symbol: 'USDC' },
        ],
      },
      { hash: hashOf(8), operation: 'receive', transfers: [{ direction: 'in', quantity: '0.5' }] },
    ])
  })

  it('includes NFTs, deployments, and transfers from the account to itself', async () => {
    const self = transfer(5, { from: owner.toLowerCase() })
    const erc721 = {
      category: 'erc721',
      asset: 'CK',
      tokenId: '0x2a',
      rawContract: { value: null, address: kitties, decimal: null },
    }
    const erc1155 = { ...erc721, category: 'erc1155', erc1155Metadata: [{ tokenId: '0x1', value: '0x3' }] }
    const created = transfer(4, {
      from: owner.toLowerCase(),
      to: null,
      rawContract: { value: '0x0', address: null, decimal: '0x12' },
    })
    const { transactions } = await asking({
      alchemy_getAssetTransfers: sides([transfer(7, erc721), transfer(6, erc1155), self], [self, created]),
    })
    expect((await transactions(account, undefined))?.transactions).toMatchObject([
      { operation: 'receive', transfers: [{ quantity: '1', name: 'CK', nft: true }] },
      { operation: 'receive', transfers: [{ quantity: '3', nft: true }] },
      { operation: 'send', transfers: [{ direction: 'self', quantity: '0.5' }] },
      { operation: 'deploy', transfers: [] },
    ])
  })

  it('comes page by page, with a new client for each page', async () => {
    const numbers = Array.from({ length: 120 }, (_, at) => 120 - at)
    const alchemy_getAssetTransfers: FakeAnswer = (_url, { body }) => {
      const [{ toBlock, toAddress }] = (
        JSON.parse(body) as { readonly params: readonly [Record<string, string>] }
      ).params
      const end = toBlock === undefined ? 1e9 : Number(toBlock)
      const found = numbers.filter((number) => number <= end && (toAddress !== undefined || number % 2 === 0))
      const sent = { from: owner.toLowerCase(), to: stranger }
      return result({
        transfers: found.slice(0, 50).map((number) => (toAddress ? paid(number) : transfer(number, sent))),
      })
    }
    const found = []
    let cursor: string | undefined
    do {
      const page = await (await asking({ alchemy_getAssetTransfers })).transactions(account, cursor)
      found.push(...page!.transactions)
      cursor = page!.next
    } while (cursor !== undefined)
    expect(found.map(({ hash }) => Number(hash))).toEqual(numbers)
    expect(found.map(({ transfers }) => transfers.length)).toEqual(
      numbers.map((number) => (number % 2 === 0 ? 2 : 1)),
    )
  })

  it("has the other transactions of an account whose only received transfer can't be shown", async () => {
    const sent = [transfer(6, { from: owner.toLowerCase(), to: stranger })]
    for (const rawContract of [
      { value: '0x1', address: usdc, decimal: null },
      { value: '0x1', address: usdc, decimal: '0xff' },
      { value: null, address: usdc, decimal: '0x6' },
      { value: '0x1', address: null, decimal: '0x6' },
    ]) {
      const { transactions } = await asking({
        alchemy_getAssetTransfers: sides([paid(7, { rawContract })], sent),
      })
      const page = await transactions(account, undefined)
      expect(page?.transactions.map(({ hash }) => Number(hash))).toEqual([6])
    }
  })

  it("continues after a full page of transfers that can't be shown", async () => {
    const rawContract = { value: '0x1', address: usdc, decimal: null }
    const spam = Array.from({ length: 50 }, (_, at) => paid(100 - at, { rawContract }))
    const { transactions } = await asking({
      alchemy_getAssetTransfers: (_url, { body }) =>
        result({ transfers: body.includes('fromAddress') ? [] : body.includes('"0x33"') ? [paid(6)] : spam }),
    })
    const first = await transactions(account, undefined)
    expect(first?.transactions).toEqual([])
    const second = await transactions(account, first?.next)
    expect(second).toMatchObject({ transactions: [{ hash: hashOf(6) }], next: undefined })
  })

  it.each([
    ['is not sorted', [paid(4), paid(5)]],
    ['has more transfers than were asked for', Array.from({ length: 51 }, () => paid(5))],
    ['has only invalid transfers', [paid(5, { hash: '0x1' })]],
    ['has only transfers with an invalid time', [paid(5, { metadata: null })]],
    ['has one wrong character in the address of the account', [paid(5, { to: owner.replace(/1$/, '2') })]],
    ['contains a text instead of a transfer', ['transfer']],
  ])('is refused if the list %s', async (_kind, list) => {
    const { transactions } = await asking({ alchemy_getAssetTransfers: sides(list) })
    await expect(transactions(account, undefined)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it.each([
    ['a negative amount', { rawContract: { value: '-0x1', address: usdc, decimal: '0x6' } }],
    ['unknown decimals', { rawContract: { value: '0x1', address: usdc, decimal: null } }],
    ['an unknown category', { category: 'gift' }],
    ['an invalid time', { metadata: null }],
    ['a time in the far future', { metadata: { blockTimestamp: '2286-11-20T17:46:39Z' } }],
  ])('leaves out a transfer with %s', async (_kind, more) => {
    const { transactions } = await asking({ alchemy_getAssetTransfers: sides([paid(7, more), paid(6)]) })
    const page = await transactions(account, undefined)
    expect(page?.transactions.map(({ hash }) => Number(hash))).toEqual([6])
  })
})

describe('the NFTs from Alchemy', () => {
  it("are the NFTs that the host's node confirms", async () => {
    const { nfts: ask, server } = await asking({ nfts: nfts({}, { pageKey: 'b1f8' }) })
    const page = await ask!(account, undefined)
    expect(page).toEqual({
      nfts: [
        {
          ...{ standard: 'erc721', contract: kitties, tokenId: 42n, quantity: 1n, name: 'Duchess' },
          ...{ description: 'A kitty', collection: 'CryptoKitties', isSpam: false },
          imageUrl: 'https://nft-cdn.alchemy.com/eth-mainnet/42',
        },
      ],
      next: '0:b1f8',
    })
    await expect(ask!(account, page?.next)).rejects.toMatchObject({ code: 'http/invalid-body' })
    expect(server.asked().at(-1)?.search).toBe(`?owner=${owner}&withMetadata=true&pageSize=100&pageKey=b1f8`)
    expect(server.asked().at(-1)?.pathname).toBe('/nft/v3/key-of-the-host/getNFTsForOwner')
  })

  it('are left out if invalid, and marked as spam if Alchemy says so', async () => {
    const from = { address: kitties, tokenType: 'ERC721', isSpam: true }
    expect(
      (await (await asking({ nfts: nfts({ contract: from }) })).nfts!(account, undefined))?.nfts,
    ).toMatchObject([{ isSpam: true }])
    for (const wrong of [
      { tokenId: '-1' },
      { tokenId: '0x2a' },
      { contract: { address: '0x1' } },
      { tokenType: 'ERC20' },
    ])
      expect((await (await asking({ nfts: nfts(wrong) })).nfts!(account, undefined))?.nfts).toEqual([])
  })
})
