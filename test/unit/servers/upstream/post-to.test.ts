import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { CaipNetworkId } from '../../../../src/core/chain/caip.ts'
import { forward } from '../../../../src/servers/data/node-proxy.ts'
import { nodeUrls, postTo } from '../../../../src/servers/upstream/post-to.ts'
import { type Loopback, loopback } from '../../../support/loopback.ts'

const open: Loopback[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
interface Call {
  readonly id?: number
  readonly method: string
}
const answer = (response: ServerResponse, value: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
async function node(reply: (body: Call | readonly Call[], response: ServerResponse) => void) {
  const server = await loopback(({ body }, response) => reply(JSON.parse(body), response))
  open.push(server)
  return server
}
const result = ({ id }: Call) => ({ jsonrpc: '2.0', id, result: '0x1' })
const good = () =>
  node((body, response) => answer(response, Array.isArray(body) ? body.map(result) : result(body as Call)))
const call = (method: string, id = 1) => ({ jsonrpc: '2.0', id, method, params: [] })
const methods = new Set(['eth_call', 'eth_blockNumber', 'eth_sendRawTransaction'])

describe('a service with its own nodes', () => {
  it('uses each URL of rpcUrl and rpcUrls once, with rpcUrl first', () => {
    expect(nodeUrls({ rpcUrl: 'a', rpcUrls: ['b', 'a', 'c'] })).toEqual(['a', 'b', 'c'])
    expect(nodeUrls({ rpcUrl: 'a' })).toEqual(['a'])
  })

  it.each<[string, (body: unknown, response: ServerResponse) => void]>([
    ['is cut off', (_, response) => response.destroy()],
    ['fails', (_, response) => answer(response, {}, 503)],
    ['is busy', (_, response) => answer(response, { error: { code: 429 } }, 429)],
    ['answers HTML', (_, response) => void response.end('<html>')],
    [
      'answers with the wrong id',
      (_, response) => answer(response, { jsonrpc: '2.0', id: 7, result: '0x2' }),
    ],
    ['redirects', (_, response) => void response.writeHead(302, { location: 'http://x.example/' }).end()],
  ])('sends a read to the next node if the first node %s', async (_, reply) => {
    const [first, second] = [await node(reply as never), await good()]
    const text = await postTo([first.url, second.url])(JSON.stringify(call('eth_call')))
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
    expect(second.requests).toHaveLength(1)
  })

  it.each([
    ['lacks the block', { code: -32000, message: 'header not found' }],
    ['lacks the state', { code: -32000, message: 'missing trie node 4e4e (path ) <nil>' }],
    ['is busy', { code: -32005, message: 'too many requests' }],
    ['lacks the method', { code: -32601, message: 'unknown method' }],
  ])('asks the next node before it reports that the first node %s', async (_, error) => {
    const lacking = (body: Call | readonly Call[]) =>
      Array.isArray(body)
        ? body.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
        : { jsonrpc: '2.0', id: (body as Call).id, error }
    const first = await node((body, response) => answer(response, lacking(body)))
    const second = await good()
    for (const body of [call('eth_call'), [call('eth_call'), call('eth_blockNumber', 2)]]) {
      const found = JSON.parse(await postTo([first.url, second.url])(JSON.stringify(body)))
      expect([found].flat()).toEqual([body].flat().map(result))
      const down = await node((_, response) => response.destroy())
      const told = JSON.parse(await postTo([first.url, down.url])(JSON.stringify(body)))
      expect([told].flat()).toEqual([body].flat().map(({ id }) => ({ jsonrpc: '2.0', id, error })))
    }
  })

  // The history reads cosmos blocks with these methods. A page simulates a transaction with `debug_traceCall`.
  it.each(['block', 'blockchain', 'block_results', 'debug_traceCall'])(
    'asks the next node if the first node lacks %s',
    async (method) => {
      const error = { code: -32601, message: 'Method not found' }
      const first = await node((body, response) =>
        answer(response, { jsonrpc: '2.0', id: (body as Call).id, error }),
      )
      const text = await postTo([first.url, (await good()).url])(JSON.stringify(call(method)))
      expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
    },
  )

  it.each([
    ['eth_newFilter', 2],
    ['eth_newBlockFilter', 2],
    ['eth_newPendingTransactionFilter', 2],
    ['eth_getFilterChanges', 2],
    // Both callers can use the same answer.
    ['eth_getFilterLogs', 1],
  ])(
    'answers two equal calls of %s at the same time with the answers of %i requests',
    async (method, count) => {
      let answered = 0
      const only = await node((body, response) => {
        answered++
        const each = (one: Call) => ({ ...result(one), result: `0x${answered}` })
        answer(response, Array.isArray(body) ? body.map(each) : each(body as Call))
      })
      const post = postTo([only.url])
      for (const body of [call(method), [call('eth_call'), call(method, 2)]]) {
        const before = only.requests.length
        const texts = await Promise.all([post(JSON.stringify(body)), post(JSON.stringify(body))])
        expect(only.requests).toHaveLength(before + count)
        expect(new Set(texts).size).toBe(count)
      }
    },
  )

  it('keeps using a node that refuses a call with too many results', async () => {
    const error = { code: -32005, message: 'query returned more than 10000 results' }
    const first = await node((body, response) =>
      answer(response, { jsonrpc: '2.0', id: (body as Call).id, error }),
    )
    const post = postTo([first.url, (await good()).url])
    for (const id of [1, 2]) await post(JSON.stringify(call('eth_getLogs', id)))
    expect(first.requests).toHaveLength(2)
  })

  it('sends a user operation only once, to the first node', async () => {
    const [first, second] = [await node((_, response) => response.destroy()), await good()]
    const post = postTo([first.url, second.url])
    await expect(post(JSON.stringify(call('eth_sendUserOperation')))).rejects.toMatchObject({
      name: 'NodeFailure',
    })
    expect([first.requests.length, second.requests.length]).toEqual([1, 0])
  })

  it("keeps every digit of a number in a node's answer", async () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":18446744073709551615}'
    const exact = await loopback((_, response) => void response.end(text))
    open.push(exact)
    expect(await postTo([exact.url])(JSON.stringify(call('eth_call')))).toBe(text)
  })

  it('reports how long its node is busy', async () => {
    const busy = await node((_, response) => {
      response.setHeader('retry-after', '7')
      answer(response, {}, 429)
    })
    await expect(postTo([busy.url])(JSON.stringify(call('eth_call')))).rejects.toMatchObject({
      busy: { retryAfter: '7' },
    })
  })

  it('sends each call of a batch separately if the node accepts no batches', async () => {
    let most = 0
    let now = 0
    const single = await node((body, response) => {
      if (Array.isArray(body))
        return answer(response, { error: { code: -32600, message: 'no batches' } }, 400)
      most = Math.max(most, ++now)
      setImmediate(() => {
        now--
        answer(
          response,
          (body as Call).id === 3 ? {} : result(body as Call),
          (body as Call).id === 3 ? 500 : 200,
        )
      })
    })
    const calls = Array.from({ length: 20 }, (_, id) => call('eth_call', id))
    const { body, status } = await forward(postTo([single.url]), methods, {
      body: JSON.stringify([...calls, call('eth_sendRawTransaction', 20)]),
    })
    expect(status).toBe(200)
    const answers = JSON.parse(body) as { id: number; result?: string; error?: { code: number } }[]
    const byId = new Map(answers.map((one) => [one.id, one]))
    expect(byId.size).toBe(21)
    expect(byId.get(0)?.result).toBe('0x1')
    expect(byId.get(3)?.error?.code).toBe(-32603)
    // A transaction that the node may have accepted isn't sent again.
    expect(byId.get(20)?.error?.code).toBe(-32603)
    expect(single.requests).toHaveLength(1 + 20)
    expect(most).toBeLessThanOrEqual(6)
  })

  describe('that sends a transaction', () => {
    const sent = JSON.stringify(call('eth_sendRawTransaction'))
    const lost = () => node((_, response) => response.destroy())
    const busy = () => node((_, response) => answer(response, {}, 429))
    const refusing = (message: string) =>
      node((body, response) => {
        const refused = (one: Call) =>
          one.method === 'eth_call'
            ? result(one)
            : { jsonrpc: '2.0', id: one.id, error: { code: -32000, message } }
        answer(response, Array.isArray(body) ? body.map(refused) : refused(body as Call))
      })
    const urlsOf = (nodes: readonly Loopback[]) => nodes.map(({ url }) => url)

    it('reports a failure, not a busy node, for a transaction that a node may have sent', async () => {
      const nodes = [await lost(), await busy()]
      const failure = await postTo(urlsOf(nodes))(sent).catch((error: unknown) => error)
      expect(nodes.map(({ requests }) => requests.length)).toEqual([1, 1])
      expect(failure).toMatchObject({ name: 'NodeFailure', busy: undefined })
    })

    it('reports busy nodes if all nodes are too busy to send the transaction', async () => {
      const nodes = [await busy(), await busy()]
      await expect(postTo(urlsOf(nodes))(sent)).rejects.toMatchObject({ busy: {} })
      expect(nodes.map(({ requests }) => requests.length)).toEqual([1, 1])
    })

    it.each<[string, string]>([
      ['a transaction', sent],
      ['a batch with a transaction', JSON.stringify([call('eth_call', 2), call('eth_sendRawTransaction')])],
    ])('reports a failure, not a refusal, for %s that a node may have sent', async (_, body) => {
      const nodes = [await lost(), await refusing('nonce too low')]
      const failure = await postTo(urlsOf(nodes))(body).catch((error: unknown) => error)
      expect(nodes.map(({ requests }) => requests.length)).toEqual([1, 1])
      expect(failure).toMatchObject({ name: 'NodeFailure', busy: undefined, refused: false })
    })

    it.each<[string, () => Promise<readonly Loopback[]>, string]>([
      ['of its only node', async () => [await refusing('nonce too low')], 'nonce too low'],
      [
        'of the second node if the first is busy',
        async () => [await busy(), await refusing('no gas')],
        'no gas',
      ],
      [
        'of a node that already has the transaction',
        async () => [await lost(), await refusing('already known')],
        'already known',
      ],
    ])('reports the error %s', async (_, open, message) => {
      const text = await postTo(urlsOf(await open()))(sent)
      expect(JSON.parse(text).error).toEqual({ code: -32000, message })
    })

    it("returns the second node's hash if the first node's answer is lost", async () => {
      const text = await postTo(urlsOf([await lost(), await good()]))(sent)
      expect(JSON.parse(text).result).toBe('0x1')
    })
  })

  describe('for one network', () => {
    const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
    const serving = (identity: unknown) =>
      node((body, response) => {
        const { id, method } = body as Call
        const isIdentity = method === 'eth_chainId' || method === 'getGenesisHash'
        answer(response, { jsonrpc: '2.0', id, result: isIdentity ? identity : '0x1' })
      })

    it.each<[CaipNetworkId, string, unknown, unknown]>([
      ['eip155:1', 'eth_call', '0x1', '0x5'],
      ['eip155:1', 'eth_sendRawTransaction', '0x1', '0x5'],
      ['eip155:1', 'eth_call', '0x1', null],
      [
        `solana:${genesis.slice(0, 32)}`,
        'getBalance',
        genesis,
        'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
      ],
    ])(
      'for %s, returns the answer to %s from a node with the identity %s, not %s',
      async (network, method, ours, others) => {
        const body = JSON.stringify(call(method))
        const [down, other, right] = [await busy503(), await serving(others), await serving(ours)]
        expect(JSON.parse(await postTo([down.url, other.url, right.url], network)(body)).result).toBe('0x1')
        await expect(postTo([down.url, other.url], network)(body)).rejects.toMatchObject({
          name: 'NodeFailure',
        })
      },
    )

    it.each([
      ['lacks the method', { code: -32601, message: 'unknown method' }],
      ['lacks the state', { code: -32000, message: 'missing trie node 4e4e (path ) <nil>' }],
    ])('reports that the first node %s if the second node fails', async (_, error) => {
      const first = await node((body, response) => {
        const { id, method } = body as Call
        if (method === 'eth_chainId') answer(response, { jsonrpc: '2.0', id, result: '0x1' })
        else answer(response, { jsonrpc: '2.0', id, error })
      })
      const down = await busy503()
      const post = postTo([first.url, down.url], 'eip155:1')
      const body = JSON.stringify(call('eth_call'))
      for (const text of await Promise.all([post(body), post(body)]))
        expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 1, error })
    })

    it('does not check the network of its only node', async () => {
      const other = await serving('0x5')
      await postTo([other.url], 'eip155:1')(JSON.stringify(call('eth_call')))
      expect(other.requests).toHaveLength(1)
    })

    const busy503 = () => node((_, response) => answer(response, {}, 503))
  })

  it('does not split a batch that no node answers', async () => {
    const dead = await node((_, response) => response.destroy())
    const body = JSON.stringify(Array.from({ length: 20 }, (_, id) => call('eth_call', id)))
    await expect(forward(postTo([dead.url]), methods, { body })).rejects.toThrow('does not answer')
    // If the connection breaks, the batch may be sent a second time.
    expect(dead.requests.length).toBeLessThanOrEqual(2)
  })
})
