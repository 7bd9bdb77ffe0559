import { describe, expect, it } from 'vitest'
import { eip155Nfts } from '../../../../../src/servers/data/nfts/eip155-nfts.ts'
import { type NodeCall, NodeCalls, NodeFailure } from '../../../../../src/servers/data/node-calls.ts'

interface LogsCall {
  readonly fromBlock: string
  readonly toBlock: string
  readonly topics: readonly (string | null)[]
}
const busy = `0x${'b1'.repeat(20)}`
const quiet = `0x${'c2'.repeat(20)}`

/** Returns a node at block 20,000. For the account `busy`, it lists the logs of at most 100 blocks per request. */
function node(refusal: 'error' | 'too long') {
  const ranges: { readonly account: string; readonly blocks: number }[] = []
  const answer = ({ params }: NodeCall) => {
    const { fromBlock, toBlock, topics } = (params as readonly [LogsCall])[0]
    const blocks = Number(toBlock) - Number(fromBlock) + 1
    const account = `0x${topics.findLast((topic) => typeof topic === 'string')?.slice(-40)}`
    ranges.push({ account, blocks })
    if (account !== busy || blocks <= 100) return { result: [] }
    if (refusal === 'too long') throw new NodeFailure("The node's answer is too large", { refused: true })
    return { error: 'more than 10000 results' }
  }
  const calls = {
    call: async () => '0x4e20',
    all: async (asked: readonly NodeCall[]) => asked.map(answer),
  } as unknown as NodeCalls
  return { ranges, reader: eip155Nfts({ chain: 'eip155:1', node: calls, startBlock: 19_000 }) }
}

describe('the NFTs of an account with too many logs for one request', () => {
  it.each(['error', 'too long'] as const)(
    'are read in shorter block ranges after a refusal (%s)',
    async (refusal) => {
      const { ranges, reader } = node(refusal)
      const page = await reader.page(busy, undefined)
      expect(page.owned).toEqual([])
      expect(page.next).toBeUndefined()
      expect(ranges.at(-1)?.blocks).toBeLessThanOrEqual(100)
    },
  )

  it('do not shorten the block ranges for another account', async () => {
    const { ranges, reader } = node('error')
    await reader.page(busy, undefined)
    await reader.page(quiet, undefined)
    expect(ranges.filter(({ account }) => account === quiet).map(({ blocks }) => blocks)).toEqual([
      1001, 1001,
    ])
  })
})

describe('the NFTs of an account whose node is busy or unable to answer', () => {
  const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
  const received = {
    ...{ address: quiet, data: '0x', blockNumber: '0x4e20', logIndex: '0x0' },
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      ...[0n, busy, 1n].map((value) => `0x${word(value)}`),
    ],
  }

  const tooBusy = { code: -32005, message: 'rate limit' }
  const behind = { code: -32000, message: 'header not found' }

  it.each([
    ['is too busy to say', 'who owns an NFT', '0x6352211e', tooBusy, {}],
    ['is too busy to say', 'where an NFT has its metadata', '0xc87b56dd', tooBusy, {}],
    ['lacks the data to say', 'who owns an NFT', '0x6352211e', behind, undefined],
    ['lacks the data to say', 'where an NFT has its metadata', '0xc87b56dd', behind, undefined],
  ])("can't be listed while the node %s %s", async (_, __, selector, error, reported) => {
    const calls = new NodeCalls(async (body) => {
      type Call = NodeCall & { readonly id: number; readonly params: readonly [{ readonly data: string }] }
      const asked = JSON.parse(body) as Call | readonly Call[]
      const answers = [asked].flat().map((call) => {
        const { id, method, params } = call as Call
        if (method === 'eth_blockNumber') return { id, result: '0x4e20' }
        const isReceived =
          body.includes(received.topics[0] ?? '') && JSON.stringify(params).includes(busy.slice(2))
        if (method === 'eth_getLogs') return { id, result: isReceived ? [received] : [] }
        return params[0].data.startsWith(selector) ? { id, error } : { id, result: `0x${word(busy)}` }
      })
      return JSON.stringify(Array.isArray(asked) ? answers : answers[0])
    })
    const { page } = eip155Nfts({ chain: 'eip155:1', node: calls, startBlock: 19_000 })
    await expect(page(busy, undefined)).rejects.toMatchObject({ name: 'NodeFailure', busy: reported })
  })
})
