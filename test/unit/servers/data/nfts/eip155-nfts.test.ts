import { describe, expect, it } from 'vitest'
import { eip155Nfts } from '../../../../../src/servers/data/nfts/eip155-nfts.ts'
import { type NodeCall, type NodeCalls, NodeFailure } from '../../../../../src/servers/data/node-calls.ts'

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
