import { execFileSync, spawnSync } from 'node:child_process'
import { type Devnet, type DevnetOptions, startDevnet, startRelay } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { head, packet, upgradeHeaders } from '../support/raw-packets.ts'

// A public page in a browser on this machine must not control a node on this machine. The page's own host name could resolve to
// this machine, so the servers check the origin and the host name of each request.

const shop = 'https://shop.example'
const families = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const

/** Whether the program `ss`, which lists listening sockets, is installed. */
const hasSs = process.platform === 'linux' && spawnSync('ss', ['-V']).status === 0

interface Face {
  readonly name: string
  readonly port: number
  readonly websocket: boolean
  /** Whether the server also answers over HTTP. */
  readonly http: boolean
}

let devnet: Devnet
let faces: readonly Face[]
beforeAll(async () => {
  devnet = await startDevnet({ families, relay: true, allowedOrigins: [shop] })
  const portOf = (url: string) => Number(new URL(url).port)
  const first = families.map((family) => {
    const { url } = devnet.nodes.find(({ network }) => network.startsWith(family))!
    const websocket = family === 'eip155' || family === 'polkadot'
    return { name: family, port: portOf(url), websocket, http: true }
  })
  const solana = first.find(({ name }) => name === 'solana')!.port
  faces = [
    ...first,
    { name: 'solana websocket', port: solana + 1, websocket: true, http: false },
    { name: 'relay', port: portOf(devnet.relay!.url), websocket: true, http: false },
  ]
}, 240_000)
afterAll(() => devnet?.stop())

const call = '{"jsonrpc":"2.0","id":1,"method":"x","params":[]}'
const post = (origin: string | undefined, host?: string) => [
  head('POST /', { origin, 'content-type': 'application/json', 'content-length': String(call.length) }, host),
  call,
]
// The server closes the connection after each answer, so this time limit only matters if the server hangs.
const ask = (port: number, parts: readonly string[]) => packet(port, parts, { patience: 20_000 })
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const allowedOf = (answer: string) => /^access-control-allow-origin: (.*?)\r$/im.exec(answer)?.[1]

const foreign = [
  'https://evil.example',
  'null',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://evil.example:5173',
  'https://shop.example.evil.example',
  'http://shop.example',
  'http://user@localhost',
  'http://localhost/path',
  'http://127.0.0.1@evil.example',
  'http://192.168.1.5:5173',
  '',
]
const local = [
  'http://localhost:5173',
  'https://localhost',
  'http://127.0.0.1:4173',
  'http://[::1]:3000',
  'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn',
  'moz-extension://0a1b2c3d-0000-4000-8000-000000000000',
  shop,
]

describe('a public page', () => {
  it.each(foreign)('is refused by every server if it has the origin %j', async (origin) => {
    for (const { name, port, websocket } of faces) {
      const preflight = { origin, 'access-control-request-method': 'POST' }
      const tried = [
        await ask(port, post(origin)),
        await ask(port, [head('GET /', { origin })]),
        await ask(port, [head('OPTIONS /', preflight)]),
        ...(websocket ? [await ask(port, [head('GET /', { ...upgradeHeaders, origin })])] : []),
      ]
      expect(tried.map(statusOf), name).toEqual(tried.map(() => 403))
      expect(tried.map(allowedOf), name).toEqual(tried.map(() => undefined))
    }
  })

  it.each([
    'evil.example',
    'evil.example:8545',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '@',
  ])('is refused if its host name %j resolves to this machine', async (host) => {
    for (const { name, port, websocket } of faces) {
      const tried = [
        await ask(port, post(undefined, host)),
        await ask(port, post(`http://${host}`, host)),
        await ask(port, post('http://localhost:5173', host)),
        ...(websocket ? [await ask(port, [head('GET /', upgradeHeaders, host)])] : []),
      ]
      expect(tried.map(statusOf), name).toEqual(tried.map(() => 403))
      expect(tried.map(allowedOf), name).toEqual(tried.map(() => undefined))
    }
  })

  it('is refused if its request has no origin, like the request of an image or a link', async () => {
    for (const { name, port } of faces)
      expect(statusOf(await ask(port, [head('GET /', { 'sec-fetch-site': 'cross-site' })])), name).toBe(403)
  })

  it.skipIf(!hasSs)("can't reach the nodes directly on a port of 127.0.0.1", async () => {
    for (const { pid, software } of devnet.nodes) {
      if (pid === undefined || pid === process.pid) continue
      const own = execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes(`pid=${pid},`))
        .map((line) => line.trim().split(/\s+/)[3]!)
      // bitcoind's own port requires a cookie, so it is safe.
      if (software !== 'bitcoind')
        expect(
          own.filter((at) => at.startsWith('127.0.0.1:')),
          software,
        ).toEqual([])
      expect(
        own.filter((at) => !at.startsWith('127.')),
        software,
      ).toEqual([])
    }
  })
})

describe('a page on this machine, an extension, or a page of an allowed origin', () => {
  it.each(local)('can send requests with the origin %s, and read the answers', async (origin) => {
    for (const { name, port, websocket, http } of faces) {
      const answer = await ask(port, post(origin))
      expect(statusOf(answer), name).not.toBe(403)
      expect(allowedOf(answer), name).toBe(origin)
      const preflight = await ask(port, [
        head('OPTIONS /', { origin, 'access-control-request-method': 'POST' }),
      ])
      expect([statusOf(preflight), allowedOf(preflight)], name).toEqual([200, origin])
      expect(preflight).toMatch(/^access-control-allow-headers: \*\r$/im)
      if (http) expect(answer).toMatch(/"error"|Not found/)
      if (websocket)
        expect(statusOf(await ask(port, [head('GET /', { ...upgradeHeaders, origin })])), name).toBe(101)
    }
  })

  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1', '127.1.2.3:80', '[::1]:80'])(
    'can use %s as the host name of this machine',
    async (host) => {
      for (const { name, port } of faces)
        expect(statusOf(await ask(port, post(undefined, host))), name).not.toBe(403)
    },
  )
})

it.each([
  'shop.example',
  'https://shop.example/',
  'https://*.example',
  '*',
  'null',
  'ftp://shop.example',
  '',
])('the option for allowed origins refuses the invalid origin %j', async (origin) => {
  const options: DevnetOptions = { families: [], allowedOrigins: [origin] }
  const refusal = { code: 'validation/invalid-input', message: expect.stringContaining('allowedOrigins') }
  await expect(startDevnet(options)).rejects.toMatchObject(refusal)
  await expect(startRelay(options)).rejects.toMatchObject(refusal)
})
