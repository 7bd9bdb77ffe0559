import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLatchkey } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { cosmos } from 'latchkey/adapters/cosmos'
import { eip155 } from 'latchkey/adapters/eip155'
import { polkadot } from 'latchkey/adapters/polkadot'
import { solana } from 'latchkey/adapters/solana'
import { devAccounts } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { askNode, nodeDate } from '../../cli/nodes/node-rpc.ts'
import { unspentOf } from '../../cli/nodes/unspent.ts'
import { chainNamespaces } from '../../src/core/chain/namespace.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { createHttpClient } from '../../src/transport/http-client.ts'
import { createHttpPool } from '../../src/transport/http-pool.ts'
import { createRpcPool } from '../../src/transport/json-rpc/rpc-pool.ts'
import { nodePool } from '../../src/wallets/node-pool.ts'
import { failure } from '../support/http.ts'
import { type Loopback, loopback } from '../support/loopback.ts'
import { devNetworks } from '../support/relayed-clients.ts'

const servers: Loopback[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))
async function serve(handle: Parameters<typeof loopback>[0]): Promise<Loopback> {
  const server = await loopback(handle)
  servers.push(server)
  return server
}

const log = { debug() {}, warn() {}, error() {} }
const settings = { fetch: systemFetch, clock: systemClock }
const { signal } = new AbortController()

/** The functions that send HTTP requests. Each sends a key in its URL, or a transaction in its body. */
const faces: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'a read of the JSON-RPC endpoints': (url) =>
    createRpcPool({ ...settings, log, urls: [`${url}v2/key`], retries: 0 }).request({
      method: 'eth_blockNumber',
    }),
  'a transaction to the JSON-RPC endpoints': (url) =>
    createRpcPool({ ...settings, log, urls: [`${url}v2/key`], retries: 0 }).request({
      method: 'eth_sendRawTransaction',
      params: ['0x02'],
    }),
  'a read of Esplora': (url) =>
    createHttpPool({ ...settings, log, urls: [`${url}key`], retries: 0, pingPath: '/' }).json(
      '/address/x/utxo',
    ),
  'a transaction to Esplora': (url) =>
    createHttpPool({ ...settings, log, urls: [`${url}key`], retries: 0, pingPath: '/' }).post('/tx', '02'),
  'a read of an endpoint with a password': (url) =>
    createHttpPool({
      ...settings,
      log,
      urls: [url.replace('//', '//user:secret@')],
      retries: 0,
      pingPath: '/',
    }).text('/blocks/tip/height'),
  'a read from a data service': (url) =>
    createHttpClient({ ...settings, baseUrl: url, retries: 0 }).get('x', { params: { projectId: 'key' } }),
  'a write to a data service': (url) =>
    createHttpClient({ ...settings, baseUrl: url, retries: 0 }).post('x', { body: {} }),
  'a request of a wallet to its node': (url) =>
    nodePool([url], { retries: 0 })('eth_sendRawTransaction', ['0x02']),
  'a request of the command line to a node': (url) =>
    askNode(url, 'eth_sendRawTransaction', ['0x02'], signal),
  'a request of the command line for coins': (url) => unspentOf([url], 'bc1q', signal),
}

describe.each(Object.entries(faces))('%s', (name, ask) => {
  it.each([301, 302, 303, 307, 308])('does not follow a redirect with status %d', async (status) => {
    const other = await serve((_, response) => void response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'))
    const server = await serve(
      (_, response) => void response.writeHead(status, { location: `${other.url}stolen` }).end(),
    )
    const error = await failure(ask(server.url))
    expect(String(error)).toMatch(/redirected the request|sends requests on to another address/)
    expect(server.requests).toHaveLength(1)
    expect(other.requests).toEqual([])
  })

  it('stops reading an oversized answer before the whole answer has arrived', async () => {
    let sent = 0
    const server = await serve((_, response) => {
      const more = () => {
        do sent += 65_536
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)))
      }
      response.writeHead(200).on('drain', more)
      more()
    })
    expect(String(await failure(ask(server.url)))).toMatch(/at most 10 MB|too large|more than 10 MB/)
    await expect
      .poll(() => server.requests[0]?.socket.destroyed, { message: `the socket of ${name} closes` })
      .toBe(true)
    // The limit leaves room for bytes that wait in the kernel's buffers.
    expect(sent).toBeLessThan(40_000_000)
  })
})

it("a request for a node's time does not follow a redirect", async () => {
  const other = await serve((_, response) => void response.end())
  const server = await serve((_, response) => void response.writeHead(302, { location: other.url }).end())
  expect(await nodeDate(server.url)).toBeTypeOf('number')
  expect(other.requests).toEqual([])
})

describe.each(chainNamespaces)('the %s adapter', (family) => {
  const account = `${devNetworks(family)[0]!.caipNetworkId}:${devAccounts.alice![family]!.address}` as never
  async function read(url: string) {
    const networks = devNetworks(family).map((one) => ({ ...one, rpcUrls: { default: { http: [url] } } }))
    const adapters = [eip155(), solana(), polkadot(), bip122(), cosmos()] as never
    const platform = memoryPlatform(settings)
    const latchkey = createLatchkey({
      networks,
      adapters,
      platform,
      projectId: 'test',
      rpc: { retries: 0 },
    })
    try {
      return await (await latchkey.adapter(family)).getBalance(account)
    } finally {
      await latchkey.dispose()
    }
  }

  it('does not follow a redirect, and stops reading an oversized answer', async () => {
    const other = await serve((_, response) => void response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'))
    const away = await serve((_, response) => void response.writeHead(307, { location: other.url }).end())
    expect(String(await failure(read(away.url)))).toMatch(
      /redirected the request|sends requests on to another address/,
    )
    expect(other.requests).toEqual([])

    let sent = 0
    const endless = await serve((_, response) => {
      const more = () => {
        do sent += 65_536
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)))
      }
      response.writeHead(200).on('drain', more)
      more()
    })
    expect(String(await failure(read(endless.url)))).toMatch(/at most 10 MB/)
    await expect
      .poll(() => endless.requests.every(({ socket }) => socket.destroyed), {
        message: 'the sockets close',
      })
      .toBe(true)
    expect(sent).toBeLessThan(40_000_000 * endless.requests.length)
  })

  it('refuses the WebSocket URL of a node with an error that names the option, and opens no WebSocket', async () => {
    let upgrades = 0
    const server = createServer().on('upgrade', (_, socket) => {
      upgrades++
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    for (const scheme of ['ws', 'wss'])
      await expect(read(`${scheme}://127.0.0.1:${port}`)).rejects.toMatchObject({
        code: 'config/invalid-options',
        message: expect.stringContaining('rpcUrls'),
      })
    expect(upgrades).toBe(0)
    server.close()
  })
})
