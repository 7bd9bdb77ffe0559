import { afterEach, describe, expect, it } from 'vitest'
import { faultRows } from '../../../../src/devnet/node-faults/fault-rows.ts'
import {
  type NodeFaults,
  type NodeFaultsOptions,
  startNodeFaults,
} from '../../../../src/devnet/node-faults/start-node-faults.ts'
import { type Loopback, loopback } from '../../../support/loopback.ts'

const open: { stop?(): Promise<void>; close?(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await (each.stop?.() ?? each.close?.())
})

/** Starts a node that answers each method with the method's name, and each path with the path. */
async function node(): Promise<Loopback> {
  const server = await loopback(({ method, path, body }, response) => {
    response.setHeader('content-type', 'application/json')
    if (method === 'GET') return void response.end(`"${path}"`)
    const asked = JSON.parse(body)
    const answers = [asked].flat().map((call: { id: number; method: string }) => ({
      ...{ jsonrpc: '2.0', id: call.id },
      result: call.method === 'eth_chainId' ? '0x7a69' : call.method,
    }))
    response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
  })
  open.push(server)
  return server
}

async function faulty(...faults: NodeFaultsOptions['faults']): Promise<NodeFaults & { behind: Loopback }> {
  const behind = await node()
  const started = await startNodeFaults({ target: behind.url, faults })
  open.push(started)
  return { ...started, behind }
}

const call = (method: string, id = 1) => ({ jsonrpc: '2.0', id, method, params: [] })
const calls = (length: number) => Array.from({ length }, (_, at) => call('eth_blockNumber', at + 1))

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}

const shop = { origin: 'http://localhost:5173' }

describe('a proxy without faults', () => {
  it('answers single calls, batches and paths as the node does, and records each request', async () => {
    const { url, requests, behind } = await faulty()
    expect((await post(url, call('eth_gasPrice', 7))).json()).toEqual({
      ...{ jsonrpc: '2.0', id: 7 },
      result: 'eth_gasPrice',
    })
    expect((await post(url, calls(30))).json()).toHaveLength(30)
    expect(await (await fetch(`${url}/blocks/tip/height?x=1`)).text()).toBe('"/blocks/tip/height?x=1"')
    expect(requests.map(({ calls, isBatch }) => [calls.length, isBatch])).toEqual([
      [1, false],
      [30, true],
      [1, false],
    ])
    expect(requests[2]?.calls[0]?.method).toBe('GET /blocks/tip/height?x=1')
    expect(behind.requests).toHaveLength(3)
  })

  it('answers pages that this machine serves, and refuses other pages', async () => {
    const { url } = await faulty()
    const preflight = await fetch(url, { method: 'OPTIONS', headers: shop })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      200,
      shop.origin,
    ])
    expect((await post(url, call('eth_gasPrice'), { origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('startNodeFaults', () => {
  it.each([
    ['nonsense', /there is no node fault "nonsense": use busy,/],
    ['hung:3', /hung takes no argument/],
    ['batch-limit:many', /batch-limit needs a whole number/],
    ['no-batch:teapot', /no-batch needs one of object,/],
    ['busy@soon', /there is no node fault "busy@soon"/],
    ['__proto__', /there is no node fault/],
  ])('refuses the fault %s, and the error says why', async (name, reason) => {
    await expect(startNodeFaults({ target: 'http://127.0.0.1:1', faults: [name] })).rejects.toThrow(reason)
  })

  it('accepts each fault without an argument', async () => {
    const { set } = await faulty()
    expect(() => set(Object.keys(faultRows))).not.toThrow()
  })

  it('refuses a target that is not an HTTP URL', async () => {
    await expect(startNodeFaults({ target: 'wss://node.example', faults: [] })).rejects.toMatchObject({
      code: 'validation/invalid-input',
    })
  })
})

describe('a proxy with a limited fault', () => {
  it('applies the fault once, and then passes requests on', async () => {
    const { url } = await faulty('busy@once')
    expect((await post(url, call('eth_gasPrice'))).status).toBe(429)
    expect((await post(url, call('eth_gasPrice'))).status).toBe(200)
  })

  it('counts only the calls that the fault changes', async () => {
    const { url } = await faulty('null-result/eth_getTransactionCount@once')
    const read = async (method: string) => (await post(url, call(method))).json().result
    expect(await read('eth_gasPrice')).toBe('eth_gasPrice')
    expect(await read('eth_getTransactionCount')).toBeNull()
    expect(await read('eth_getTransactionCount')).toBe('eth_getTransactionCount')
  })

  it('applies the fault to each method whose name begins with the prefix', async () => {
    const { url } = await faulty('status:520/eth_get*')
    expect((await post(url, call('eth_getBalance'))).status).toBe(520)
    expect((await post(url, call('eth_call'))).status).toBe(200)
  })

  it('can get other faults while it runs', async () => {
    const { url, set } = await faulty('empty')
    expect((await post(url, call('eth_gasPrice'))).text).toBe('')
    set([])
    expect((await post(url, call('eth_gasPrice'))).json().result).toBe('eth_gasPrice')
    expect(() => set(['nonsense'])).toThrow(/there is no node fault/)
  })
})

describe('a proxy', () => {
  it.each([
    ['busy', 429],
    ['busy:522', 522],
    ['html:403', 403],
    ['status', 500],
    ['redirect', 301],
  ])('with the fault %s, answers with status %i', async (name, status) => {
    expect((await post((await faulty(name)).url, call('eth_gasPrice'))).status).toBe(status)
  })

  it('hides the header Retry-After from a page or exposes it, depending on the fault', async () => {
    const hidden = await post((await faulty('retry-after:30')).url, call('eth_gasPrice'), shop)
    expect(hidden.headers.get('retry-after')).toBe('30')
    expect(hidden.headers.get('access-control-expose-headers')).toBeNull()
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
    const exposed = await post((await faulty(`retry-after-exposed:${date}`)).url, call('eth_gasPrice'), shop)
    expect(exposed.headers.get('retry-after')).toBe(date)
    expect(exposed.headers.get('access-control-expose-headers')).toMatch(/retry-after/)
  })

  it.each(['reset', 'cut-body'])('with the fault %s, breaks the connection', async (name) => {
    const { url } = await faulty(name)
    await expect(post(url, call('eth_gasPrice'))).rejects.toThrow(/terminated|fetch failed/)
  })

  it('with the fault hung, sends no answer, and the client has to abort', async () => {
    const { url } = await faulty('hung')
    const leaving = AbortSignal.timeout(100)
    await expect(fetch(url, { method: 'POST', body: '{}', signal: leaving })).rejects.toThrow(/timeout/)
  })

  it('with the fault refuses-pages, refuses web pages but answers programs', async () => {
    const { url } = await faulty('refuses-pages')
    const refused = await post(url, call('eth_gasPrice'), shop)
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
    expect((await fetch(url, { method: 'OPTIONS', headers: shop })).status).toBe(403)
    expect((await post(url, call('eth_gasPrice'))).status).toBe(200)
  })

  it('with the fault no-cors, answers web pages without CORS headers', async () => {
    const { url } = await faulty('no-cors')
    const answer = await post(url, call('eth_gasPrice'), shop)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })

  it('with the fault no-preflight, refuses only preflight requests', async () => {
    const { url } = await faulty('no-preflight')
    expect((await fetch(url, { method: 'OPTIONS', headers: shop })).status).toBe(403)
    expect((await post(url, call('eth_gasPrice'), shop)).headers.get('access-control-allow-origin')).toBe(
      shop.origin,
    )
  })

  it('with the fault echoes-url, answers with the URL of the request, including the keys in the URL', async () => {
    const { url } = await faulty('echoes-url')
    expect((await post(`${url}/v2/canary?k=1`, call('eth_gasPrice'))).text).toContain('/v2/canary?k=1')
  })
})

describe('a proxy that receives a batch', () => {
  it.each([
    ['no-batch', 400, /not supported/],
    ['no-batch:403', 403, /Forbidden/],
    ['no-batch:404', 404, /<html>/],
    ['no-batch:500', 500, /Internal/],
    ['no-batch:-32005', 200, /-32005/],
    ['no-batch:-32014', 200, /-32014/],
    ['no-batch:array', 200, /^\[/],
    ['no-batch:empty', 200, /^$/],
    ['batch-limit:2', 200, /maximum is 2/],
    ['batch-limit-unstated:2', 413, /Too Large/],
  ])('with the fault %s, refuses the batch, but answers a single call', async (name, status, text) => {
    const { url } = await faulty(name)
    const refused = await post(url, calls(3))
    expect(refused.status).toBe(status)
    expect(refused.text).toMatch(text)
    expect((await post(url, call('eth_gasPrice'))).json().result).toBe('eth_gasPrice')
  })

  it('limits, halves or reverses the batch, depending on the fault', async () => {
    expect((await post((await faulty('batch-limit:3')).url, calls(3))).json()).toHaveLength(3)
    expect((await post((await faulty('batch-partial')).url, calls(4))).json()).toHaveLength(2)
    const reversed = (await post((await faulty('batch-reversed')).url, calls(3))).json()
    expect(reversed.map(({ id }: { id: number }) => id)).toEqual([3, 2, 1])
  })
})

describe('a proxy that falsifies answers', () => {
  const result = async (name: string, method: string) => {
    const { url } = await faulty(name)
    return (await post(url, call(method))).json()
  }

  it('reports another network, on every request or only on the first one', async () => {
    expect((await result('wrong-identity', 'eth_chainId')).result).toBe('0x1092')
    const { url } = await faulty('wrong-identity-once')
    expect((await post(url, call('eth_chainId'))).json().result).toBe('0x1092')
    expect((await post(url, call('eth_chainId'))).json().result).toBe('0x7a69')
  })

  it('reports its network in unusual formats', async () => {
    expect((await result('odd-identity', 'eth_chainId')).result).toBeNull()
    expect((await result('odd-identity:number', 'eth_chainId')).result).toBe(31337)
    expect((await result('odd-identity:text', 'eth_chainId')).result).toBe('31337')
    expect((await result('odd-identity:error', 'eth_chainId')).error.code).toBe(-32603)
  })

  it.each([
    ['header-not-found', 'eth_getBalance', 'eth_chainId'],
    ['missing-trie-node', 'eth_call', 'eth_blockNumber'],
    ['no-index', 'eth_getTransactionReceipt', 'eth_getBalance'],
    ['not-offered/eth_feeHistory', 'eth_feeHistory', 'eth_gasPrice'],
    ['error-code/eth_call', 'eth_call', 'eth_gasPrice'],
  ])('with the fault %s, fails %s and still answers %s', async (name, fails, works) => {
    const { url } = await faulty(name)
    const answers = (await post(url, [call(fails, 1), call(works, 2)])).json()
    expect(answers[0].error.message).toEqual(expect.any(String))
    expect(answers[1].result).toEqual(expect.any(String))
  })

  it('keeps all digits of the numbers that the fault does not change', async () => {
    const exact = '{"jsonrpc":"2.0","id":1,"result":{"rentEpoch":18446744073709551615}}'
    const behind = await loopback((_, response) => response.end(exact))
    open.push(behind)
    const started = await startNodeFaults({ target: behind.url, faults: ['wrong-identity'] })
    open.push(started)
    expect((await post(started.url, call('getAccountInfo'))).text).toBe(exact)
  })

  it("applies the developer's own faults before the named faults", async () => {
    const { url } = await faulty(
      { call: async ({ method }, next) => (method === 'eth_gasPrice' ? { result: '0x1' } : next()) },
      'null-result',
    )
    expect((await post(url, call('eth_gasPrice'))).json().result).toBe('0x1')
    expect((await post(url, call('eth_call'))).json().result).toBeNull()
  })
})
