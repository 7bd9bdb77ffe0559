import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { ankr } from '../../../../src/providers/ankr/index.ts'
import type { FakeAnswer } from '../../../support/fake-data-services.ts'
import { type ContractSubject, contractWorld, providerContract } from '../../../support/provider-contract.ts'

// The account, the tokens and the items below are from the examples of https://www.ankr.com/docs/advanced-api
// (github.com/Ankr-network/ankr-docs, pages/advanced-api at de295ab).
const owner = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const own = owner.toLowerCase()
const account = `eip155:1:${owner}` as const
const stranger = '0x0cfb686e114d478b055ce8614621f8bb62f70360'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const bunny = '0x700b4b9f39bb1faf5d0d16a20488f2733550bff4'
const key = 'key-of-the-host'
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const off = (address: string) => address.replace(/.$/, (last) => (last === '1' ? '2' : '1'))

const result = (value: unknown) => ({ jsonrpc: '2.0', id: 1, result: value })
const refused = (code: number, message: string) => ({ jsonrpc: '2.0', id: 1, error: { code, message } })
const errors = {
  'an error about the key': refused(-32052, `API key ${key} is not allowed to access blockchain`),
  'no result': { jsonrpc: '2.0', id: 1 },
  'no list': result({}),
  'another value instead of a list': result({ assets: {}, transfers: 'many', transactions: 5, owner: own }),
  'a text in the list': result({ assets: ['x'], transfers: ['x'], transactions: ['x'], owner: own }),
}
const busy = refused(429, 'rate limit exceeded')

/** An asset of https://www.ankr.com/docs/advanced-api/token-methods/#ankr_getaccountbalance */
const asset = (more: object = {}) => ({
  blockchain: 'eth',
  tokenName: 'USD Coin',
  tokenSymbol: 'USDC',
  tokenDecimals: 6,
  tokenType: 'ERC20',
  contractAddress: usdc,
  holderAddress: own,
  balance: '181812.058733',
  balanceRawInteger: '181812058733',
  balanceUsd: '181812.058733',
  tokenPrice: '1',
  thumbnail: 'https://raw.githubusercontent.com/trustwallet/assets/logo.png',
  ...more,
})
const coin = {
  ...asset({
    contractAddress: '',
    tokenName: 'Ethereum',
    tokenSymbol: 'ETH',
    tokenType: 'NATIVE',
    tokenDecimals: 18,
  }),
}
const held = (...assets: readonly unknown[]) => result({ totalBalanceUsd: '4915', totalCount: 2, assets })

/** A transaction of https://www.ankr.com/docs/advanced-api/query-methods/#ankr_gettransactionsbyaddress */
const transaction = (block: number, more: object = {}) => ({
  blockHash: '0x8ffa5d490184c95c830bb4fb47b76e1fd69eb35d100f93d36d7db131837c938f',
  blockNumber: `0x${block.toString(16)}`,
  blockchain: 'eth',
  cumulativeGasUsed: '0x68f589',
  from: own,
  gas: '0xbe98',
  gasPrice: '0x2babee650',
  gasUsed: '0xbd8d',
  hash: hashOf(block),
  input: '0xa9059cbb000000000000000000000000fe97e32a873aa2f926fbfc560abeef01f753c128',
  nonce: '0x3c4',
  status: '0x1',
  timestamp: '0x63a85033',
  to: usdc,
  transactionIndex: '0x3c',
  type: '0x2',
  value: '0x0',
  ...more,
})
/** A transfer of https://www.ankr.com/docs/advanced-api/token-methods/#ankr_gettokentransfers */
const transfer = (block: number, more: object = {}) => ({
  blockHeight: block,
  blockchain: 'eth',
  contractAddress: usdc,
  fromAddress: own,
  thumbnail: '',
  timestamp: 1_671_974_963,
  toAddress: stranger,
  tokenDecimals: 6,
  tokenName: 'USD Coin',
  tokenSymbol: 'USDC',
  transactionHash: hashOf(block),
  value: '25.5',
  valueRawInteger: '25500000',
  ...more,
})
/** A transfer of https://www.ankr.com/docs/advanced-api/nft-methods/#ankr_getnfttransfers */
const nftTransfer = (block: number, more: object = {}) => ({
  blockHeight: block,
  blockchain: 'eth',
  collectionName: 'CheersBio Capsule',
  collectionSymbol: 'CBC',
  contractAddress: '0x999017cb5652caf5f324a8e44f813903ba3c46eb',
  fromAddress: '0x0000000000000000000000000000000000000000',
  imageUrl: 'https://ipfs.io/ipfs/QmZCS7HtmQZtUPLTR1LaLhCwW5W22c1jCociw7Pvi3Autg',
  name: 'RSS3 Chain Friends #36957',
  timestamp: 1_657_244_377,
  toAddress: own,
  tokenId: '36957',
  transactionHash: hashOf(block),
  type: 'ERC721',
  value: '1',
  ...more,
})
const transactions = (...items: readonly unknown[]) => result({ transactions: items, nextPageToken: '' })
const transfers = (...items: readonly unknown[]) => result({ transfers: items, nextPageToken: '' })
/** Ankr's answers for these transactions, token transfers and NFT transfers. */
const history = (
  sent: readonly unknown[],
  moved: readonly unknown[] = [],
  nfts: readonly unknown[] = [],
): Readonly<Record<string, FakeAnswer>> => ({
  ankr_getTransactionsByAddress: () => transactions(...sent),
  ankr_getTokenTransfers: () => transfers(...moved),
  ankr_getNftTransfers: () => transfers(...nfts),
})

/** An NFT of https://www.ankr.com/docs/advanced-api/nft-methods/#ankr_getnftsbyowner */
const nft = (more: object = {}) => ({
  blockchain: 'eth',
  name: 'Happy Bunny #555',
  tokenId: '555',
  imageUrl: 'https://ipfs.io/ipfs/QmSRkmEDKWUeHi5FiNpQUBAcCq7rKinhf5Pbu8ZPZNkP8r/555',
  collectionName: 'Happy Bunnies',
  symbol: 'BUNNY',
  contractType: 'ERC721',
  contractAddress: bunny,
  traits: [{ trait_type: 'Background', value: 'Green Background' }],
  ...more,
})
const owned = (items: readonly unknown[], more: object = {}) =>
  result({ owner: own, assets: items, nextPageToken: '', ...more })
/** The format of https://www.ankr.com/docs/advanced-api/query-methods/#ankr_getblocks */
const blocks = (...hashes: readonly string[]) =>
  result({ blocks: hashes.map((hash) => ({ blockchain: 'eth', number: '0xc0', hash, transactions: [] })) })

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
      if (to === bunny && data === `0x6352211e${word(555n).slice(2)}`) return word(BigInt(owner))
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
  provider: (url) => ankr({ url, key }),
  keyOf: (_url, { body }) => (JSON.parse(body) as { readonly method: string }).method,
  answers: {
    ankr_getBlocks: () => blocks(hashOf(0xc0)),
    ankr_getAccountBalance: () => held(coin, asset()),
    ankr_getNFTsByOwner: () => owned([nft()]),
    ...history([transaction(9), transaction(8)], [transfer(9)], [nftTransfer(7)]),
  },
  parts: {
    balances: {
      key: 'ankr_getAccountBalance',
      ...{ errors, busy, otherIs: 'refused' },
      ofOther: held(asset({ holderAddress: stranger })),
    },
    history: {
      key: 'ankr_getTokenTransfers',
      ...{ errors, busy, otherIs: 'refused' },
      ofOther: transfers(transfer(9, { fromAddress: stranger })),
    },
    nfts: {
      key: 'ankr_getNFTsByOwner',
      ...{ errors, busy, otherIs: 'refused' },
      ofOther: owned([nft()], { owner: stranger }),
    },
  },
  otherNetwork: { ankr_getBlocks: () => blocks(hashOf(0xbad)) },
}
providerContract(subject)
const asking = contractWorld(subject)
const native = { name: 'Ether', symbol: 'ETH', decimals: 18, value: 10n ** 18n }
const usd = {
  ...{ name: 'USD Coin', symbol: 'USDC', address: usdc, decimals: 6, value: 2_500_000n },
  iconUrl: 'https://raw.githubusercontent.com/trustwallet/assets/logo.png',
}
type World = Awaited<ReturnType<typeof asking>>
const paramsOf = ({ server }: World, method: string) =>
  server.requests
    .map(({ body }) => JSON.parse(body))
    .flatMap((one) => (one.method === method ? [one.params] : []))

describe('the balances from Ankr', () => {
  it("have the tokens that Ankr lists, with the amounts that the host's node reports", async () => {
    const made = await asking()
    expect(await made.balances(account)).toEqual([native, usd])
    expect(paramsOf(made, 'ankr_getAccountBalance')).toEqual([
      { blockchain: ['eth'], walletAddress: owner, pageSize: 101 },
    ])
    expect(made.server.requests[0]).toMatchObject({ path: `/${key}`, method: 'POST' })
  })

  it.each([
    ['that has 18 decimals at Ankr and 6 at the node', { tokenDecimals: 18 }],
    ['with negative decimals', { tokenDecimals: -6 }],
    ['without decimals', { tokenDecimals: undefined }],
    ['with one wrong character in its address', { contractAddress: off(usdc) }],
    ['whose address is invalid', { contractAddress: '0x1' }],
    ['without a contract', { contractAddress: undefined }],
  ])('leave out a token %s', async (_kind, more) => {
    const { balances } = await asking({ ankr_getAccountBalance: () => held(asset(more)) })
    expect(await balances(account)).toEqual([native])
  })

  it('are read for at most 100 different tokens', async () => {
    const more = Array.from({ length: 150 }, (_, at) =>
      asset({ contractAddress: `0x${String(at).padStart(40, '0')}` }),
    )
    const twice = await asking({ ankr_getAccountBalance: () => held(asset(), asset()) })
    expect(await twice.balances(account)).toHaveLength(2)
    let calls = 0
    const many = await asking({ ankr_getAccountBalance: () => held(...more) }, async (call) => {
      if (call.method === 'eth_call') calls++
      return node(call)
    })
    expect(await many.balances(account)).toEqual([native])
    expect(calls).toBe(200)
  })

  it('are refused if a token is on another network than the account', async () => {
    const { balances } = await asking({ ankr_getAccountBalance: () => held(asset({ blockchain: 'bsc' })) })
    await expect(balances(account)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it('fail with an error that does not contain the API key', async () => {
    const { balances } = await asking({ ankr_getAccountBalance: () => errors['an error about the key'] })
    const error = await balances(account).catch((reason: unknown) => reason)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(key)
  })
})

describe('the history from Ankr', () => {
  it('has each transaction together with its transfers', async () => {
    const sent = [
      transaction(9),
      transaction(8, { from: stranger, to: own, value: '0x6f05b59d3b20000' }),
      transaction(7, { to: '', contractAddress: stranger }),
      transaction(6, { input: '0x095ea7b3000000000000000000000000' }),
      transaction(5, { value: '0x6f05b59d3b20000', status: '0x0' }),
      transaction(4, { status: undefined }),
    ]
    const moved = [
      transfer(9, { value: '25.50000' }),
      transfer(3, { fromAddress: stranger, toAddress: own, value: '3420332', valueRawInteger: '' }),
    ]
    const nfts = [nftTransfer(9), nftTransfer(2, { type: 'ERC1155', value: '3' })]
    const made = await asking(history(sent, moved, nfts))
    const page = await made.transactions(account, undefined)
    expect(page?.next).toBeUndefined()
    expect(page?.transactions).toMatchObject([
      {
        ...{ hash: hashOf(9), operation: 'trade', from: own, to: usdc, at: 1_671_974_963_000 },
        transfers: [
          { direction: 'out', quantity: '25.5', symbol: 'USDC', name: 'USD Coin' },
          { direction: 'in', quantity: '1', symbol: '', name: 'CheersBio Capsule', nft: true },
        ],
      },
      { operation: 'receive', transfers: [{ direction: 'in', quantity: '0.5', symbol: 'ETH' }] },
      { operation: 'deploy', status: 'confirmed', transfers: [] },
      { operation: 'approve', transfers: [] },
      { operation: 'execute', status: 'failed', transfers: [] },
      { operation: 'execute', status: 'pending', transfers: [] },
      { hash: hashOf(3), operation: 'receive', from: stranger, transfers: [{ quantity: '3420332' }] },
      { hash: hashOf(2), operation: 'receive', transfers: [{ quantity: '3', nft: true }] },
    ])
    const shared = { blockchain: ['eth'], descOrder: true, pageSize: 50 }
    // Ankr refuses more than one address here.
    expect(paramsOf(made, 'ankr_getTransactionsByAddress')).toEqual([{ ...shared, address: owner }])
    expect(paramsOf(made, 'ankr_getTokenTransfers')).toEqual([{ ...shared, address: [owner] }])
    expect(paramsOf(made, 'ankr_getNftTransfers')).toEqual([{ ...shared, address: [owner] }])
  })

  it('lists the deployment of an account that is a contract', async () => {
    const { transactions: ask } = await asking(
      history([transaction(9, { from: stranger, to: null, contractAddress: own })]),
    )
    expect((await ask(account, undefined))?.transactions).toMatchObject([{ operation: 'deploy' }])
  })

  it('has every transaction exactly once across its pages', async () => {
    const numbers = Array.from({ length: 120 }, (_, at) => 120 - at)
    const listing =
      (
        each: (number: number) => unknown,
        of: (...items: readonly unknown[]) => unknown,
        step: number,
      ): FakeAnswer =>
      (_url, { body }) => {
        const { toBlock = 1e9, pageSize } = JSON.parse(body).params
        const found = numbers.filter((number) => number <= toBlock && number % step === 0)
        return of(...found.slice(0, pageSize).map(each))
      }
    const changed = {
      ankr_getTransactionsByAddress: listing((number) => transaction(number), transactions, 1),
      ankr_getTokenTransfers: listing((number) => transfer(number), transfers, 2),
      ankr_getNftTransfers: listing((number) => nftTransfer(number), transfers, 3),
    }
    const found = []
    let cursor: string | undefined
    do {
      const page = await (await asking(changed)).transactions(account, cursor)
      found.push(...page!.transactions)
      cursor = page!.next
    } while (cursor !== undefined)
    expect(found.map(({ hash }) => Number(hash))).toEqual(numbers)
    expect(found.map((one) => one.transfers.length)).toEqual(
      numbers.map((number) => Number(number % 2 === 0) + Number(number % 3 === 0)),
    )
  })

  it('continues after a short page if Ankr has a next page', async () => {
    const { transactions: ask } = await asking({
      ...history([transaction(9)]),
      ankr_getTokenTransfers: () => result({ transfers: [transfer(9), transfer(5)], nextPageToken: 'CA9' }),
    })
    const page = await ask(account, undefined)
    expect(page?.next).toBe(`0:${own}/5`)
    expect(page?.transactions.map(({ hash }) => Number(hash))).toEqual([9])
  })

  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ['has no decimals', [transfer(7, { tokenDecimals: undefined })], []],
    ['has too many decimals', [transfer(7, { tokenDecimals: 255 })], []],
    ['has an invalid amount', [transfer(7, { value: '-1', valueRawInteger: '-1' })], []],
    ['has no contract', [transfer(7, { contractAddress: '' })], [nftTransfer(7, { contractAddress: '' })]],
  ])('has the other transactions of an account whose only token %s', async (_kind, moved, nfts) => {
    const { transactions: ask } = await asking(history([transaction(6)], moved, nfts))
    expect((await ask(account, undefined))?.transactions.map(({ hash }) => Number(hash))).toEqual([6])
  })

  it("continues after a full page of transfers that can't be shown", async () => {
    const spam = Array.from({ length: 50 }, (_, at) => transfer(100 - at, { tokenDecimals: 255 }))
    const { transactions: ask } = await asking({
      ...history([]),
      ankr_getTokenTransfers: (_url, { body }) =>
        transfers(...(JSON.parse(body).params.toBlock === 51 ? [transfer(6)] : spam)),
    })
    const first = await ask(account, undefined)
    expect(first?.transactions).toEqual([])
    const second = await ask(account, first?.next)
    expect(second).toMatchObject({ transactions: [{ hash: hashOf(6) }], next: undefined })
  })

  it.each<[string, Readonly<Record<string, FakeAnswer>>]>([
    ['is not sorted', history([transaction(4), transaction(5)])],
    ['has more items than were asked for', history(Array.from({ length: 51 }, () => transaction(5)))],
    ['has only invalid items', history([transaction(5, { hash: '0x1' })])],
    ['has only transfers without a time', history([], [transfer(5, { timestamp: null })])],
    ['has transactions of another account', history([transaction(5, { from: stranger })])],
    ['has one wrong character in the address of the account', history([transaction(5, { from: off(own) })])],
    [
      'has transfers between two other accounts',
      history([], [transfer(5, { fromAddress: stranger, contractAddress: own })]),
    ],
    ['has NFTs of another account', history([], [], [nftTransfer(5, { toAddress: stranger })])],
    ['has items of another network', history([transaction(5, { blockchain: 'bsc' })])],
  ])('is refused if the answer %s', async (_kind, changed) => {
    const { transactions: ask } = await asking(changed)
    await expect(ask(account, undefined)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it.each<[string, Readonly<Record<string, FakeAnswer>>]>([
    ['a transaction with a negative value', history([transaction(7, { value: '-0x1' }), transaction(6)])],
    ['a transaction without a block', history([transaction(7, { blockNumber: null }), transaction(6)])],
    ['a transaction with an empty time', history([transaction(7, { timestamp: '' }), transaction(6)])],
    [
      'a transaction with a time in milliseconds',
      history([transaction(7, { timestamp: '0x185461d15f8' }), transaction(6)]),
    ],
    [
      'a transaction from the future',
      history([transaction(7, { timestamp: '0x254043f00' }), transaction(6)]),
    ],
    [
      'a transfer without decimals',
      history([transaction(6)], [transfer(7, { tokenDecimals: undefined }), transfer(6)]),
    ],
    [
      'a transfer whose amount has an exponent',
      history([transaction(6)], [transfer(7, { value: '1e9', valueRawInteger: '' }), transfer(6)]),
    ],
    [
      'a transfer with a negative amount',
      history([transaction(6)], [transfer(7, { value: '-1', valueRawInteger: '-1' }), transfer(6)]),
    ],
    [
      'a transfer without a token contract',
      history([transaction(6)], [transfer(7, { contractAddress: '' }), transfer(6)]),
    ],
    [
      'an NFT without a contract',
      history([transaction(6)], [], [nftTransfer(7, { contractAddress: '' }), nftTransfer(6)]),
    ],
  ])('leaves out %s', async (_kind, changed) => {
    const { transactions: ask } = await asking(changed)
    expect((await ask(account, undefined))?.transactions.map(({ hash }) => Number(hash))).toEqual([6])
  })

  it('marks a transfer of the amount 0 as address poisoning', async () => {
    const { transactions: ask } = await asking(
      history([], [transfer(7, { fromAddress: stranger, toAddress: own, value: '0', valueRawInteger: '0' })]),
    )
    expect((await ask(account, undefined))?.transactions).toMatchObject([{ isPoisoning: true }])
  })
})

describe('the NFTs from Ankr', () => {
  it("are the NFTs that the host's node confirms", async () => {
    const made = await asking({ ankr_getNFTsByOwner: () => owned([nft()], { nextPageToken: 'BjxaEQyv' }) })
    const page = await made.nfts!(account, undefined)
    expect(page).toEqual({
      nfts: [
        {
          ...{ standard: 'erc721', contract: bunny, tokenId: 555n, quantity: 1n, name: 'Happy Bunny #555' },
          collection: 'Happy Bunnies',
          imageUrl: 'https://ipfs.io/ipfs/QmSRkmEDKWUeHi5FiNpQUBAcCq7rKinhf5Pbu8ZPZNkP8r/555',
        },
      ],
      next: '0:BjxaEQyv',
    })
    // The imitation of Ankr returns the first page again.
    await expect(made.nfts!(account, page?.next)).rejects.toMatchObject({ code: 'http/invalid-body' })
    const shared = { blockchain: ['eth'], walletAddress: owner, pageSize: 50 }
    expect(paramsOf(made, 'ankr_getNFTsByOwner')).toEqual([shared, { ...shared, pageToken: 'BjxaEQyv' }])
  })

  it.each([
    ['another owner according to the node', { tokenId: '556' }],
    ['a negative id', { tokenId: '-1' }],
    ['an id in hex', { tokenId: '0x22b' }],
    ['an unknown type', { contractType: 'UNDEFINED' }],
    ['an invalid contract', { contractAddress: '0x1' }],
  ])('are left out if they have %s', async (_kind, more) => {
    const { nfts } = await asking({ ankr_getNFTsByOwner: () => owned([nft(more)]) })
    expect(await nfts!(account, undefined)).toEqual({ nfts: [], next: undefined })
  })

  it.each(['0:', '0:../x', `0:${'A'.repeat(1001)}`])(
    'are not read with the invalid cursor %j',
    async (cursor) => {
      const made = await asking()
      await expect(made.nfts!(account, cursor)).rejects.toMatchObject({ code: 'validation/invalid-input' })
      expect(paramsOf(made, 'ankr_getNFTsByOwner')).toEqual([])
    },
  )
})

describe('a network at Ankr', () => {
  it("is compared with the host's node once, by the hash of one block", async () => {
    const made = await asking()
    expect(await made.serves('eip155:1')).toBe(true)
    await made.balances(account)
    expect(paramsOf(made, 'ankr_getBlocks')).toEqual([
      { blockchain: 'eth', fromBlock: 192, toBlock: 192, includeTxs: false },
    ])
  })

  it("is not covered while Ankr doesn't have the block to compare", async () => {
    let turn = 0
    const { balances } = await asking({
      ankr_getBlocks: () => (turn++ === 0 ? blocks() : blocks(hashOf(0xc0))),
    })
    expect(await balances(account)).toBeUndefined()
    expect(await balances(account)).toHaveLength(2)
  })

  it('is not covered if its name at Ankr is unknown', async () => {
    const { balances, server } = await asking()
    expect(await balances(`eip155:999999:${owner}`)).toBeUndefined()
    expect(server.requests).toEqual([])
  })

  it('has the name that the host sets in the option `blockchains`', async () => {
    const named = contractWorld({
      ...subject,
      provider: (url) => ankr({ url, blockchains: { 'eip155:1337': 'eth' } }),
    })
    const { balances, server } = await named()
    expect(await balances(`eip155:1337:${owner}`)).toEqual([native, usd])
    expect(server.requests[0]?.path).toBe('/')
  })
})
