import { describe, expect, it } from 'vitest'
import { NodeFailure } from '../../../../src/servers/data/node-calls.ts'
import { forward, proxied } from '../../../../src/servers/data/node-proxy.ts'

/**
 * Reads the method of a call as Go's encoding/json does: it ignores the case of keys, and the last of
 * several equal keys counts.
 */
function goMethod(call: string): string | undefined {
  const found = [...call.matchAll(/"([^"\\]+)"\s*:\s*"([^"]*)"/g)].filter(
    ([, key]) => key?.toLowerCase() === 'method',
  )
  return found.at(-1)?.[2]
}

/** Returns a proxy. `received` lists the bodies of the requests to its node. */
function world(answer = '{"jsonrpc":"2.0","id":1,"result":"0x1"}') {
  const received: string[] = []
  const spent: number[] = []
  const post = async (body: string) => {
    received.push(body)
    return answer
  }
  const ask = async (body: unknown, chain = 'eip155:1') => {
    const url = new URL(`http://service/v1/?chainId=${chain}`)
    const nodes = new Map([['eip155:1', post] as const, ['solana:test', post] as const])
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const spend = (calls: number) => void spent.push(calls)
    return proxied(nodes, { method: 'POST', url, body: text, spend }).then((found) => JSON.parse(found.body))
  }
  return { received, spent, ask }
}
const call = (method: unknown, more: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params: [], ...more })

describe('the node proxy', () => {
  it.each([
    ['twice', '{"jsonrpc":"2.0","id":1,"method":"admin_addPeer","method":"eth_chainId"}'],
    ['twice, once in capitals', '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","Method":"admin_addPeer"}'],
    [
      'twice, once with an escape',
      '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","m\\u0065thod":"admin_addPeer"}',
    ],
    ['twice in a batch', '[{"id":1,"method":"eth_chainId","METHOD":"admin_addPeer"}]'],
  ])('forwards no call that names its method %s', async (_, body) => {
    const { received, ask } = world()
    expect(goMethod(body)).not.toBe(undefined)
    expect([await ask(body)].flat()[0].error.code).toBe(-32600)
    expect(received).toEqual([])
  })

  it('refuses params with keys that programs could read in different ways', async () => {
    const { received, ask } = world()
    const body = '{"id":1,"method":"eth_call","params":[{"to":"0x1","To":"0x2"},"latest"]}'
    expect((await ask(body)).error).toMatchObject({ code: -32600, message: expect.stringContaining('"To"') })
    expect(received).toEqual([])
  })

  it('forwards only the fields that JSON-RPC defines', async () => {
    const { received, ask } = world()
    await ask({ ...call('eth_chainId'), extra: 1, Meth0d: 'x', __proto__: null })
    expect(received).toEqual(['{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'])
    await ask([call('eth_chainId', { more: {} }), call('eth_gasPrice', { params: undefined })])
    expect(received[1]).toBe(
      '[{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]},{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice"}]',
    )
  })

  it('forwards long numbers with all their digits', async () => {
    const { received, ask } = world()
    const params = '[{"lamports":18446744073709551615,"part":0.12345678901234567890}]'
    await ask(`{"id":18446744073709551615,"method":"getBalance","params":${params}}`, 'solana:test')
    expect(received[0]).toContain(`"params":${params}`)
    expect(received[0]).toContain('"id":18446744073709551615')
  })

  it.each([
    ['an object', { toString: null, valueOf: null }],
    ['a list', ['eth_chainId']],
    ['a number', 7],
    ['null', null],
    ['the name of a built-in property of objects', 'constructor'],
  ])('answers with an error if the method is %s', async (_, method) => {
    const { received, ask } = world()
    expect((await ask(call(method))).error.code).toBe(-32601)
    expect(received).toEqual([])
  })

  it.each([
    ['an object', { toString: null }],
    ['a list', [1]],
    ['true', true],
    ['very long', 'x'.repeat(300)],
  ])('answers with an error if the id is %s', async (_, id) => {
    const { received, ask } = world()
    expect(await ask(call('eth_chainId', { id }))).toMatchObject({ id: null, error: { code: -32600 } })
    expect(received).toEqual([])
  })

  it('refuses params that are neither a list nor an object', async () => {
    const { received, ask } = world()
    expect((await ask(call('eth_chainId', { params: 'x' }))).error.code).toBe(-32600)
    expect(received).toEqual([])
  })

  it('counts each call of a batch, and counts a simulation as 20 calls', async () => {
    const { spent, ask } = world('[]')
    await ask(Array.from({ length: 1000 }, () => call('eth_chainId')))
    await ask(call('eth_chainId'))
    await ask(call('evm_mine'))
    await ask(call('debug_traceCall', { params: [{}, 'latest', { tracer: 'callTracer' }] }))
    expect(spent).toEqual([1000, 1, 1, 20])
  })

  it('forwards a simulation only if it stays within the limits', async () => {
    const { received, ask } = world()
    const simulated = (...blockStateCalls: object[]) =>
      ask(call('eth_simulateV1', { params: [{ blockStateCalls, traceTransfers: true }, 'latest'] }))
    const traced = (options: object) => ask(call('debug_traceCall', { params: [{}, 'latest', options] }))
    expect(await simulated({ calls: [{}] })).toHaveProperty('result')
    expect(await traced({ tracer: 'callTracer', tracerConfig: { withLog: true } })).toHaveProperty('result')
    expect(received).toHaveLength(2)
    for (const refused of [
      await simulated(),
      await simulated({ calls: [] }, { calls: [] }),
      await simulated({ calls: Array(101).fill({}) }),
      await traced({}),
      await traced({ tracer: '{step: function() { for (;;); }}' }),
      await traced({ tracer: 'callTracer', timeout: '1h' }),
      await ask(call('debug_traceCall')),
    ])
      expect(refused.error.code).toBe(-32602)
    expect(received).toHaveLength(2)
  })

  describe('for notifications, which need no answer', () => {
    const notification = { jsonrpc: '2.0', method: 'eth_chainId', params: [] }
    const forwarded = (body: unknown, answer: string) =>
      proxied(new Map([['eip155:1', async () => answer] as const]), {
        ...{ method: 'POST', url: new URL('http://service/v1/?chainId=eip155:1') },
        body: JSON.stringify(body),
      })

    it.each(['', ' \n'])('returns an empty answer if the node answers %j', async (answer) => {
      for (const body of [notification, [notification, notification]])
        expect(await forwarded(body, answer)).toMatchObject({ status: 204, body: '' })
    })

    it.each(['', '[]', ' [ ] '])(
      'answers the refused calls with errors if the node answers %j',
      async (answer) => {
        const { status, body } = await forwarded([notification, call('evm_mine')], answer)
        expect([status, JSON.parse(body)]).toEqual([200, [{ ...refusal, id: 1 }]])
      },
    )

    it("combines the node's answers with an error for each refused call", async () => {
      const answer = '[{"jsonrpc":"2.0","id":1,"result":"0x1"}]'
      const { body } = await forwarded([call('eth_chainId'), call('evm_mine')], answer)
      expect(JSON.parse(body)).toEqual([refusal, { jsonrpc: '2.0', id: 1, result: '0x1' }])
    })

    it('fails if the node does not answer a call that needs an answer', async () => {
      await expect(forwarded(call('eth_chainId'), '')).rejects.toThrow('The node does not answer')
      await expect(forwarded([notification, call('eth_chainId')], '')).rejects.toThrow('does not answer')
    })

    const refusal = {
      ...{ jsonrpc: '2.0', id: 1 },
      error: { code: -32601, message: 'The method evm_mine is not supported' },
    }
  })

  describe('after its node refuses a batch', () => {
    const reads = Array.from({ length: 100 }, (_, id) => call('eth_chainId', { id }))
    const refusal = new NodeFailure('The node answered with 400', { refused: true })
    async function sent(answerTo: (body: string, at: number) => string) {
      const received: string[] = []
      const post = async (body: string) => {
        received.push(body)
        if (body.startsWith('[')) throw refusal
        return answerTo(body, received.length - 2)
      }
      const found = await forward(post, new Set(['eth_chainId']), { body: JSON.stringify(reads) }).catch(
        (error: unknown) => error as Error,
      )
      return { found, received }
    }
    const result = (body: string) =>
      JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: '0x1' })

    it('sends each call of the batch alone', async () => {
      const { found, received } = await sent(result)
      expect(received).toHaveLength(1 + reads.length)
      expect(JSON.parse((found as { body: string }).body)).toHaveLength(reads.length)
    })

    it.each<[string, number, NodeFailure]>([
      ['is busy', -32005, new NodeFailure('The node answered with 429', { busy: {} })],
      ['takes too long', -32603, new NodeFailure('The node takes too long')],
    ])('stops sending single calls if the node %s', async (_, code, failure) => {
      const { found, received } = await sent((body, at) => {
        if (at === 10) throw failure
        return result(body)
      })
      expect(received.length).toBeLessThanOrEqual(1 + 10 + 6)
      const answers: { id: number; error?: object }[] = JSON.parse((found as { body: string }).body)
      expect(new Set(answers.map(({ id }) => id)).size).toBe(reads.length)
      const failed = answers.flatMap(({ error }) => error ?? [])
      expect(failed.length).toBeGreaterThanOrEqual(reads.length - 16)
      expect(failed[0]).toEqual({ code, message: failure.message })
    })

    it('stops sending single calls if the node also refuses the first ones', async () => {
      const { found, received } = await sent(() => {
        throw refusal
      })
      expect(found).toBe(refusal)
      expect(received.length).toBeLessThanOrEqual(1 + 6)
    })
  })

  it.each([
    ['takes too long', new NodeFailure('The node takes too long')],
    ['is busy', new NodeFailure('The node answered with 429', { busy: {} })],
  ])('sends a batch only once if the node %s', async (_, failure) => {
    let posts = 0
    const post = async () => {
      posts++
      throw failure
    }
    const body = JSON.stringify(Array.from({ length: 100 }, (_, id) => call('eth_chainId', { id })))
    await expect(forward(post, new Set(['eth_chainId']), { body })).rejects.toBe(failure)
    expect(posts).toBe(1)
  })
})
