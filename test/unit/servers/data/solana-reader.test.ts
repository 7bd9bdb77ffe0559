import { describe, expect, it } from 'vitest'
import { NodeCalls } from '../../../../src/servers/data/node-calls.ts'
import { solanaReader } from '../../../../src/servers/data/solana/solana-reader.ts'

const owner = '4Nd1mYbLhZ2wLfYzZ3tQeLJr1ByT6QeXPEtKtqL1Dq3p'

/**
 * Returns a reader. Its node lists one transaction with this `meta`, and a token account for each of `mints`. `asked`
 * lists the methods of the requests to the node.
 */
function reader(meta: () => object | null | undefined, mints: readonly number[] = []) {
  const asked: string[] = []
  const node = new NodeCalls(async (body) => {
    type Call = { id: number; method: string }
    const given = JSON.parse(body) as Call | readonly Call[]
    const answered = [given].flat().map(({ id, method }) => {
      asked.push(method)
      const results: Readonly<Record<string, unknown>> = {
        getBalance: { value: 5 },
        getTokenAccountsByOwner: { value: mints.map(tokenAccount) },
        getTokenSupply: { value: { decimals: 6 } },
        getSignaturesForAddress: [{ signature: 'one', slot: 7 }],
        getTransaction: {
          slot: 7,
          blockTime: 100,
          transaction: { signatures: ['one'], message: { accountKeys: [owner], instructions: [] } },
          meta: meta(),
        },
      }
      return { jsonrpc: '2.0', id, result: results[method] }
    })
    return JSON.stringify(Array.isArray(given) ? answered : answered[0])
  })
  const native = { name: 'Sol', symbol: 'SOL', decimals: 9 }
  return {
    ...solanaReader({ chain: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', native, tokens: [], node }),
    asked,
  }
}

function tokenAccount(mint: number) {
  const data = Buffer.alloc(165)
  data.fill(mint, 0, 32)
  data.writeBigUInt64LE(1_000_000n, 64)
  return { pubkey: `account ${mint}`, account: { data: [data.toString('base64'), 'base64'] } }
}

describe('the data service on a solana network', () => {
  it("counts the calls for unknown tokens toward the client's limit, before it asks the node", async () => {
    const { holdings, asked } = reader(() => null, [1, 2, 3])
    const spent: number[] = []
    expect(await holdings(owner, undefined, (calls) => void spent.push(calls))).toHaveLength(4)
    expect(spent).toEqual([3])
    const refused = reader(() => null, [1, 2, 3])
    const refuse = () => {
      throw new Error('too many')
    }
    await expect(refused.holdings(owner, undefined, refuse)).rejects.toThrow('too many')
    expect(asked).toContain('getTokenSupply')
    expect(refused.asked).not.toContain('getTokenSupply')
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
})
