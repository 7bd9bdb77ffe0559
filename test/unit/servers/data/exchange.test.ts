import { expect, it } from 'vitest'
import type { Hex } from '../../../../src/core/chain/caip.ts'
import { NodeCalls } from '../../../../src/servers/data/node-calls.ts'
import { routesBetween } from '../../../../src/servers/data/swap/exchange.ts'

interface Call {
  readonly id: number
  readonly params: readonly [{ readonly data: string }]
}

it('a swap to the wrapped coin has one route, in any spelling of the address', async () => {
  const weth: Hex = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
  let calls = 0
  const node = new NodeCalls(async (body) => {
    const answers = [JSON.parse(body) as Call].flat().map(({ id, params: [{ data }] }) => {
      calls++
      // `getPair` answers with one word, `getReserves` with three.
      const words = data.startsWith('0xe6a43905') ? 1 : 3
      return { jsonrpc: '2.0', id, result: `0x${'1'.padStart(64, '0').repeat(words)}` }
    })
    return JSON.stringify(body.startsWith('[') ? answers : answers[0])
  })
  const token = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const exchange = {
    ...({ chain: 'eip155:1', node, router: '0x01', factory: '0x02', native: token, tokens: [] } as const),
    wrapped: { ...token, address: weth },
  }
  const from: Hex = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
  const to = weth.toLowerCase() as Hex
  expect((await routesBetween(exchange, from, to)).map(({ path }) => path)).toEqual([[from, to]])
  // One call asks for the pair, and one for its reserves.
  expect(calls).toBe(2)
})
