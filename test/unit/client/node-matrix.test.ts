import { describe, expect, it, vi } from 'vitest'
import { createRpcPorts } from '../../../src/client/rpc-ports.ts'
import type { CaipNetworkId } from '../../../src/core/chain/caip.ts'
import type { ChainNamespace } from '../../../src/core/chain/namespace.ts'
import { unsupportedNetwork } from '../../../src/core/chain/network.ts'
import { NodeFailure } from '../../../src/servers/data/node-calls.ts'
import { postTo } from '../../../src/servers/upstream/post-to.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { networkNodes } from '../../../src/wallets/node-pool.ts'
import { failure } from '../../support/http.ts'
import { answers, fakeEndpoint, type WireCall } from '../../support/loopback.ts'
import { batchRefusals, brokenEndpoints, type Reply } from '../../support/quirks.ts'

// These tests simulate the faults of public endpoints for each caller of the node pool, on each family. The
// callers are the page, wallets with keys (the command line and the embedded wallet), and a service with its
// own nodes.

interface Family {
  readonly network: CaipNetworkId
  readonly identity: readonly [method: string, answer: unknown]
  readonly read: readonly [method: string, answer: unknown]
  readonly broadcast: readonly [method: string, answer: unknown]
}

const hash = 'ab'.repeat(32)
const families: Readonly<Partial<Record<ChainNamespace, Family>>> = {
  eip155: {
    network: 'eip155:1',
    identity: ['eth_chainId', '0x1'],
    read: ['eth_getBalance', '0x5'],
    broadcast: ['eth_sendRawTransaction', `0x${hash}`],
  },
  solana: {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    identity: ['getGenesisHash', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'],
    read: ['getBalance', { context: { slot: 7 }, value: 5 }],
    broadcast: ['sendTransaction', hash],
  },
  polkadot: {
    network: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    identity: ['chain_getBlockHash', '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'],
    read: ['system_accountNextIndex', 5],
    broadcast: ['author_submitExtrinsic', `0x${hash}`],
  },
  cosmos: {
    network: 'cosmos:cosmoshub-4',
    identity: ['status', { node_info: { network: 'cosmoshub-4' } }],
    read: ['abci_query', { response: { value: 'BQ==' } }],
    broadcast: ['broadcast_tx_sync', { code: 0, hash }],
  },
}

const honest =
  ({ identity, read, broadcast }: Family): Reply =>
  (calls) =>
    answers(calls, ({ method }) => {
      const row = [identity, read, broadcast].find(([name]) => name === method)
      if (!row) throw new Error(`unexpected method: ${method}`)
      return row[1]
    })

type Ask = (method: string, ...params: unknown[]) => Promise<unknown>
type Platform = ReturnType<typeof memoryPlatform>

function page({ network }: Family, urls: readonly string[], platform: Platform): Ask {
  const networks = [
    {
      ...unsupportedNetwork(network.split(':')[0] as ChainNamespace, network),
      rpcUrls: { default: { http: urls } },
    },
  ]
  const ports = createRpcPorts({ networks, customRpcUrls: {}, rpc: {} } as never, platform, () => {})
  return (method, ...params) => ports.of(network).request({ method, params })
}

function keys({ network }: Family, urls: readonly string[], { fetch, clock }: Platform): Ask {
  const base = unsupportedNetwork(network.split(':')[0] as ChainNamespace, network)
  const call = networkNodes({ fetch, clock })({ ...base, rpcUrls: { default: { http: urls } } })
  return (method, ...params) => call(method, params)
}

function service({ network }: Family, urls: readonly string[], { fetch, clock }: Platform): Ask {
  const post = postTo(urls, network, { fetch, clock })
  let id = 0
  return async (method, ...params) => {
    const text = await post(JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }))
    const { result, error } = JSON.parse(text)
    if (error) throw error
    return result
  }
}

const callers = { page, keys, service } as const

const [bad, good] = ['https://bad.example/v1/secret', 'https://good.example/v1/secret']

function world(family: Family, caller: keyof typeof callers, urls: readonly string[], first: Reply) {
  const node = fakeEndpoint((calls, { url, signal }) => {
    const isBad = url === bad
    const index = node.urls.filter((each) => each === url).length - 1
    return (isBad ? first : honest(family))(calls, { signal, index })
  })
  const platform = memoryPlatform({ fetch: node.fetch })
  const { clock } = platform
  /** Waits for the promise, and advances the clock by at most `ms` meanwhile. */
  async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
    let settled = false
    const done = () => {
      settled = true
    }
    promise.then(done, done)
    for (let passed = 0; passed <= ms && !settled; passed += 500) {
      // The first call loads modules, which takes no time on this clock.
      await vi.dynamicImportSettled()
      await clock.advance(passed === 0 ? 0 : 500)
    }
    expect(settled, `the promise settles within ${ms} ms`).toBe(true)
    return promise
  }
  const asked = (url: string) => node.posts.filter((_, at) => node.urls[at] === url)
  const delivered = (method: string): readonly WireCall[] =>
    node.posts.flat().filter((call) => call.method === method)
  return { ask: callers[caller](family, urls, platform), within, asked, delivered }
}

const rows = Object.entries(families).flatMap(([name, family]) =>
  (['page', 'keys', 'service'] as const)
    // A service has nodes of only these two families.
    .filter((caller) => caller !== 'service' || ['eip155', 'solana'].includes(name))
    .map((caller) => [name, caller, family] as const),
)

describe.each(rows)('on %s, for the caller "%s", a first URL with the fault', (_, caller, family) => {
  const [read, value] = family.read
  const [broadcast, sent] = family.broadcast

  it.each(Object.entries(brokenEndpoints))("'%s' does no harm beside a working URL", async (quirk, reply) => {
    const { ask, within, asked, delivered } = world(family, caller, [bad, good], reply)
    expect(await within(11_000, ask(read, 1))).toEqual(value)
    const before = asked(bad).length
    expect(before).toBeLessThanOrEqual(3)
    expect(await within(2000, ask(read, 2))).toEqual(value)
    expect(asked(bad).length - before, quirk).toBeLessThanOrEqual(2)
    expect(await within(2000, ask(broadcast, '0x02'))).toEqual(sent)
    // Only this transaction is broadcast, at most once to each URL.
    const bodies = delivered(broadcast).map(({ params }) => params)
    expect(bodies.length).toBeLessThanOrEqual(2)
    for (const body of bodies) expect(body).toEqual(['0x02'])
  })

  it.each(Object.entries(brokenEndpoints))(
    "'%s' causes an error that names the host if there is no other URL",
    async (_, reply) => {
      const { ask, within, asked } = world(family, caller, [bad], reply)
      const outcome = await within(
        60_000,
        ask(read, 1).then(
          (answer) => ({ answer }),
          (error: unknown) => ({ error }),
        ),
      )
      // The pool makes up to four attempts. Each attempt sends a batch with the proof of the network. If the
      // batch is refused, single calls follow.
      expect(asked(bad).length).toBeLessThanOrEqual(12)
      if ('answer' in outcome) {
        // The user of the keys, or the operator of the service, chose this single node, so its network may be
        // unproven. A page never uses an unproven node.
        expect(caller).not.toBe('page')
        // The answer is what the node returned, not an invented value.
        const said = reply([{ id: 1, method: read, params: [1] }], {
          index: 0,
          signal: new AbortController().signal,
        })
        expect(said).toMatchObject({ result: outcome.answer })
        return
      }
      if (caller === 'service') {
        // A service's error is a NodeFailure without the node's address, or the JSON-RPC error that the node
        // returned.
        const error = outcome.error as { message: string; code?: number }
        if (!(error instanceof NodeFailure)) expect(error).toMatchObject({ code: expect.any(Number) })
        expect(error.message).toMatch(/\w/)
        expect(JSON.stringify([error.message, { ...error }])).not.toMatch(/secret|bad\.example/)
        return
      }
      const { error } = outcome as { error: { host?: string; message: string; cause?: { host?: string } } }
      const named = caller === 'page' ? error : error.cause
      expect(named?.host ?? '').toBe('bad.example')
      expect(JSON.stringify([error.message, { ...error }, { ...error.cause }])).not.toContain('secret')
    },
  )

  it.each(['unreachable', 'busy (429)', 'HTTP 503', 'a cut body', 'nonsense', 'busy (-32005)'])(
    "'%s' only in its first answer is asked again, unless the caller is a service",
    async (quirk) => {
      const reply = brokenEndpoints[quirk] as Reply
      const { ask, within } = world(family, caller, [bad], (calls, at) =>
        at.index === 0 ? reply(calls, at) : honest(family)(calls, at),
      )
      const retries = caller !== 'service'
      const answer = within(5000, ask(read, 1))
      if (retries) expect(await answer).toEqual(value)
      // A service doesn't repeat the call, because the service's client repeats it.
      else expect(await failure(answer)).toBeDefined()
    },
  )

  if (caller === 'service') return
  it.each(Object.entries(batchRefusals))(
    "'%s' for each batch gets n + 3 requests for n calls and the proof of the network",
    async (_, refuse) => {
      const { ask, within, asked } = world(family, caller, [bad, good], (calls, at) =>
        calls.length > 1 ? refuse(calls, at) : honest(family)(calls, at),
      )
      const reads = Array.from({ length: 20 }, (_, at) => ask(read, at))
      expect(await within(0, Promise.all(reads))).toEqual(reads.map(() => value))
      // 20 calls, the proof of the network, and 2 refused batches.
      expect(asked(bad).length).toBeLessThanOrEqual(20 + 1 + 2)
      expect(asked(good)).toEqual([])
    },
  )
})
