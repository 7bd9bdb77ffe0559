import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { ChainNetwork } from 'latchkey'
import {
  startCatalogue,
  startDataService,
  startOnRamp,
  startProjectConfig,
  startRelay,
  startSocialProvider,
  startTelemetry,
} from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Bundler } from '../../src/devnet/bundler/bundler.ts'
import { serveBundler } from '../../src/devnet/bundler/serve-bundler.ts'
import { startFarcasterRelay } from '../../src/devnet/farcaster-relay/start-farcaster-relay.ts'
import { ChainIndex } from '../../src/devnet/nodes/bip122/chain-index.ts'
import { serveEsplora } from '../../src/devnet/nodes/bip122/esplora-server.ts'
import { startLoopbackNode as bitcoinSimulator } from '../../src/devnet/nodes/bip122/loopback/loopback-node.ts'
import { createMiner } from '../../src/devnet/nodes/bip122/miner.ts'
import { startLoopbackNode as cosmosSimulator } from '../../src/devnet/nodes/cosmos/loopback-node.ts'
import { Cluster } from '../../src/devnet/nodes/solana/cluster.ts'
import { serveCluster } from '../../src/devnet/nodes/solana/rpc-server.ts'
import { serveGateway } from '../../src/devnet/server/gateway.ts'
import { head, packet, upgradeHeaders } from '../support/raw-packets.ts'

// Compares each devnet server's answers (status, headers and body) with recorded answers. The requests are good, bad or hostile.

const shop = 'https://shop.example'
const page = 'http://localhost:5173'
const allowedOrigins = [shop]

type Parts = readonly (string | Uint8Array)[]
interface Asked {
  readonly name: string
  readonly parts: Parts
  readonly leave?: boolean
  /**
   * Whether most servers leave this request without an answer. The test then waits until the server has answered another request.
   */
  readonly silent?: boolean
}

const network: ChainNetwork<'eip155'> = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Devnet One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  testnet: true,
}
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const get = (target: string, headers: Readonly<Record<string, string>> = {}): Asked => ({
  name: `GET ${target}${Object.entries(headers).map(([name, value]) => ` ${name}: ${value}`)}`,
  parts: [head(`GET ${target}`, headers)],
})
const post = (target: string, body: string, headers: Readonly<Record<string, string>> = {}): Asked => ({
  name: `POST ${target} ${body.length > 100 ? `${body.length} bytes` : body}`,
  parts: [head(`POST ${target}`, { 'content-length': `${Buffer.byteLength(body)}`, ...headers }), body],
})
const call = (method: string, params: unknown = []) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

/** The headers of a WebSocket upgrade. Servers without WebSockets ignore these headers. */
const upgrade = { ...upgradeHeaders, connection: 'close, Upgrade' }

/** The requests that every server gets. */
const common: readonly Asked[] = [
  get('/'),
  get('/unknown/path?x=1'),
  get('/', { origin: page }),
  get('/', { origin: shop }),
  get('/', { origin: 'https://evil.example' }),
  get('/', { origin: 'null' }),
  get('/', { 'sec-fetch-site': 'cross-site' }),
  get('/', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }),
  { name: 'GET / from another host', parts: [head('GET /', {}, 'evil.example')] },
  { name: 'GET / from an invalid host', parts: [head('GET /', { origin: page }, '@')] },
  { name: 'GET / for localhost with a port', parts: [head('GET /', {}, 'LOCALHOST:80')] },
  { name: 'GET / for [::1]', parts: [head('GET /', {}, '[::1]:80')] },
  { name: 'HTTP/1.0 without a host', parts: ['GET / HTTP/1.0\r\n\r\n'] },
  { name: 'HTTP/1.1 without a host', parts: ['GET / HTTP/1.1\r\n\r\n'] },
  get('//evil.example/x'),
  get('http://evil.example/'),
  { name: 'OPTIONS *', parts: [head('OPTIONS *', { origin: page })] },
  ...[page, shop, 'https://evil.example'].map((origin) => ({
    name: `OPTIONS / origin: ${origin}`,
    parts: [head('OPTIONS /', { origin, 'access-control-request-method': 'POST' })],
  })),
  { name: 'OPTIONS / without an origin', parts: [head('OPTIONS /')] },
  { name: 'HEAD /', parts: [head('HEAD /')] },
  ...['PUT', 'DELETE', 'TRACE'].map((method) => ({ name: `${method} /`, parts: [head(`${method} /`)] })),
  post('/', '{'),
  post('/', ''),
  post('/', 'x', { origin: 'https://evil.example' }),
  {
    name: 'a POST that announces too much',
    parts: [head('POST /', { 'content-length': '900000000' }), 'some of it'],
  },
  {
    name: 'a POST that sends too much',
    parts: [
      head('POST /', { 'transfer-encoding': 'chunked' }),
      '989680\r\n',
      ...Array.from({ length: 10 }, () => Buffer.alloc(1_000_000, 'x')),
      '\r\n0\r\n\r\n',
    ],
  },
  { name: 'a POST that stops', parts: [head('POST /', { 'content-length': '10' }), 'some'], silent: true },
  {
    name: 'a POST whose client disconnects',
    parts: [head('POST /', { 'content-length': '10' }), 'some'],
    leave: true,
  },
  { name: 'bytes that are no HTTP', parts: ['\x16\x03\x01\x02\r\n\r\n'] },
  { name: 'a header that is too long', parts: [head('GET /', { cookie: 'x'.repeat(20_000) })] },
  { name: 'an upgrade', parts: [head('GET /', upgrade)] },
  {
    name: 'an upgrade request from a web page',
    parts: [head('GET /', { ...upgrade, origin: 'https://evil.example' })],
  },
  { name: 'an upgrade of a target that is no path', parts: [head('GET //evil.example/', upgrade)] },
]

interface Face {
  readonly port: number
  readonly asked: readonly Asked[]
  stop(): Promise<unknown>
}

const portOf = (url: string) => Number(new URL(url).port)

const rpc = (...calls: readonly string[]): readonly Asked[] => [
  ...calls.map((text) => post('/', text, { origin: page })),
  post('/', call('unknown')),
  post('/', '[]'),
  post('/', '7'),
]

/** The servers, each with the requests that only this server gets. */
const faces: Readonly<Record<string, () => Promise<Face>>> = {
  async 'the cosmos simulator'() {
    const { url, stop } = await cosmosSimulator('latchkey-1', { allowedOrigins })
    const [first, second] = [call('health'), call('abci_query', { path: '/x' })]
    const asked = rpc(first, second, `[${first},${second}]`, call('block', { height: 'x' }))
    return { port: portOf(url), stop, asked }
  },
  async 'the solana node'() {
    const { url, stop } = await serveCluster(new Cluster('a seed'), { allowedOrigins })
    const asked = rpc(call('getVersion'), call('getBalance', ['x']), `[${call('getHealth')}]`)
    return { port: portOf(url), stop, asked }
  },
  async "the solana node's subscriptions"() {
    const { url, stop } = await serveCluster(new Cluster('a seed'), { allowedOrigins })
    return { port: portOf(url) + 1, stop, asked: [] }
  },
  async 'the bitcoin node'() {
    const node = bitcoinSimulator('regtest')
    const { port, stop } = await serveEsplora(
      node,
      new ChainIndex(node),
      createMiner(node, 'regtest', () => {}),
      { allowedOrigins },
    )
    const account = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'
    const txid = '0'.repeat(64)
    const asked = [
      get('/blocks/tip/height'),
      get('/blocks/tip/hash'),
      get('/blocks/tip/hash/'),
      get('/block-height/0'),
      get('/block-height/9'),
      get('/block-height/x'),
      get('/fee-estimates'),
      get(`/address/${account}`),
      get(`/address/${account}/utxo`),
      get(`/address/${account}/txs`),
      get(`/address/${account}/txs/chain/${txid}`),
      get('/address/nothing'),
      get('/address/nothing/utxo'),
      get('/address/%20'),
      get(`/tx/${txid}`),
      get(`/tx/${txid}/hex`),
      get(`/tx/${txid}/status`),
      get(`/tx/${txid}/outspend/0`),
      get('/tx/xyz'),
      post('/tx', 'zz'),
      post('/tx', '00', { origin: page }),
      post('/devnet/mine?blocks=x', ''),
      post('/devnet/automine?on=false', ''),
      post('/devnet/other', ''),
      { name: 'HEAD /blocks/tip/height', parts: [head('HEAD /blocks/tip/height')] },
      { name: 'PUT /blocks/tip/height', parts: [head('PUT /blocks/tip/height')] },
    ]
    return { port, stop, asked }
  },
  async 'a bitcoin node that fails'() {
    const node = { ...bitcoinSimulator('regtest'), tip: () => Promise.reject(new Error('it is gone')) }
    const { port, stop } = await serveEsplora(
      node,
      new ChainIndex(node),
      createMiner(node, 'regtest', () => {}),
      { allowedOrigins },
    )
    return { port, stop, asked: [get('/blocks/tip/height'), get('/', { origin: page })] }
  },
  async 'the bundler'() {
    const bundler = new Bundler({
      ...{ node: 'http://127.0.0.1:1', chainId: 31337, entryPoint: address, from: address, abi: [] },
      simulations: { abi: [], code: '0x' },
    })
    const { port, stop } = await serveBundler(bundler, { allowedOrigins })
    const asked = rpc(
      call('eth_chainId'),
      call('eth_supportedEntryPoints'),
      call('eth_getUserOperationByHash', ['0x']),
      call('eth_sendUserOperation', [{}, address]),
      call('eth_sendUserOperation', [{}, '0x']),
    )
    return { port, stop, asked }
  },
  async 'the relay of Farcaster'() {
    const { url, stop } = await startFarcasterRelay()
    const channel = { siweUri: 'https://shop.example/', domain: 'shop.example', nonce: '12345678' }
    const asked = [
      post('/v1/channel', JSON.stringify(channel), { origin: page }),
      post('/v1/channel', '{}'),
      get('/v1/channel/status', { authorization: 'Bearer nothing' }),
      get('/phone?channelToken=nothing'),
      post('/phone?channelToken=nothing', 'name=alice'),
      post('/rpc', call('web3_clientVersion')),
      post('/rpc', call('eth_call', [{ data: '0x' }])),
      post('/rpc', call('eth_call', [7])),
      post('/rpc', call('eth_blockNumber')),
      post('/rpc', '{'),
    ]
    return { port: portOf(url), stop, asked }
  },
  async 'the on-ramp'() {
    const { meld, stop } = await startOnRamp({ networks: [network], tokens: [], allowedOrigins })
    const order = (query: string) => get(`/meld?${query}`)
    const asked = [
      order('publicKey=other'),
      order(`publicKey=${meld.publicKey}`),
      order(`publicKey=${meld.publicKey}&destinationCurrencyCode=ETH`),
      order(`publicKey=${meld.publicKey}&destinationCurrencyCode=ETH&walletAddress=${address}`),
      get('/order/nothing'),
      post('/order/nothing', 'card=1'),
    ]
    return { port: portOf(meld.url), stop, asked }
  },
  async 'the social provider'() {
    const provider = await startSocialProvider()
    await provider.serve('http://127.0.0.1:1')
    const asked = [
      get('/.well-known/openid-configuration', { origin: page }),
      get('/choose/nothing'),
      get('/user'),
      get('/user', { authorization: 'Bearer nothing' }),
      get('/auth?client_id=google'),
      post('/token', 'grant_type=authorization_code'),
    ]
    return { port: portOf(provider.url), stop: provider.stop, asked }
  },
  async 'the social provider before its wallet server'() {
    const { url, stop } = await startSocialProvider()
    return { port: portOf(url), stop, asked: [get('/user')] }
  },
  async 'the relay'() {
    const { url, stop } = await startRelay({ allowedOrigins })
    return { port: portOf(url), stop, asked: [] }
  },
  async 'the data service'() {
    const { url, stop } = await startDataService({ networks: [network], tokens: [], allowedOrigins })
    const asked = [
      get(`/v1/account/${address}/balance?currency=usd&projectId=any`, { origin: page }),
      get(`/v1/account/${address}/balance?currency=usd`),
      get('/v1/account/%zz/balance?projectId=any'),
      get(`/explorer/eip155%3A31337/address/${address}`),
      get('/explorer/eip155%3A1/address/x'),
      post('/v1/fungible/price', '{"projectId":"any","currency":"usd","addresses":[]}', { origin: page }),
      post('/v1/fungible/price', '{'),
      post('/v1/fungible/price', 'x'.repeat(200_000)),
    ]
    return { port: portOf(url), stop, asked }
  },
  async 'the catalogue'() {
    const { url, stop } = await startCatalogue({ networks: [network], wallets: 1, allowedOrigins })
    const asked = [
      get('/getWallets?page=1&entries=1', { origin: page }),
      get('/getWallets?entries=x'),
      get('/public/getAssetImage/nothing'),
      get('/public/getTokenImage/dev-ETH'),
      post('/getWallets', ''),
    ]
    return { port: portOf(url), stop, asked }
  },
  async 'the project configuration'() {
    const { url, stop } = await startProjectConfig({ allowedOrigins })
    const asked = [
      get('/appkit/v1/config?projectId=any', { origin: page }),
      get('/appkit/v1/config'),
      get('/origins/v1/allowed?projectId=any'),
      post('/appkit/v1/config?projectId=any', '{}'),
    ]
    return { port: portOf(url), stop, asked }
  },
  async 'the analytics'() {
    const { url, stop } = await startTelemetry({ origins: [page], allowedOrigins })
    const asked = [
      post('/e?projectId=any', '{}', { origin: page }),
      post('/e?projectId=any', '{', { origin: page }),
      post('/e?projectId=any', '{}', { origin: shop }),
      post('/e', '{}', { origin: page }),
      get('/e?projectId=any'),
    ]
    return { port: portOf(url), stop, asked }
  },
  async 'a gateway'() {
    const node = await answeringNode()
    const gateway = await serveGateway(`http://127.0.0.1:${(node.address() as AddressInfo).port}`, {
      allowedOrigins,
    })
    const asked = [
      post('/path?query=1', call('x'), { origin: page, 'content-type': 'application/json' }),
      post('/path', '', { authorization: 'Bearer secret', cookie: 'a=b' }),
      get('/missing'),
      get('/moved'),
      get('/gone'),
      get('/half'),
      get('/empty'),
      get('/big'),
    ]
    const stop = async () => {
      await gateway.stop()
      node.closeAllConnections()
      node.close()
    }
    return { port: gateway.port, asked, stop }
  },
  async 'a gateway without a node'() {
    const { port, stop } = await serveGateway('http://127.0.0.1:1', { allowedOrigins })
    return { port, stop, asked: [post('/', call('x'))] }
  },
}

/** Starts a node that answers with the request that it got. At some paths, the node has faults. */
async function answeringNode(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    let body = ''
    for await (const chunk of request) body += chunk
    if (url === '/gone') return void request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    response.setHeader('x-powered-by', 'a node')
    response.setHeader('set-cookie', 'node=1')
    if (url === '/half') {
      response.setHeader('content-length', 100)
      response.write('half')
      return void setTimeout(() => request.socket.destroy(), 20)
    }
    if (url === '/big') return void response.end('x'.repeat(300_000))
    if (url === '/empty') return void response.writeHead(204).end()
    if (url === '/moved') return void response.writeHead(302, { location: '/' }).end('moved')
    const names = Object.keys(headers).filter((name) => name !== 'host' && name !== 'connection')
    if (url === '/missing') response.statusCode = 404
    response.end(JSON.stringify({ method, url, body: body.length, names }))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return server
}

/** Formats an answer as text, without the parts that differ between runs. */
function written(answer: string, port: number): string {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return answer === '' ? 'no answer' : 'an incomplete answer'
  const [status = '', ...lines] = answer.slice(0, end).split('\r\n')
  const headers = lines
    .map(
      (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const,
    )
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
  // After the handshake of a websocket, the body consists of websocket frames.
  const body = status.includes(' 101 ') ? '' : answer.slice(end + 4)
  const shown = body.length > 2000 ? `${body.length} bytes` : body
  return masked([status.slice('HTTP/1.1 '.length), headers.join(' | '), shown].join('\n').trimEnd(), port)
}

function masked(text: string, port: number): string {
  return text
    .replaceAll(new RegExp(`(:|%3A)${port}\\b`, 'g'), '$1PORT')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID')
    .replaceAll(/\b[\da-f]{32}\b/g, 'TOKEN')
    .replaceAll(/"height":"\d+"/g, '"height":"HEIGHT"')
    .replaceAll(/(_interaction[\w.]*=|_session[\w.]*=|choose\/)[\w-]{10,}/g, '$1ID')
}

describe.each(Object.keys(faces))('%s', (name) => {
  let face: Face
  beforeAll(async () => {
    face = await faces[name]!()
  })
  afterAll(() => face?.stop())

  it('answers with the recorded status, headers and bodies', async () => {
    const answerTo = async ({ name, parts, leave = false, silent = false }: Asked) => {
      const patience = silent ? 300 : 20_000
      const after = silent ? packet(face.port, [head('GET /')], { patience: 20_000 }) : undefined
      const answer = await packet(face.port, parts, { leave, patience, ...(after && { after }) })
      return [name, written(answer, face.port)] as const
    }
    const answers = await Promise.all(common.map(answerTo))
    // Sends the requests one after the other, because some requests change the answers to later requests.
    for (const request of face.asked) answers.push(await answerTo(request))
    const namesOf = new Map<string, readonly string[]>()
    for (const [name, answer] of answers) namesOf.set(answer, [...(namesOf.get(answer) ?? []), name])
    const grouped = [...namesOf].map(
      ([answer, names]) => `${names.map((each) => `# ${each}\n`).join('')}${answer}`,
    )
    expect(grouped.join('\n\n')).toMatchSnapshot()
  })
})

describe('a client that disconnects while the node answers', () => {
  it('ends only its own request to the node', async () => {
    let ended = 0
    const node = createServer((request, response) => {
      if (request.url !== '/endless') return void response.end('fine')
      const writing = setInterval(() => response.write('more'), 5)
      response.on('close', () => {
        clearInterval(writing)
        ended++
      })
    })
    node.listen(0, '127.0.0.1')
    await new Promise((resolve) => node.once('listening', resolve))
    const gateway = await serveGateway(`http://127.0.0.1:${(node.address() as AddressInfo).port}`, {})
    try {
      for (let times = 0; times < 3; times++) {
        const socket = connect({ host: '127.0.0.1', port: gateway.port })
        socket.on('error', () => {})
        socket.write(head('GET /endless'))
        await new Promise((resolve) => socket.once('data', resolve))
        socket.resetAndDestroy()
      }
      await expect.poll(() => ended, { message: 'the node sees the end of each request' }).toBe(3)
      expect(await (await fetch(gateway.url)).text()).toBe('fine')
    } finally {
      await gateway.stop()
      node.closeAllConnections()
      node.close()
    }
  })
})
