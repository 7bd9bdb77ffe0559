import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { etherscan } from '../../../../src/providers/etherscan/index.ts'
import type { FakeAnswer } from '../../../support/fake-data-services.ts'
import { type ContractSubject, contractWorld, providerContract } from '../../../support/provider-contract.ts'

const owner = '0x4e83362442B8d1beC281594cEA3050c8EB01311C'
const account = `eip155:1:${owner}` as const
const stranger = '0xef4396d9ff8107086d215a1c9f8866c54795d7c7'
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const maker = '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2'

/** The fields that https://docs.etherscan.io/api-reference/endpoint/txlist documents. */
const transaction = (block: number, more: object = {}) => ({
  blockNumber: String(block),
  blockHash: hashOf(0xb),
  timeStamp: '1680316800',
  hash: hashOf(block),
  nonce: '0',
  transactionIndex: '61',
  from: owner.toLowerCase(),
  to: stranger,
  value: '0',
  gas: '21000',
  gasPrice: '26110000000',
  input: '0x',
  methodId: '0x',
  functionName: '',
  contractAddress: '',
  cumulativeGasUsed: '9064118',
  txreceipt_status: '1',
  gasUsed: '21000',
  confirmations: '5657180',
  isError: '0',
  ...more,
})
/** The fields that https://docs.etherscan.io/api-reference/endpoint/tokentx documents. */
const transfer = (block: number, more: object = {}) => ({
  blockNumber: String(block),
  timeStamp: '1680316800',
  hash: hashOf(block),
  nonce: '0',
  blockHash: hashOf(0xb),
  from: stranger,
  contractAddress: maker,
  to: owner.toLowerCase(),
  value: '5901522149285533025181',
  tokenName: 'Maker',
  tokenSymbol: 'MKR',
  tokenDecimal: '18',
  transactionIndex: '81',
  gas: '940000',
  gasPrice: '32010000000',
  gasUsed: '77759',
  cumulativeGasUsed: '2523379',
  input: 'deprecated',
  methodId: '0xa9059cbb',
  functionName: 'transfer(address _to, uint256 _value)',
  confirmations: '7968350',
  ...more,
})
const rows = (...result: readonly unknown[]): FakeAnswer => {
  return () => ({ status: '1', message: 'OK', result })
}
const none = { status: '0', message: 'No transactions found', result: [] }
const problem = (result: string) => ({ status: '0', message: 'NOTOK', result })
/** Errors of https://docs.etherscan.io/resources/common-error-messages */
const errors = {
  'an error about the key': problem('Invalid API Key (#err2)|key-of-the-host'),
  'an error about the address': problem('Error! Invalid address format'),
  'an error about a network outside the plan': problem(
    'Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage.',
  ),
  'an unknown status in the body': { status: '2', message: 'OK', result: [transaction(5)] },
}
const busy = problem('Max rate limit reached, please use API Key for higher rate limit')

/** Imitates the host's own node. The account has 2.5 of a token with 18 decimals. */
async function node({ method, params = [] }: RpcRequest): Promise<never> {
  const [first] = params as readonly [{ readonly to: string; readonly data: string }]
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  const answers: Record<string, () => unknown> = {
    eth_blockNumber: () => '0x100',
    eth_getBlockByNumber: () => ({ hash: hashOf(0xc0) }),
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_call() {
      if (first.to !== maker) throw latchkeyError('node/execution-reverted')
      if (first.data === '0x313ce567') return word(18n)
      return word(first.data.endsWith(owner.slice(2).toLowerCase()) ? 25n * 10n ** 17n : 0n)
    },
  }
  return answers[method]?.() as never
}
const foreignRow = { from: stranger, to: maker }
const subject: ContractSubject = {
  account,
  other: `eip155:1:${stranger}`,
  foreign: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY',
  node,
  provider: (url) => etherscan({ url, key: 'key-of-the-host' }),
  keyOf: ({ searchParams }) => searchParams.get('action') ?? '',
  answers: {
    eth_getBlockByNumber: () => ({ jsonrpc: '2.0', id: 1, result: { number: '0xc0', hash: hashOf(0xc0) } }),
    txlist: rows(
      transaction(9, { value: '1000000000000000001' }),
      transaction(8, { isError: '1', value: '5' }),
    ),
    tokentx: rows(transfer(10), transfer(9)),
    tokennfttx: () => none,
  },
  parts: {
    balances: {
      key: 'tokentx',
      errors,
      busy,
      otherIs: 'refused',
      ofOther: rows(transfer(9, foreignRow))({} as never, {} as never),
    },
    history: {
      key: 'txlist',
      errors,
      busy,
      otherIs: 'refused',
      ofOther: rows(transaction(9, foreignRow))({} as never, {} as never),
    },
  },
  otherNetwork: {
    eth_getBlockByNumber: () => ({ jsonrpc: '2.0', id: 1, result: { number: '0xc0', hash: hashOf(0xbad) } }),
  },
}
providerContract(subject)
const asking = contractWorld(subject)
const native = { name: 'Ether', symbol: 'ETH', decimals: 18, value: 10n ** 18n }

describe('the balances from Etherscan', () => {
  it("have the tokens of the last transfers, with the amounts that the host's node reports", async () => {
    const { balances, server } = await asking()
    expect(await balances(account)).toEqual([
      native,
      {
        name: 'Maker',
        symbol: 'MKR',
        address: maker,
        decimals: 18,
        value: 25n * 10n ** 17n,
        iconUrl: undefined,
      },
    ])
    const [asked] = server.asked().filter(({ searchParams }) => searchParams.get('action') === 'tokentx')
    expect(Object.fromEntries(asked!.searchParams)).toEqual({
      ...{ chainid: '1', module: 'account', action: 'tokentx', address: owner },
      ...{ page: '1', offset: '1000', sort: 'desc', apikey: 'key-of-the-host' },
    })
    expect(asked!.pathname).toBe('/api')
  })

  it.each([
    ['that has 6 decimals at Etherscan and 18 at the node', { tokenDecimal: '6' }],
    ['with negative decimals', { tokenDecimal: '-18' }],
    ['without decimals', { tokenDecimal: '' }],
    ['with a negative amount', { value: '-5' }],
    ['with one wrong character in its address', { contractAddress: maker.replace(/2$/, '3') }],
    ['whose address is invalid', { contractAddress: '0x1' }],
  ])('leave out a token %s', async (_kind, more) => {
    const { balances } = await asking({ tokentx: rows(transfer(9, more)) })
    expect(await balances(account)).toEqual([native])
  })

  it('have only the native coin of an account without transfers', async () => {
    const { balances } = await asking({ tokentx: () => none })
    expect(await balances(account)).toEqual([native])
  })

  it('are not covered on a network that Etherscan does not have', async () => {
    const missing = problem('Missing or unsupported chainid parameter (required for v2 api)')
    const { balances, keys } = await asking({ eth_getBlockByNumber: () => missing })
    expect([await balances(account), await balances(account)]).toEqual([undefined, undefined])
    expect(keys).toEqual(['eth_getBlockByNumber'])
  })

  it('are not covered on a network outside the plan of the API key', async () => {
    const missing = errors['an error about a network outside the plan']
    const { balances, keys } = await asking({ eth_getBlockByNumber: () => missing })
    expect([await balances(account), await balances(account)]).toEqual([undefined, undefined])
    expect(keys).toEqual(['eth_getBlockByNumber'])
  })

  it('fail with an error that does not contain the API key', async () => {
    const { balances } = await asking({ tokentx: () => errors['an error about the key'] })
    const error = await balances(account).catch((reason: unknown) => reason)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('key-of-the-host')
  })
})

describe('the history from Etherscan', () => {
  it('has one entry for each transaction, with the exact amounts', async () => {
    const { transactions } = await asking()
    const page = await transactions(account, undefined)
    const received = { direction: 'in', quantity: '5901.522149285533025181', symbol: 'MKR', nft: false }
    expect(page?.next).toBeUndefined()
    expect(page?.transactions).toMatchObject([
      {
        hash: hashOf(10),
        network: 'eip155:1',
        operation: 'receive',
        at: 1_680_316_800_000,
        transfers: [received],
      },
      {
        ...{
          hash: hashOf(9),
          operation: 'trade',
          status: 'confirmed',
          from: owner.toLowerCase(),
          to: stranger,
        },
        transfers: [{ direction: 'out', quantity: '1.000000000000000001', symbol: 'ETH' }, received],
      },
      { hash: hashOf(8), status: 'failed', transfers: [] },
    ])
  })

  it('lists a transaction without a result as pending', async () => {
    const unsaid = transaction(9, { isError: '', txreceipt_status: '' })
    const { transactions } = await asking({ txlist: rows(unsaid), tokentx: () => none })
    const page = await transactions(account, undefined)
    expect(page?.transactions).toMatchObject([{ hash: hashOf(9), status: 'pending' }])
  })

  it('has approvals, deployments, and NFTs', async () => {
    const nft = { tokenID: '202106775', tokenName: 'CryptoKitties', tokenSymbol: 'CK', tokenDecimal: '0' }
    const { transactions } = await asking({
      tokentx: () => none,
      tokennfttx: rows(transfer(12, { ...nft, value: undefined })),
      txlist: rows(
        transaction(11, { functionName: 'approve(address _spender, uint256 _value)' }),
        transaction(7, { to: '', contractAddress: maker }),
      ),
    })
    expect((await transactions(account, undefined))?.transactions).toMatchObject([
      { operation: 'receive', transfers: [{ quantity: '1', symbol: '', name: 'CryptoKitties', nft: true }] },
      { operation: 'approve', transfers: [] },
      { operation: 'deploy', transfers: [] },
    ])
  })

  it('marks a transfer of the amount 0 as address poisoning', async () => {
    const { transactions } = await asking({
      txlist: () => none,
      tokentx: rows(transfer(7, { value: '0' }), transfer(6)),
    })
    const page = await transactions(account, undefined)
    expect(page?.transactions.map(({ isPoisoning }) => isPoisoning)).toEqual([true, false])
  })

  it('comes page by page, with a new client for each page', async () => {
    const listed =
      (items: readonly { readonly blockNumber: string }[]): FakeAnswer =>
      ({ searchParams }) => {
        const end = Number(searchParams.get('endblock') ?? 1e9)
        const found = items.filter(({ blockNumber }) => Number(blockNumber) <= end)
        return { status: '1', message: 'OK', result: found.slice(0, Number(searchParams.get('offset'))) }
      }
    const numbers = Array.from({ length: 130 }, (_, at) => 130 - at)
    const answers = {
      txlist: listed(numbers.map((number) => transaction(number))),
      tokentx: listed(numbers.flatMap((number) => [transfer(number), transfer(number, { value: '7' })])),
    }
    const found = []
    let cursor: string | undefined
    do {
      const page = await (await asking(answers)).transactions(account, cursor)
      found.push(...page!.transactions)
      cursor = page!.next
    } while (cursor !== undefined)
    expect(found.map(({ hash }) => Number(hash))).toEqual(numbers)
    expect(new Set(found.map(({ transfers }) => transfers.length))).toEqual(new Set([2]))
  })

  it('continues with the next older block if one block fills a page', async () => {
    const many = Array.from({ length: 50 }, (_, at) => transaction(9, { hash: hashOf(1000 + at) }))
    const { transactions } = await asking({
      tokentx: () => none,
      txlist: ({ searchParams }) =>
        searchParams.get('endblock') === '8'
          ? { status: '1', result: [transaction(4)] }
          : { status: '1', result: many },
    })
    const first = await transactions(account, undefined)
    expect(first?.transactions).toHaveLength(50)
    const second = await transactions(account, first?.next)
    expect(second).toMatchObject({ transactions: [{ hash: hashOf(4) }], next: undefined })
  })

  it("has the other transactions of an account whose only token transfer can't be shown", async () => {
    for (const more of [
      { tokenDecimal: '' },
      { tokenDecimal: '255' },
      { value: '-1' },
      { contractAddress: '' },
    ]) {
      const { transactions } = await asking({
        txlist: rows(transaction(6)),
        tokentx: rows(transfer(7, more)),
        tokennfttx: rows(transfer(8, { contractAddress: '' })),
      })
      const page = await transactions(account, undefined)
      expect(page?.transactions.map(({ hash }) => Number(hash))).toEqual([6])
    }
  })

  it("continues after a full page of transfers that can't be shown", async () => {
    const spam = Array.from({ length: 50 }, (_, at) => transfer(100 - at, { tokenDecimal: '' }))
    const { transactions } = await asking({
      txlist: () => none,
      tokentx: ({ searchParams }) => ({
        ...{ status: '1', message: 'OK' },
        result:
          searchParams.get('endblock') === '51' ? [transfer(51, { tokenDecimal: '' }), transfer(6)] : spam,
      }),
    })
    const first = await transactions(account, undefined)
    expect(first?.transactions).toEqual([])
    const second = await transactions(account, first?.next)
    expect(second).toMatchObject({ transactions: [{ hash: hashOf(6) }], next: undefined })
  })

  it.each([
    ['is not sorted', [transaction(4), transaction(5)]],
    ['has more rows than were asked for', Array.from({ length: 51 }, () => transaction(5))],
    ['has only invalid rows', [transaction(5, { hash: '0x1' })]],
    ['has only rows with an invalid time', [transaction(5, { timeStamp: 'yesterday' })]],
    [
      'has one wrong character in the address of the account',
      [transaction(5, { from: owner.replace(/C$/, 'd') })],
    ],
  ])('is refused if the list %s', async (_kind, list) => {
    const { transactions } = await asking({ txlist: rows(...list) })
    await expect(transactions(account, undefined)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it.each([
    ['a negative amount', { value: '-1' }],
    ['decimals that are not a whole number', { tokenDecimal: '6.5' }],
    ['an invalid hash', { hash: '0x1' }],
    ['an invalid time', { timeStamp: 'yesterday' }],
    ['a time in the far future', { timeStamp: '9999999999' }],
  ])('leaves out a transfer with %s', async (_kind, more) => {
    const { transactions } = await asking({
      txlist: () => none,
      tokentx: rows(transfer(7, more), transfer(6)),
    })
    const page = await transactions(account, undefined)
    expect(page?.transactions.map(({ hash }) => Number(hash))).toEqual([6])
  })
})
