import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { helius } from '../../../../src/providers/helius/index.ts'
import type { FakeAnswer } from '../../../support/fake-data-services.ts'
import { type ContractSubject, contractWorld, providerContract } from '../../../support/provider-contract.ts'

const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const owner = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY'
const account = `${chain}:${owner}` as const
const stranger = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const nftMint = 'F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk'
const signatureOf = (number: number) =>
  `${'5'.repeat(80)}${[...String(number).padStart(6, '0')].map((digit) => 'ABCDEFGHJK'[Number(digit)]).join('')}`

const result = (value: unknown) => ({ jsonrpc: '2.0', id: 1, result: value })
const refused = (code: number, message: string) => ({ jsonrpc: '2.0', id: 1, error: { code, message } })
const errors = {
  'an error about the key': refused(-32401, 'invalid api key provided key-of-the-host'),
  'a result of another shape': result({ total: 1, items: {} }),
}
const busy = refused(429, 'rate limited')

/** An item of https://www.helius.dev/docs/api-reference/das/searchassets with `tokenType: fungible`. */
const token = (more: object = {}) => ({
  interface: 'FungibleToken',
  id: usdc,
  content: {
    metadata: { name: 'USD Coin', symbol: 'USDC' },
    links: { image: 'https://img.example/usdc.png' },
  },
  ownership: { frozen: false, ownership_model: 'token', owner },
  token_info: {
    balance: 999_000_000,
    decimals: 6,
    token_program: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  },
  ...more,
})
const nft = (more: object = {}) => ({
  interface: 'V1_NFT',
  id: nftMint,
  content: {
    metadata: { name: 'Mad Lad #1', symbol: 'MAD', description: 'A lad' },
    files: [{ uri: 'https://img.example/1.png', mime: 'image/png' }],
    links: { image: 'https://img.example/1.png' },
  },
  grouping: [{ group_key: 'collection', group_value: stranger, collection_metadata: { name: 'Mad Lads' } }],
  compression: { compressed: false },
  ownership: { ownership_model: 'single', owner },
  ...more,
})
const assets = (fungible: readonly unknown[], other: readonly unknown[] = [nft()]): FakeAnswer => {
  return (_url, { body }) => {
    const items = body.includes('"fungible"') ? fungible : other
    return result({ total: items.length, limit: 100, page: 1, items })
  }
}
/** A transaction of https://www.helius.dev/docs/enhanced-transactions/overview */
const transaction = (slot: number, more: object = {}) => ({
  description: '',
  type: 'TRANSFER',
  source: 'SYSTEM_PROGRAM',
  fee: 5000,
  feePayer: owner,
  signature: signatureOf(slot),
  slot,
  timestamp: 1_656_442_333,
  nativeTransfers: [{ fromUserAccount: owner, toUserAccount: stranger, amount: 1_000_000_001 }],
  tokenTransfers: [],
  accountData: [{ account: owner, nativeBalanceChange: -1_000_005_001, tokenBalanceChanges: [] }],
  transactionError: null,
  ...more,
})
const change = (tokenAmount: string, more: object = {}) => ({
  account: 'FLAevxSbe182oYzjNqDB53g11rbvhWMF1iUCoCHhfHV4',
  nativeBalanceChange: 0,
  tokenBalanceChanges: [
    {
      userAccount: owner,
      tokenAccount: 'FLAevxSbe182oYzjNqDB53g11rbvhWMF1iUCoCHhfHV4',
      rawTokenAmount: { tokenAmount, decimals: 6 },
      mint: usdc,
      ...more,
    },
  ],
})

/** Imitates the host's own node. The account has 1 SOL, 2.5 of a token with 6 decimals, and one NFT. */
async function node({ method, params = [] }: RpcRequest): Promise<never> {
  const [of, filter] = params as readonly [string, { readonly mint: string }]
  const amounts: Record<string, bigint> = { [usdc]: 2_500_000n, [nftMint]: 1n }
  const answers: Record<string, () => unknown> = {
    getGenesisHash: () => genesis,
    getBalance: () => ({ value: 1_000_000_000 }),
    getTokenAccountsByOwner() {
      const amount = amounts[filter.mint]
      if (amount === undefined) throw latchkeyError('rpc/invalid-params', { values: { method } })
      const data = Buffer.alloc(165)
      data.writeBigUInt64LE(amount, 64)
      return { value: of === owner ? [{ account: { data: [data.toString('base64'), 'base64'] } }] : [] }
    },
    getTokenSupply() {
      if (of === nftMint) return { value: { amount: '1', decimals: 0, uiAmountString: '1' } }
      return { value: { amount: '1500000', decimals: 6, uiAmountString: '1.5' } }
    },
  }
  return answers[method]?.() as never
}

const subject: ContractSubject = {
  account,
  other: `${chain}:${stranger}`,
  foreign: 'eip155:1:0x4e83362442B8d1beC281594cEA3050c8EB01311C',
  node,
  provider: (url) => helius({ url, historyUrl: url, key: 'key-of-the-host' }),
  keyOf({ pathname }, { body }) {
    if (pathname.startsWith('/v0/')) return 'history'
    return (JSON.parse(body) as { readonly method: string }).method
  },
  answers: {
    getGenesisHash: () => result(genesis),
    searchAssets: assets([token()]),
    getAssetBatch: () => result([token()]),
    history: () => [
      transaction(9, { accountData: [change('1500000')] }),
      transaction(8, { transactionError: { InstructionError: [] } }),
    ],
  },
  parts: {
    balances: {
      key: 'searchAssets',
      errors,
      busy,
      otherIs: 'refused',
      ofOther: result({ items: [token({ ownership: { owner: stranger } })] }),
    },
    nfts: {
      key: 'searchAssets',
      errors,
      busy,
      otherIs: 'refused',
      ofOther: result({ items: [nft({ ownership: { owner: stranger } })] }),
    },
    history: {
      key: 'history',
      isList: true,
      errors: { 'an error': { error: 'invalid api key provided key-of-the-host' } },
      otherIs: 'refused',
      ofOther: [
        transaction(9, { feePayer: stranger, nativeTransfers: [], accountData: [{ account: stranger }] }),
      ],
    },
  },
  otherNetwork: { getGenesisHash: () => result('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG') },
}
providerContract(subject)
const asking = contractWorld(subject)
const native = { name: 'Solana', symbol: 'SOL', decimals: 9, value: 10n ** 9n }

describe('the balances from Helius', () => {
  it("have the tokens that Helius lists, with the amounts that the host's node reports", async () => {
    const { balances, server } = await asking()
    expect(await balances(account)).toEqual([
      native,
      {
        name: 'USD Coin',
        symbol: 'USDC',
        address: usdc,
        decimals: 6,
        value: 2_500_000n,
        iconUrl: 'https://img.example/usdc.png',
      },
    ])
    expect(server.requests[0]?.path).toBe('/?api-key=key-of-the-host')
    expect(server.requests.map(({ body }) => JSON.parse(body)).at(-1)).toMatchObject({
      method: 'searchAssets',
      params: { ownerAddress: owner, tokenType: 'fungible', page: 1, limit: 100 },
    })
  })

  it('are also read from a list in the field `assets`', async () => {
    const { balances } = await asking({ searchAssets: () => result({ assets: { items: [token()] } }) })
    expect(await balances(account)).toHaveLength(2)
  })

  it.each([
    ['that has 9 decimals at Helius and 6 at the node', { token_info: { decimals: 9 } }],
    ['without decimals', { token_info: {} }],
    ['that the node does not have', { id: stranger }],
    ['whose address is invalid', { id: 'usdc' }],
  ])('leave out a token %s', async (_kind, more) => {
    const { balances } = await asking({ searchAssets: assets([token(more)]) })
    expect(await balances(account)).toEqual([native])
  })

  it('leave out a token whose displayed amounts have a multiplier', async () => {
    const { balances } = await asking({}, async (call) =>
      call.method === 'getTokenSupply'
        ? ({ value: { amount: '1500000', decimals: 6, uiAmountString: '3' } } as never)
        : node(call),
    )
    expect(await balances(account)).toEqual([native])
  })

  it("fail if the host's node returns something that is not a number", async () => {
    const { balances } = await asking({}, async (call) =>
      call.method === 'getBalance' ? ({ value: 'ten' } as never) : node(call),
    )
    await expect(balances(account)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
  })
})

describe('the NFTs from Helius', () => {
  it("are the NFTs in the token accounts that the host's node reports", async () => {
    const { nfts } = await asking()
    expect(await nfts!(account, undefined)).toEqual({
      nfts: [
        {
          ...{ standard: 'metaplex', contract: nftMint, tokenId: 0n, quantity: 1n, name: 'Mad Lad #1' },
          ...{ description: 'A lad', collection: 'Mad Lads', imageUrl: 'https://img.example/1.png' },
        },
      ],
      next: undefined,
    })
  })

  it.each([
    ['is compressed', { compression: { compressed: true } }],
    ['is in no token account at the node', { id: stranger }],
    ['is a token with decimals', { id: usdc }],
  ])('leave out an NFT that %s', async (_kind, more) => {
    const { nfts } = await asking({ searchAssets: assets([], [nft(more)]) })
    expect((await nfts!(account, undefined))?.nfts).toEqual([])
  })

  it('have a next page after a full page', async () => {
    const { nfts, server } = await asking({
      searchAssets: assets(
        [],
        Array.from({ length: 100 }, () => nft()),
      ),
    })
    const page = await nfts!(account, undefined)
    expect(page?.next).toBe('0:2')
    await nfts!(account, page?.next)
    expect(JSON.parse(server.requests.at(-1)!.body)).toMatchObject({
      params: { page: 2, tokenType: 'nonFungible' },
    })
    await expect(nfts!(account, '0:-1')).rejects.toMatchObject({ code: 'validation/invalid-input' })
  })
})

describe('the history from Helius', () => {
  it('has the exact amounts of coins and tokens', async () => {
    const { transactions, server } = await asking()
    const page = await transactions(account, undefined)
    expect(page).toMatchObject({
      next: undefined,
      transactions: [
        {
          ...{ hash: signatureOf(9), network: chain, operation: 'trade', from: owner, to: stranger },
          at: 1_656_442_333_000,
          transfers: [
            { direction: 'out', quantity: '1.000000001', nft: false },
            { direction: 'in', quantity: '1.5', symbol: 'USDC', name: 'USD Coin', nft: false },
          ],
        },
        { hash: signatureOf(8), status: 'failed', transfers: [] },
      ],
    })
    const [asked] = server.asked().filter(({ pathname }) => pathname.startsWith('/v0/'))
    expect(asked?.pathname).toBe(`/v0/addresses/${owner}/transactions`)
    expect(Object.fromEntries(asked!.searchParams)).toEqual({ 'api-key': 'key-of-the-host', limit: '50' })
  })

  it('continues after the last transaction of a full page', async () => {
    const full = Array.from({ length: 50 }, (_, at) => transaction(100 - at))
    const { transactions, server } = await asking({
      history: ({ searchParams }) => (searchParams.has('before-signature') ? [transaction(7)] : full),
    })
    const page = await transactions(account, undefined)
    expect(page?.next).toBe(`0:${owner}/${signatureOf(51)}`)
    expect((await transactions(account, page?.next))?.transactions.map(({ hash }) => hash)).toEqual([
      signatureOf(7),
    ])
    expect(server.asked().at(-1)?.searchParams.get('before-signature')).toBe(signatureOf(51))
  })

  it.each([
    ['is not sorted', [transaction(4), transaction(5)]],
    ['has a transaction twice', [transaction(4), transaction(4)]],
    [
      'has more transactions than were asked for',
      Array.from({ length: 51 }, (_, at) => transaction(100 - at)),
    ],
    ['has an invalid signature', [transaction(4, { signature: '0x1' })]],
    ['has an invalid time', [transaction(4, { timestamp: -1 })]],
    ['contains a text instead of a transaction', ['transaction']],
  ])('is refused if the list %s', async (_kind, list) => {
    const { transactions } = await asking({ history: () => list })
    await expect(transactions(account, undefined)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it.each([
    ['an amount that is not a whole number', change('1.5')],
    ['negative decimals', change('1', { rawTokenAmount: { tokenAmount: '1', decimals: -1 } })],
    ['an invalid mint', change('1', { mint: 'usdc' })],
    ['the address of another account', change('1', { userAccount: stranger })],
  ])('leaves out a balance change that has %s', async (_kind, changed) => {
    const { transactions } = await asking({
      history: () => [transaction(9, { accountData: [changed, { account: owner }], nativeTransfers: [] })],
    })
    expect((await transactions(account, undefined))?.transactions).toMatchObject([
      { operation: 'execute', transfers: [] },
    ])
  })

  it('is not offered if the host does not set `historyUrl`', () => {
    expect(helius({ url: 'https://helius.example' }).covers).toEqual(['balances', 'nfts'])
  })
})
