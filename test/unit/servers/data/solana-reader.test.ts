import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { HistoryPart } from '../../../../src/servers/data/chain-reader.ts'
import { NodeCalls } from '../../../../src/servers/data/node-calls.ts'
import { solanaReader } from '../../../../src/servers/data/solana/solana-reader.ts'

const owner = '4Nd1mYbLhZ2wLfYzZ3tQeLJr1ByT6QeXPEtKtqL1Dq3p'

interface Listed {
  readonly signature: string
  readonly slot: number
  readonly blockTime?: number | null
  /** Default: the owner. */
  readonly payer?: string
  /** Accounts of the message after the payer. */
  readonly keys?: readonly string[]
  readonly instructions?: readonly object[]
}

/**
 * Returns a reader. Its node lists these transactions with this `meta` for each address, and a token account for each of `mints`.
 * The mints from 128 to 255 have no balance. `asked` lists the methods of the requests to the node, `fetched` the signatures of
 * the fetched transactions, and `searched` the addresses whose transactions were listed.
 */
function reader(
  meta: () => object | null | undefined,
  mints: readonly number[] = [],
  listed: readonly Listed[] = [{ signature: 'one', slot: 7 }],
) {
  const asked: string[] = []
  const fetched: string[] = []
  const searched: string[] = []
  const byName = new Map(listed.map((one) => [one.signature, one]))
  const node = new NodeCalls(async (body) => {
    type Call = { id: number; method: string; params: readonly unknown[] }
    const given = JSON.parse(body) as Call | readonly Call[]
    const answered = [given].flat().map(({ id, method, params }) => {
      asked.push(method)
      if (method === 'getTransaction') fetched.push(String(params[0]))
      if (method === 'getSignaturesForAddress') searched.push(String(params[0]))
      const {
        slot,
        signature,
        blockTime = 100,
        payer = owner,
        keys = [],
        instructions = [],
      } = byName.get(String(params[0])) ?? ({} as Partial<Listed>)
      const results: Readonly<Record<string, () => unknown>> = {
        getBalance: () => ({ value: 5 }),
        getTokenAccountsByOwner: () => ({ value: mints.map(tokenAccount) }),
        getMultipleAccounts: () => ({ value: [params[0]].flat().map((mint) => mintAccount(String(mint))) }),
        getSignaturesForAddress: () => pageOf(listed, params[1]),
        getTransaction: () => ({
          ...{ slot, blockTime },
          transaction: { signatures: [signature], message: { accountKeys: [payer, ...keys], instructions } },
          meta: meta(),
        }),
      }
      return { jsonrpc: '2.0', id, result: results[method]?.() }
    })
    return JSON.stringify(Array.isArray(given) ? answered : answered[0])
  })
  const native = { name: 'Sol', symbol: 'SOL', decimals: 9 }
  return {
    ...solanaReader({ chain: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', native, tokens: [], node }),
    asked,
    fetched,
    searched,
  }
}

/** Returns a list of transactions, the newest first. Two follow each other in a slot of each second. */
function transactions(count: number): readonly Listed[] {
  return Array.from({ length: count }, (_, at) => {
    const slot = 100_000 - at
    return { signature: `signature ${at}`, slot, blockTime: Math.floor(slot / 2) }
  })
}

function pageOf(listed: readonly Listed[], config: unknown): readonly Listed[] {
  const { limit, before } = Object(config) as { limit: number; before?: string }
  const start = listed.findIndex(({ signature }) => signature === before) + 1
  return listed.slice(start, start + limit)
}

function tokenAccount(mint: number) {
  const data = Buffer.alloc(165)
  data.fill(mint % 256, 0, 32)
  data.writeUInt32BE(mint)
  data.writeBigUInt64LE(mint < 128 || mint > 255 ? 1_000_000n : 0n, 64)
  return { pubkey: `account ${mint}`, account: { data: [data.toString('base64'), 'base64'] } }
}

/** The number of a mint that the node does not have. */
const missing = 99

const numberOf = (mint = '') => Buffer.from(base58.decode(mint)).readUInt32BE()

/** Returns the first 45 bytes of a mint. The mint has as many decimals as the last digit of its number. */
function mintAccount(mint: string) {
  const number = numberOf(mint)
  if (number === missing) return null
  const data = Buffer.alloc(45)
  data[44] = number % 10
  return { data: [data.toString('base64'), 'base64'] }
}

describe('the data service on a solana network', () => {
  it("counts the calls for unknown tokens toward the client's limit, before it asks the node", async () => {
    const { holdings, asked } = reader(() => null, [1, 2, 3])
    const spent: number[] = []
    expect(await holdings(owner, undefined, (calls) => void spent.push(calls))).toHaveLength(4)
    expect(spent).toEqual([1])
    const refused = reader(() => null, [1, 2, 3])
    const refuse = () => {
      throw new Error('too many')
    }
    await expect(refused.holdings(owner, undefined, refuse)).rejects.toThrow('too many')
    expect(asked).toContain('getMultipleAccounts')
    expect(refused.asked).not.toContain('getMultipleAccounts')
  })

  it('lists the balances of thousands of tokens with one call per hundred tokens', async () => {
    const mints = Array.from({ length: 2001 }, (_, at) => 256 + at)
    const { holdings, asked } = reader(() => null, mints)
    const spent: number[] = []
    const [, ...tokens] = await holdings(owner, undefined, (calls) => void spent.push(calls))
    expect(spent).toEqual([21])
    expect(asked.filter((method) => !/Owner|getBalance/.test(method))).toEqual(
      Array(21).fill('getMultipleAccounts'),
    )
    expect(tokens.map(({ asset }) => [numberOf(asset.address), asset.decimals])).toEqual(
      mints.map((mint) => [mint, mint % 10]),
    )
  })

  it('reports a failure if the node does not have a mint', async () => {
    const { holdings } = reader(() => null, [missing])
    await expect(holdings(owner)).rejects.toThrow('does not have the mint')
  })

  it.each([
    [{ err: null }, 'confirmed'],
    [{ err: { InstructionError: [0, 'Custom'] } }, 'failed'],
    [null, 'unknown'],
    [undefined, 'unknown'],
    [{}, 'unknown'],
  ] as const)('shows a transaction with the meta %j as %s', async (meta, status) => {
    expect(await reader(() => meta).activity(owner)).toMatchObject([{ hash: 'one', status }])
  })

  describe('for a transfer of Token-2022 that states its fee (TransferCheckedWithFee)', () => {
    const other = 'So11111111111111111111111111111111111111112'
    const mint = '3QuzkYQmK1QmKz3bKxCDmXSUGjpEXbKc5sRzd8W3rCjE'
    const [source, destination] = [
      '5yGhXq6Jc3WbGRgsMEyMgqZwmBXFmJyBW4xYdFTmSn2t',
      '7Gx4mQyq2n4hJkC6tS4nA1v5wPqzUeDZcL9rE3bHnTfV',
    ]
    const data = Buffer.alloc(19)
    data.set([26, 1])
    data.writeBigUInt64LE(1000n, 2)
    data[10] = 6
    data.writeBigUInt64LE(30n, 11)
    const balance = (accountIndex: number, of: string, amount: number) => ({
      ...{ accountIndex, mint, owner: of },
      uiTokenAmount: { amount: String(amount), decimals: 6 },
    })
    /** Returns the history after a transfer that `payer` paid for. */
    const history = (payer: string, from: string, to: string) => {
      const instruction = { programIdIndex: 4, accounts: [1, 2, 3, 0], data: base58.encode(data) }
      const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
      const keys = [source, mint, destination, token2022]
      const meta = {
        err: null,
        preTokenBalances: [balance(1, from, 5000), balance(3, to, 0)],
        postTokenBalances: [balance(1, from, 4000), balance(3, to, 970)],
      }
      const listed = [{ signature: 'one', slot: 7, payer, keys, instructions: [instruction] }]
      return reader(() => meta, [], listed).activity(owner)
    }

    it('shows the sender what was sent', async () => {
      const [row, ...others] = await history(owner, owner, other)
      expect(others).toEqual([])
      expect(row).toMatchObject({ operation: 'send', from: owner, to: other })
      expect(row?.movements).toMatchObject([
        { asset: { address: mint, decimals: 6 }, amount: 1000n, direction: 'out' },
      ])
    })

    it('shows the recipient what arrived', async () => {
      const [row, ...others] = await history(other, other, owner)
      expect(others).toEqual([])
      expect(row).toMatchObject({ operation: 'receive', from: other, to: owner })
      expect(row?.movements).toMatchObject([
        { asset: { address: mint, decimals: 6 }, amount: 970n, direction: 'in' },
      ])
    })
  })

  it('reads a transaction at each request until its outcome is known', async () => {
    let meta: object | null = null
    const { activity, asked } = reader(() => meta)
    const fetches = () => asked.filter((method) => method === 'getTransaction').length
    expect(await activity(owner)).toMatchObject([{ status: 'unknown' }])
    meta = { err: null }
    for (let times = 0; times < 2; times++)
      expect(await activity(owner)).toMatchObject([{ status: 'confirmed' }])
    expect(fetches()).toBe(2)
  })

  it('fetches only the transactions of the wanted part of a history', async () => {
    const listed = transactions(200)
    const { activity, fetched } = reader(() => ({ err: null }), [1, 2], listed)
    const hashes = async (part: HistoryPart) =>
      (await activity(owner, undefined, part)).map(({ hash }) => hash)
    const names = listed.map(({ signature }) => signature)
    expect(await hashes({ most: 51 })).toEqual(names.slice(0, 51))
    expect(fetched).toHaveLength(51)
    // The cursor of the first page is its 50th transaction.
    const { blockTime, slot } = listed[49] ?? {}
    const before = { seconds: Number(blockTime), block: Number(slot), place: 0 }
    expect(await hashes({ before, most: 51 })).toEqual(names.slice(50, 101))
    expect(fetched).toEqual(names.slice(0, 101))
  })

  it('fetches more transactions until enough belong to the history of the owner', async () => {
    const payer = 'So11111111111111111111111111111111111111112'
    const listed = transactions(200).map((one, at) => (at < 60 ? { ...one, payer } : one))
    const { activity, fetched } = reader(() => ({ err: null }), [], listed)
    const rows = await activity(owner, undefined, { most: 51 })
    expect(rows.slice(0, 51).map(({ hash }) => hash)).toEqual(
      listed.slice(60, 111).map(({ signature }) => signature),
    )
    expect(fetched.length).toBeLessThan(200)
  })

  it('lists a transaction without a time after all others', async () => {
    const [first, ...others] = transactions(4)
    const listed = [{ ...first, blockTime: null } as Listed, ...others]
    const { activity } = reader(() => ({ err: null }), [], listed)
    const hashes = async (part: HistoryPart) =>
      (await activity(owner, undefined, part)).map(({ hash }) => hash)
    expect(await hashes({ most: 2 })).toEqual(['signature 1', 'signature 2'])
    const { blockTime, slot } = others[1] as Listed
    const before = { seconds: Number(blockTime), block: slot, place: 0 }
    expect(await hashes({ before, most: 2 })).toEqual(['signature 3', 'signature 0'])
  })

  it("lists each transaction of a slot once, even if a page ends inside the slot and the node doesn't number them", async () => {
    const inSlot = ['newest', 'middle', 'oldest'].map((signature) => ({ signature, slot: 7, blockTime: 3 }))
    const { activity } = reader(
      () => ({ err: null }),
      [1],
      [...inSlot, { signature: 'before', slot: 6, blockTime: 3 }],
    )
    const first = (await activity(owner, undefined, { most: 2 })).slice(0, 2)
    expect(first.map(({ hash }) => hash)).toEqual(['newest', 'middle'])
    const second = await activity(owner, undefined, { before: first[1], most: 2 })
    expect(second.map(({ hash }) => hash)).toEqual(['oldest', 'before'])
  })

  it('keeps a limited number of transactions', async () => {
    const { activity, fetched } = reader(() => ({ err: null }), [], transactions(5001))
    expect(await activity(owner)).toHaveLength(5001)
    expect(fetched).toHaveLength(5001)
    expect(await activity(owner, undefined, { most: 1 })).toMatchObject([{ hash: 'signature 0' }])
    expect(fetched.slice(5001)).toEqual(['signature 0'])
  })

  it("counts the calls for a history toward the client's limit, before it asks the node", async () => {
    const spent: number[] = []
    const read = reader(() => ({ err: null }), [1, 2], transactions(60))
    const spend = (calls: number) => void spent.push(calls)
    await read.activity(owner, undefined, { most: 51 }, spend)
    // Both programs list the two accounts.
    expect(spent).toEqual([4, 51])
    await read.activity(owner, undefined, { most: 51 }, spend)
    expect(spent.slice(2)).toEqual([4, 0])
    const refused = reader(() => ({ err: null }), [1, 2], transactions(60))
    const refuse = () => {
      throw new Error('too many')
    }
    await expect(refused.activity(owner, undefined, { most: 51 }, refuse)).rejects.toThrow('too many')
    expect(refused.asked).not.toContain('getSignaturesForAddress')
  })

  it('lists the transactions of at most a hundred token accounts, first those with a balance', async () => {
    const mints = Array.from({ length: 256 }, (_, at) => 255 - at)
    const { activity, searched } = reader(() => ({ err: null }), mints)
    await activity(owner)
    expect(searched).toHaveLength(101)
    expect(searched.filter((account) => Number(account.replace('account ', '')) >= 128)).toEqual([])
  })
})
