import { describe, expect, it } from 'vitest'
import { decodeProto, encodeProto, textIn } from '../../../../src/core/protobuf.ts'
import { CosmosBank } from '../../../../src/servers/data/cosmos/bank.ts'
import { NodeCalls } from '../../../../src/servers/data/node-calls.ts'

/** Returns a bank. Its node describes every denomination as a token with six decimals. */
function bank() {
  const asked: string[] = []
  const node = new NodeCalls(async (body) => {
    type Call = { id: number; params: { data: string } }
    const answers = [JSON.parse(body) as Call | readonly Call[]].flat().map(({ id, params }) => {
      const denom = textIn(decodeProto(Buffer.from(params.data, 'hex'))!, 1) ?? ''
      asked.push(denom)
      const metadata = encodeProto(
        [2, encodeProto([1, 'token'], [2, 6n])],
        ...([
          [3, denom],
          [4, 'token'],
          [5, 'Token'],
          [6, 'TOK'],
        ] as const),
      )
      const value = Buffer.from(encodeProto([1, metadata])).toString('base64')
      return { jsonrpc: '2.0', id, result: { response: { code: 0, value } } }
    })
    return JSON.stringify(body.startsWith('[') ? answers : answers[0])
  })
  let now = 0
  return {
    bank: new CosmosBank(node, { own: new Map(), now: () => now }),
    asked,
    wait: (ms: number) => {
      now += ms
    },
  }
}

describe('the units of cosmos denominations', () => {
  it('are kept for five minutes', async () => {
    const { bank: one, asked, wait } = bank()
    await one.units(['factory/a'])
    wait(299_999)
    expect([...(await one.units(['factory/a'])).values()]).toMatchObject([{ decimals: 6 }])
    expect(asked).toEqual(['factory/a'])
    wait(1)
    await one.units(['factory/a'])
    expect(asked).toEqual(['factory/a', 'factory/a'])
  })

  it('are complete when too many are kept', async () => {
    const { bank: one } = bank()
    const many = Array.from({ length: 10_001 }, (_, at) => `factory/${at}`)
    await one.units(many)
    const units = await one.units(['factory/7', 'factory/new'])
    expect([...units.keys()].toSorted()).toEqual(['factory/7', 'factory/new'])
    expect([...units.values()].map(({ decimals }) => decimals)).toEqual([6, 6])
  })
})
