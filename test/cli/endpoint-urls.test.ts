// Endpoints whose URL contains a password, a query or a path with a key.
import { bitcoin, mainnet } from 'latchkey/networks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkEndpoint } from '../../cli/nodes/check-endpoint.ts'
import { nodeDate } from '../../cli/nodes/node-rpc.ts'
import { unspentOf } from '../../cli/nodes/unspent.ts'
import { loopback } from '../support/loopback.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const origin = 'http://localhost:5173'
const { signal } = new AbortController()
const networks = { eip155: mainnet, bip122: bitcoin } as const
type Family = keyof typeof networks

interface NodeOptions {
  /** The password that each request needs. */
  readonly password?: string
  /** The headers that the preflight allows. */
  readonly allowed?: string
  /** Answers a JSON-RPC call or a path in place of the node. */
  answer?(asked: string, path: string): unknown
}

/** Starts a small node of both families: Ethereum's JSON-RPC, and Esplora's HTTP API for a GET request. */
async function startNode({ password, allowed = 'content-type, authorization', answer }: NodeOptions = {}) {
  const basic = `Basic ${btoa(`user:${password}`)}`
  const server = await loopback(({ method, path, headers, body }, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', allowed)
    if (method === 'OPTIONS') return response.end()
    if (password && headers.authorization !== basic) return response.writeHead(401).end()
    if (method === 'GET') {
      const asked = path.replace(/\?.*/, '')
      const texts: Record<string, string> = {
        '/block-height/0': `${bitcoin.id}${'0'.repeat(32)}`,
        '/blocks/tip/height': '7',
        '/address/bc1q/utxo': '[]',
      }
      const text = answer?.(asked, path) ?? texts[asked]
      return response.writeHead(text === undefined ? 404 : 200).end(String(text))
    }
    const reply = (call: { id: number; method: string }) => ({
      ...{ jsonrpc: '2.0', id: call.id },
      ...(answer?.(call.method, path) ?? { result: call.method === 'eth_chainId' ? '0x1' : true }),
    })
    const calls = JSON.parse(body)
    return response.end(JSON.stringify(Array.isArray(calls) ? calls.map(reply) : reply(calls)))
  })
  onTestFinished(() => server.close())
  return {
    requests: server.requests,
    /** The node's URL with a text before the host and a text after it. */
    url: (before: string, after = '') => `http://${before}${server.host}${after}`,
  }
}

const check = (family: Family, url: string, pagesOf?: string) =>
  checkEndpoint(networks[family], url, { origin: pagesOf, signal, whole: false })

describe.each(['eip155', 'bip122'] as const)('an endpoint of %s whose URL has a password', (family) => {
  it('is usable', async () => {
    const node = await startNode({ password: 'canary' })
    const found = await check(family, node.url('user:canary@'))
    expect(found).toMatchObject({ usable: true, problems: [], date: expect.any(Number) })
  })

  it('is usable for pages if its preflight names the header authorization', async () => {
    const node = await startNode({ password: 'canary' })
    const found = await check(family, node.url('user:canary@'), origin)
    expect(found).toMatchObject({ usable: true, problems: [], pages: { allowed: true } })
    const asked = node.requests.flatMap(({ headers }) => headers['access-control-request-headers'] ?? [])
    expect(asked).toEqual([family === 'eip155' ? 'authorization,content-type' : 'authorization'])
  })

  // For the header authorization, browsers ignore the wildcard (https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name).
  it.each(['content-type', '*'])('is unusable for pages if its preflight allows %s only', async (allowed) => {
    const node = await startNode({ password: 'canary', allowed })
    const found = await check(family, node.url('user:canary@'), origin)
    expect(found).toMatchObject({
      usable: false,
      problems: ["its preflight doesn't allow the header authorization"],
    })
  })
})

it('reads the clock of a node whose URL has a password', async () => {
  const node = await startNode({ password: 'canary' })
  expect(await nodeDate(node.url('user:canary@'))).toEqual(expect.any(Number))
  expect(node.requests.map(({ headers }) => headers.authorization)).toEqual([`Basic ${btoa('user:canary')}`])
})

describe('an Esplora URL with a query', () => {
  it('is usable: the paths come before the query', async () => {
    const node = await startNode()
    const found = await check('bip122', node.url('', '/?token=canary'), origin)
    expect(found).toMatchObject({ usable: true, problems: [] })
    const paths = node.requests.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['/block-height/0?token=canary', '/blocks/tip/height?token=canary']),
    )
  })

  it('says which coins an account has', async () => {
    const node = await startNode({ password: 'canary' })
    const url = node.url('user:canary@', '?token=canary')
    expect(await unspentOf([url], 'bc1q', signal)).toEqual([])
    expect(node.requests.map(({ path }) => path)).toEqual(['/address/bc1q/utxo?token=canary'])
  })
})

describe('the keys of a URL', () => {
  const doctor = async (url: string) =>
    runCli(['doctor', '--endpoints', '-n', 'eip155:1', '--rpc', url, '--json'], {
      env: { LATCHKEY_HOME: tempDir() },
    })

  it('are removed from an error that the node answers with status 200', async () => {
    const node = await startNode({
      answer: (_, path) => ({ error: { code: -32600, message: `Invalid request to ${path}` } }),
    })
    const ran = await doctor(node.url('', '/v2/canary?key=canary'))
    expect(ran.stdout + ran.stderr).not.toContain('canary')
    expect(ran.json().data.endpoints[0].problems).toEqual([
      expect.stringContaining('refused eth_chainId: Invalid request to /v2/…?key=…'),
    ])
  })

  it('are removed from an answer that names no network', async () => {
    const node = await startNode({ answer: (_, path) => path })
    const found = await check('bip122', node.url('', '/canary'))
    expect(found.usable).toBe(false)
    expect(found.url).toBe(node.url('', '/canary'))
    expect(JSON.stringify({ ...found, url: '' })).not.toContain('canary')
  })

  it('do not conceal the network that the endpoint serves instead', async () => {
    const node = await startNode({ answer: () => ({ result: '0x89' }) })
    const { serves, problems } = await check('eip155', node.url('', '/v1?chainId=eip155:137'))
    expect({ serves, problems }).toEqual({ serves: 'eip155:137', problems: ['serves eip155:137'] })
  })

  it.each(['eip155', 'bip122'] as const)('are not in an error about an endpoint of %s', async (family) => {
    const { problems } = await check(family, 'http://user:canary@127.0.0.1:1/canary?key=canary')
    expect(problems).toHaveLength(1)
    expect(problems.join()).not.toContain('canary')
  })
})
