import { describe, expect, it } from 'vitest'
import { failure } from '../../support/http.ts'
import { answers, fakeEndpoint, never, type WireCall } from '../../support/loopback.ts'
import { manualRpcPool, rpcPool } from '../../support/rpc.ts'

const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/']
const name = (url: string) => new URL(url).hostname[0] as string

type Reply = (calls: readonly WireCall[], signal: AbortSignal) => unknown
/** Returns fake endpoints. Each gives the reply under its name: a, b or c. */
function endpoints(replies: Readonly<Record<string, Reply>>) {
  const node = fakeEndpoint((calls, { url, signal }) => {
    const reply = replies[name(url)]
    if (!reply) throw new Error(`not expected: ${url}`)
    return reply(calls, signal)
  })
  return { ...node, asked: () => node.urls.map(name).join('') }
}

const fine: Reply = (calls) => answers(calls, () => 'fine')
const http =
  (status: number, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response('', { status, headers })
const down: Reply = () => {
  throw new TypeError('fetch failed')
}
const refuses =
  (code: number, message = 'no'): Reply =>
  ([call]) => ({ jsonrpc: '2.0', id: call!.id, error: { code, message } })

describe('a read with several endpoints', () => {
  it('is answered by the third endpoint if the first is late and the second fails', async () => {
    const node = endpoints({ a: (_, signal) => never(signal), b: http(500), c: fine })
    const { ask, pauses } = rpcPool(node.fetch, { urls })
    expect(await ask('eth_call')).toBe('fine')
    expect(node.asked()).toBe('abc')
    expect(pauses()).toEqual([])
  })

  it.each([
    ['HTTP 401', http(401)],
    ['HTTP 404', http(404)],
    ['HTML', () => new Response('<html>')],
    ['a reset connection', down],
    ['an unknown method', refuses(-32601)],
    ['a pruned state', refuses(-32000, 'missing trie node')],
    ['a missing resource', refuses(-32001)],
    ['too many requests', refuses(-32005)],
    ['an internal error', refuses(-32603)],
    ['nonsense', () => ({ jsonrpc: '2.0' })],
  ])('is sent to the next endpoint after %s', async (_, reply) => {
    const node = endpoints({ a: reply, b: fine })
    expect(await rpcPool(node.fetch, { urls }).ask('eth_call')).toBe('fine')
    expect(node.asked()).toBe('ab')
  })

  it.each([
    ['the code -32003', refuses(-32003), 'rpc/transaction-rejected'],
    ['the code 4001', refuses(4001), 'wallet/user-rejected'],
    ['the code 5000', refuses(5000), 'wallet/user-rejected'],
    ['a revert', refuses(3, 'execution reverted'), 'node/execution-reverted'],
    ['a revert with the code -32603', refuses(-32603, 'execution reverted: no'), 'node/execution-reverted'],
    ['the code -32602', refuses(-32602), 'rpc/invalid-params'],
    ['a lack of funds', refuses(-32000, 'insufficient funds for gas'), 'node/insufficient-funds'],
  ])('fails at once after %s', async (_, reply, code) => {
    const node = endpoints({ a: reply, b: fine })
    expect(await failure(rpcPool(node.fetch, { urls }).ask('eth_call'))).toMatchObject({ code })
    expect(node.asked()).toBe('a')
  })

  it('is retried only at endpoints whose errors may be temporary', async () => {
    const node = endpoints({ a: http(503), b: http(401), c: http(502) })
    const { ask, pauses } = rpcPool(node.fetch, { urls })
    expect(await failure(ask('eth_call'))).toMatchObject({ status: 502 })
    expect(node.asked()).toBe('abcacacac')
    expect(pauses()).toEqual([150, 300, 600])
  })

  const hung: Reply = (_, signal) => never(signal)
  const lacks = refuses(-32601, 'the method eth_simulateV1 does not exist')
  const wide = refuses(-32005, 'query returned more than 10000 results')
  const pruned = refuses(-32000, 'missing trie node')
  it.each([
    ['a timeout', hung],
    ['HTTP 503', http(503)],
    ['HTTP 403', http(403)],
    ['HTML', () => new Response('<html>')],
    ['a reset connection', down],
    ['HTTP 429', http(429)],
  ])('fails with the error of a working endpoint instead of %s', async (_, reply) => {
    for (const [said, code] of [
      [lacks, 'rpc/method-unsupported'],
      [wide, 'rpc/limit-exceeded'],
    ] as const) {
      const node = endpoints({ a: reply, b: said })
      const { ask, within } = manualRpcPool(node.fetch)
      // After the first read, endpoint a rests, so the second read asks endpoint a last.
      for (const params of [1, 2]) {
        const error = await within(reply === hung ? 10_000 : 150, failure(ask('eth_getLogs', params)))
        expect(error).toMatchObject({ code })
      }
      expect(node.urls.length).toBeLessThanOrEqual(reply === hung ? 5 : 8)
    }
  })

  it('is retried at the first endpoint if the second lacks the method', async () => {
    let asked = 0
    const node = endpoints({
      a: (calls, signal) => (++asked < 2 ? down : fine)(calls, signal),
      b: lacks,
    })
    const { ask, pauses } = rpcPool(node.fetch, { urls: urls.slice(0, 2) })
    expect(await ask('eth_simulateV1')).toBe('fine')
    expect(node.asked()).toBe('aba')
    expect(pauses()).toEqual([150])
  })

  it('fails with the error of the second endpoint if the first never answers', async () => {
    const node = endpoints({ a: hung, b: lacks })
    const { ask, within } = manualRpcPool(node.fetch)
    const error = await within(10_000, failure(ask('eth_getBlockReceipts')))
    expect(error).toMatchObject({ code: 'rpc/method-unsupported' })
    expect(node.asked()).toBe('ab')
  })

  it('fails with rpc/not-kept if one endpoint refuses and the other lacks the data', async () => {
    for (const [reply, found] of [
      [http(401), { code: 'rpc/not-kept' }],
      [http(503), { status: 503 }],
    ] as const) {
      const node = endpoints({ a: reply, b: pruned })
      const { ask } = rpcPool(node.fetch, { urls: urls.slice(0, 2) })
      for (const params of [1, 2]) expect(await failure(ask('eth_call', params))).toMatchObject(found)
    }
  })

  it('is retried at the second endpoint while the first is rate-limited', async () => {
    let asked = 0
    const node = endpoints({
      a: http(429, { 'retry-after': '20' }),
      b: (calls, signal) => (++asked < 2 ? http(503)(calls, signal) : fine(calls, signal)),
    })
    const { ask, pauses } = rpcPool(node.fetch, { urls: urls.slice(0, 2) })
    expect(await ask('eth_call')).toBe('fine')
    expect(node.asked()).toBe('abb')
    expect(pauses()).toEqual([150])
  })

  it('ends when the caller aborts', async () => {
    const node = endpoints({
      a: http(500),
      b: (calls, signal) => (calls[0]?.method === 'eth_call' ? never(signal) : fine(calls, signal)),
      c: fine,
    })
    const { pool, ask, clock } = rpcPool(node.fetch, { urls })
    const controller = new AbortController()
    const call = failure(pool.request({ method: 'eth_call' }, { signal: controller.signal }))
    await expect.poll(() => node.posts.length, { message: 'both requests arrive' }).toBe(2)
    controller.abort()
    expect(await call).toMatchObject({ code: 'flow/aborted' })
    // A later request gets an answer. The aborted request is not sent again.
    expect(await ask('eth_chainId')).toBe('fine')
    expect(node.posts.filter(([asked]) => asked?.method === 'eth_call')).toHaveLength(2)
    expect(clock.pending).toBe(0)
  })
})

describe('a request that changes state', () => {
  const methods = [
    'eth_sendTransaction',
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_signTransaction',
    'wallet_sendCalls',
    'wallet_grantPermissions',
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
    'anvil_setBalance',
    'no_idea',
  ]

  it.each(methods)('is sent only once, even after a failure: %s', async (method) => {
    for (const reply of [
      http(503),
      http(429),
      down,
      refuses(-32603),
      refuses(-32005),
      () => new Response('<html>'),
    ]) {
      const node = endpoints({ a: reply, b: fine })
      await failure(rpcPool(node.fetch, { urls }).ask(method))
      expect(node.asked()).toBe('a')
    }
  })

  it('is sent only once if no answer comes', async () => {
    const node = endpoints({ a: (_, signal) => never(signal), b: fine })
    expect(await failure(rpcPool(node.fetch, { urls }).ask('eth_sendTransaction'))).toMatchObject({
      code: 'http/timeout',
    })
    expect(node.asked()).toBe('a')
  })

  it('is sent outside batches each time the caller asks', async () => {
    const node = endpoints({ a: fine })
    const { ask } = rpcPool(node.fetch, { urls })
    await Promise.all([
      ask('eth_call'),
      ask('eth_sendTransaction'),
      ask('eth_sendTransaction'),
      ask('eth_getCode'),
    ])
    const posts = node.posts.map((calls) => calls.map(({ method }) => method).join('+')).sort()
    expect(posts).toEqual(['eth_call+eth_getCode', 'eth_sendTransaction', 'eth_sendTransaction'])
  })

  it('may be sent to a second endpoint if it is a signed transaction', async () => {
    const node = endpoints({ a: http(503), b: fine })
    const { ask } = rpcPool(node.fetch, { urls })
    expect(await Promise.all([ask('eth_sendRawTransaction', '0x1'), ask('eth_call')])).toEqual([
      'fine',
      'fine',
    ])
    const posts = node.posts.map((calls) => calls.map(({ method }) => method).join('+')).sort()
    expect(posts).toEqual(['eth_call', 'eth_call', 'eth_sendRawTransaction', 'eth_sendRawTransaction'])
  })

  it.each(['already known', 'nonce too low', 'transaction already imported'])(
    'fails with a nonce error if its answer was lost and its retry fails: %s',
    async (message) => {
      let asked = 0
      const node = endpoints({
        a: (calls, signal) => (++asked === 1 ? down(calls, signal) : refuses(-32000, message)(calls, signal)),
      })
      const { ask } = rpcPool(node.fetch, { urls: urls.slice(0, 1) })
      expect(await failure(ask('eth_sendRawTransaction', '0x1'))).toMatchObject({
        code: 'node/nonce-too-low',
      })
      expect(asked).toBe(2)
    },
  )
})

describe('an endpoint that must show which network it serves', () => {
  const identity = {
    call: { method: 'eth_chainId' },
    matches: (answer: unknown) => BigInt(answer as string) === 1n,
    expected: 'eip155:1',
  }
  const on =
    (chain: unknown, value: unknown = `on ${chain}`): Reply =>
    (calls) =>
      answers(calls, ({ method }) => (method === 'eth_chainId' ? chain : value))

  it('is asked for its network once, together with the first calls', async () => {
    const node = endpoints({ a: on('0x1') })
    const { ask } = rpcPool(node.fetch, { urls, identity })
    expect(await Promise.all([ask('eth_call', 1), ask('eth_call', 2)])).toEqual(['on 0x1', 'on 0x1'])
    expect(await ask('eth_call', 3)).toBe('on 0x1')
    expect(node.posts.map((calls) => calls.map(({ method }) => method))).toEqual([
      ['eth_chainId', 'eth_call', 'eth_call'],
      ['eth_call'],
    ])
  })

  it('is excluded permanently if it serves the wrong network', async () => {
    const node = endpoints({ a: on('0x38', 'a lie'), b: on('0x1', 'the truth') })
    const mismatches: unknown[] = []
    const { ask, logged } = rpcPool(node.fetch, {
      urls: ['https://a.example/secret-key', ...urls.slice(1)],
      identity,
      onMismatch: (url, answer) => mismatches.push([url, answer]),
    })
    expect(await Promise.all([ask('eth_call', 1), ask('eth_call', 2)])).toEqual(['the truth', 'the truth'])
    expect(await ask('eth_call', 3)).toBe('the truth')
    expect(mismatches).toEqual([['a.example', '0x38']])
    expect(logged).toMatchObject([{ level: 'warn', message: expect.stringContaining('a.example') }])
    expect(JSON.stringify(logged)).not.toContain('secret-key')
  })

  it('is ignored if it refuses a call but serves the wrong network', async () => {
    const node = endpoints({
      a: (calls) =>
        calls.map(({ id, method }) =>
          method === 'eth_chainId'
            ? { jsonrpc: '2.0', id, result: '0x38' }
            : { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } },
        ),
      b: on('0x1', 'the truth'),
    })
    expect(await rpcPool(node.fetch, { urls, identity }).ask('eth_call')).toBe('the truth')
  })

  it('receives a transaction only after it has shown which network it serves', async () => {
    for (const method of ['eth_sendTransaction', 'eth_sendRawTransaction']) {
      const node = endpoints({ a: on('0x38'), b: on('0x1', 'sent') })
      expect(await rpcPool(node.fetch, { urls, identity }).ask(method)).toBe('sent')
      expect(node.posts.map(([call]) => call?.method)).toEqual(['eth_chainId', 'eth_chainId', method])
      expect(node.asked()).toBe('abb')
    }
  })

  it('causes an error if it is the only endpoint and serves the wrong network', async () => {
    const node = endpoints({ a: on('0x38') })
    const { ask } = rpcPool(node.fetch, { urls: urls.slice(0, 1), identity })
    const error = await failure(ask('eth_call'))
    expect(error).toMatchObject({
      code: 'network/endpoint-mismatch',
      message: 'The RPC endpoint of eip155:1 serves "0x38"',
    })
    expect(await failure(ask('eth_sendTransaction'))).toMatchObject({ code: 'network/endpoint-mismatch' })
    expect(node.posts.flat().filter(({ method }) => method === 'eth_sendTransaction')).toEqual([])
    expect(node.posts).toHaveLength(1)
  })

  const each =
    (error: unknown): Reply =>
    (calls) =>
      calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }))

  it.each([
    ['nonsense', on('0xZZ')],
    ['nothing', on(null)],
    ['a refusal', each({ code: -32602, message: 'no' })],
    ['a rejection', each({ code: 3, message: 'execution reverted' })],
    ['a failure', http(500)],
  ])('rests for 10 s if its answer about its network is %s', async (_, broken) => {
    let broke = true
    const node = endpoints({
      a: (calls, signal) => (broke ? broken : on('0x1', 'from a'))(calls, signal),
      b: on('0x1', 'from b'),
    })
    const { ask, clock } = manualRpcPool(node.fetch, { urls: urls.slice(0, 2), identity })
    expect(await ask('eth_call')).toBe('from b')
    broke = false
    await clock.advance(10_000)
    expect(await ask('eth_call')).toBe('from a')
  })

  it('answers the second caller if the first caller aborts', async () => {
    let answer = () => {}
    const gate = new Promise<void>((resolve) => (answer = resolve))
    const node = endpoints({
      a: async (calls) => {
        await gate
        return on('0x1')(calls, new AbortController().signal)
      },
    })
    const { pool, ask } = rpcPool(node.fetch, { urls, identity })
    const controller = new AbortController()
    const first = failure(pool.request({ method: 'eth_call', params: [1] }, { signal: controller.signal }))
    const second = ask('eth_call', 2)
    await expect.poll(() => node.posts.length, { message: 'the request arrives' }).toBe(1)
    controller.abort()
    expect(await first).toMatchObject({ code: 'flow/aborted' })
    answer()
    expect(await second).toBe('on 0x1')
    expect(node.posts).toHaveLength(1)
  })
})

describe('disposing of a pool', () => {
  it('rejects pending and new requests', async () => {
    const node = endpoints({ a: (_, signal) => never(signal) })
    const { pool, ask, clock } = rpcPool(node.fetch, { urls })
    const reads = [ask('eth_call'), ask('eth_call'), ask('eth_sendTransaction')].map((call) => failure(call))
    pool.dispose()
    pool.dispose()
    for (const error of await Promise.all(reads)) expect(error).toMatchObject({ code: 'flow/aborted' })
    expect(await failure(ask('eth_call'))).toMatchObject({ code: 'config/disposed' })
    expect(clock.pending).toBe(0)
  })
})
