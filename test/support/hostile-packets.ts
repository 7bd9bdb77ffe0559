import { generateKeyPair, signJWT } from '@walletconnect/relay-auth'
import { head, packet, upgradeHeaders } from './raw-packets.ts'
import type { Seeded } from './seeded.ts'

/** The ports on this machine that the tests attack. */
export interface Targets {
  readonly relay: number
  readonly http: readonly number[]
  readonly websockets: readonly number[]
  readonly esplora: number
}

/** Attacks one of the targets on one connection. Resolves with the number of packets sent. */
export type Attack = (random: Seeded, targets: Targets) => Promise<number>

const brief = { patience: 40 }
const anyPort = (random: Seeded, { relay, http, websockets }: Targets) =>
  random.pick([relay, ...http, ...websockets])
const text = (random: Seeded, length: number) => Buffer.from(random.bytes(length)).toString('latin1')

const methods = [
  ...[
    'getAccountInfo',
    'getMultipleAccounts',
    'getTokenAccountsByOwner',
    'getTokenSupply',
    'sendTransaction',
  ],
  ...[
    'simulateTransaction',
    'getSignatureStatuses',
    'getTransaction',
    'getFeeForMessage',
    'signatureSubscribe',
  ],
  ...['getMinimumBalanceForRentExemption', 'isBlockhashValid', 'getTokenAccountBalance', 'requestAirdrop'],
  ...['abci_query', 'broadcast_tx_sync', 'tx', 'tx_search', 'block', 'status', 'unconfirmed_txs'],
  ...[
    'eth_call',
    'eth_sendRawTransaction',
    'eth_getLogs',
    'eth_subscribe',
    'eth_getBalance',
    'eth_estimateGas',
  ],
  ...['devnet_skipBlocks', '__proto__', 'constructor', 'toString', '', 'hasOwnProperty'],
]
const relayMethods = [
  ...['irn_publish', 'irn_subscribe', 'irn_batchSubscribe', 'irn_unsubscribe', 'irn_fetchMessages'],
  ...[
    'irn_batchFetchMessages',
    'wc_proposeSession',
    'wc_approveSession',
    'irn_subscription',
    '__proto__',
    'x',
  ],
]

/** Returns a JSON value that no honest client sends. */
function value(random: Seeded, depth = 0): string {
  const inner = () => value(random, depth + 1)
  const simple = [
    () => random.pick(['null', 'true', '-1', '1e999', '9007199254740993', '0.1', '""', '[]', '{}', '-0']),
    () => JSON.stringify(text(random, random.below(60))),
    () => JSON.stringify(Buffer.from(random.bytes(random.below(300))).toString('base64')),
    () => JSON.stringify(Buffer.from(random.bytes(32)).toString('hex')),
    () =>
      JSON.stringify(
        random.pick(['\ud800', '__proto__', '\u0000', '0x', 'base64', '11111111111111111111111111111111']),
      ),
  ]
  if (depth > 3 || random.chance(0.5)) return random.pick(simple)()
  if (random.chance(0.02)) return nested(random.pick([1000, 20_000]))
  return random.chance(0.5)
    ? `[${Array.from({ length: random.below(4) }, inner).join()}]`
    : `{${Array.from({ length: random.below(4) }, () => `${JSON.stringify(random.pick(fields))}:${inner()}`).join()}}`
}
export const nested = (deep: number) => '['.repeat(deep) + ']'.repeat(deep)
const fields = [
  ...['encoding', 'mint', 'programId', 'height', 'path', 'data', 'tx', 'hash', 'query', 'topic', 'topics'],
  ...['message', 'ttl', 'tag', '__proto__', 'constructor', 'toString', 'length', 'then', 'skipPreflight'],
]

function call(random: Seeded, names: readonly string[]): string {
  if (random.chance(0.15)) return value(random)
  const id = random.chance(0.7) ? String(random.below(1000)) : value(random)
  const params = random.chance(0.5)
    ? `[${Array.from({ length: 1 + random.below(3) }, () => value(random)).join()}]`
    : value(random)
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(random.pick(names))},"params":${params}}`
}

/** Returns the text, or sometimes a broken version of the text. */
function spoilt(random: Seeded, whole: string): string {
  if (random.chance(0.8)) return whole
  const at = random.below(whole.length + 1)
  return random.chance(0.5) ? whole.slice(0, at) : whole.slice(0, at) + text(random, 3) + whole.slice(at)
}

export const post = (
  path: string,
  body: string,
  headers: Readonly<Record<string, string | undefined>> = {},
) => [
  head(`POST ${path}`, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }),
  body,
]

/** Returns a websocket frame of a client, or a frame that breaks the rules of RFC 6455. */
function frame(random: Seeded, payload: Buffer): Buffer {
  const honest = random.chance(0.6)
  const first = honest ? 0x81 : random.below(256)
  const masked = honest || random.chance(0.5) ? 0x80 : 0
  const { length } = payload
  const lengths = honest || random.chance(0.6) ? length : random.pick([0, 125, 2 ** 31, 2 ** 53])
  const size = Buffer.alloc(lengths < 126 ? 1 : lengths < 65_536 ? 3 : 9)
  size[0] = masked | (lengths < 126 ? lengths : lengths < 65_536 ? 126 : 127)
  if (lengths >= 65_536) size.writeBigUInt64BE(BigInt(lengths), 1)
  else if (lengths >= 126) size.writeUInt16BE(lengths, 1)
  // A mask of zeros doesn't change the payload.
  return Buffer.concat([Buffer.from([first]), size, Buffer.alloc(masked ? 4 : 0), payload])
}

function frames(random: Seeded, names: readonly string[]): Buffer[] {
  return Array.from({ length: 1 + random.below(12) }, () =>
    frame(random, Buffer.from(spoilt(random, call(random, names)))),
  )
}

const garbage: Attack = async (random, targets) => {
  await packet(anyPort(random, targets), [random.bytes(1 + random.below(2000))], brief)
  return 1
}

const malformedHead: Attack = async (random, targets) => {
  const line = random.pick([
    'GET //',
    'GET http://evil.example/',
    'CONNECT a:1',
    'POST *',
    'GET /%',
    'OPTIONS //x',
    'BREW /',
  ])
  const odd: Readonly<Record<string, string | undefined>> = random.pick([
    { ...upgradeHeaders, 'sec-websocket-key': text(random, 5).replace(/[^\x20-\x7e]/g, 'x') },
    { ...upgradeHeaders, 'sec-websocket-version': '7' },
    { ...upgradeHeaders, upgrade: 'h2c' },
    { ...upgradeHeaders, 'sec-websocket-protocol': ',,' },
    { ...upgradeHeaders, 'sec-websocket-extensions': 'permessage-deflate; server_max_window_bits=99999' },
    { expect: '100-continue', 'content-length': '5' },
    { 'transfer-encoding': 'chunked', 'content-length': '5' },
    { 'content-length': '-1' },
    { 'x-long': 'x'.repeat(20_000) },
    upgradeHeaders,
    {},
  ])
  await packet(
    anyPort(random, targets),
    [head(line, odd, random.pick(['127.0.0.1', 'evil.example', '', undefined]))],
    brief,
  )
  return 1
}

const foreignPage: Attack = async (random, targets) => {
  const origin = random.pick(['https://evil.example', 'null', 'http://localhost.evil.example'])
  const port = anyPort(random, targets)
  const parts = random.chance(0.5)
    ? post('/', call(random, methods), { origin })
    : [head('GET /', { ...upgradeHeaders, origin })]
  const answer = await packet(port, parts, brief)
  if (answer !== '' && !answer.startsWith('HTTP/1.1 403'))
    throw new Error(`${port} answered ${origin}: ${answer}`)
  return 1
}

/** Sends many requests on one connection. The last request can be incomplete. */
const requests: Attack = async (random, { http }) => {
  const count = 1 + random.below(12)
  const bodies = Array.from({ length: count }, () => {
    const one = () => call(random, methods)
    return spoilt(
      random,
      random.chance(0.2) ? `[${Array.from({ length: random.below(40) }, one).join()}]` : one(),
    )
  })
  const parts = bodies.flatMap((body) => post('/', body, { connection: 'keep-alive' }))
  const leave = random.chance(0.3)
  await packet(random.pick(http), leave ? parts.slice(0, -1) : parts, { ...brief, leave })
  return count
}

const halfBody: Attack = async (random, { http, esplora }) => {
  const declared = random.pick([10, 1000, 100_000])
  const begun = [head('POST /tx', { 'content-length': String(declared) }), 'x'.repeat(random.below(declared))]
  await packet(random.pick([...http, esplora]), begun, { ...brief, leave: random.chance(0.7) })
  return 1
}

const oversized: Attack = async (random, { http, esplora }) => {
  const port = random.pick([...http, esplora])
  if (random.chance(0.7)) {
    await packet(
      port,
      [head('POST /', { 'content-length': String(random.pick([9_000_000, 2 ** 40])) }), 'x'],
      brief,
    )
    return 1
  }
  const chunk = `40000\r\n${'x'.repeat(0x40000)}\r\n`
  const body = Array.from({ length: 40 }, () => chunk)
  await packet(port, [head('POST /tx', { 'transfer-encoding': 'chunked' }), ...body], brief)
  return 1
}

const explorer: Attack = async (random, { esplora }) => {
  const odd = () => encodeURIComponent(text(random, random.below(20)))
  const id = Buffer.from(random.bytes(32)).toString('hex')
  const paths = [
    `/address/${odd()}`,
    `/address/${id}/utxo`,
    `/tx/${id}`,
    `/tx/${odd()}/hex`,
    `/block-height/${odd()}`,
  ]
  const path = random.pick([
    ...paths,
    '/blocks/tip/height',
    '/..',
    '/%00',
    `/tx/${id}/outspend/999999`,
    '/fee-estimates',
  ])
  const body = random.chance(0.5)
    ? Buffer.from(random.bytes(random.below(400))).toString('hex')
    : text(random, 50)
  await packet(
    esplora,
    random.chance(0.5) ? [head(`GET ${path}`)] : post(random.pick(['/tx', '/devnet/x']), body),
    brief,
  )
  return 1
}

const socketFrames: Attack = async (random, { websockets }) => {
  const sent = frames(random, methods)
  await packet(random.pick(websockets), [head('GET /', upgradeHeaders), ...sent], {
    ...brief,
    leave: random.chance(0.3),
  })
  return 1 + sent.length
}

/** Returns the header of a client's upgrade request to the relay. */
export function upgradeOf(auth: string): string {
  return head(`GET /?${new URLSearchParams({ auth, projectId: 'hostile' })}`, upgradeHeaders)
}

/** Creates an attack by clients that the relay admits. The relay admits every key. */
export async function relayAttack(relay: number): Promise<Attack> {
  const audience = `ws://127.0.0.1:${relay}`
  const tokens = await Promise.all(
    Array.from({ length: 20 }, () => signJWT('hostile', audience, 86_400, generateKeyPair())),
  )
  return async (random) => {
    const upgrade = upgradeOf(random.pick([...tokens, 'a.b.c']))
    const topic = () => Buffer.from(random.bytes(32)).toString('hex')
    const topics = [topic(), topic()]
    const flood = () => {
      const message = Buffer.from(random.bytes(50 + random.below(2000))).toString('base64')
      const params = random.pick<object>([
        { topic: random.pick(topics), message, ttl: 1 + random.below(3_000_000), tag: 1108 },
        { topics: Array.from({ length: 100 }, topic) },
        { topic: random.pick(topics) },
      ])
      const method =
        'message' in params ? 'irn_publish' : 'topics' in params ? 'irn_batchSubscribe' : 'irn_subscribe'
      return frame(
        random,
        Buffer.from(JSON.stringify({ id: random.below(1000), jsonrpc: '2.0', method, params })),
      )
    }
    const sent = random.chance(0.5) ? frames(random, relayMethods) : Array.from({ length: 20 }, flood)
    const leave = random.chance(0.3)
    await packet(relay, [upgrade, ...sent], { ...brief, leave })
    return 1 + sent.length
  }
}

export const attacks: readonly Attack[] = [
  garbage,
  malformedHead,
  foreignPage,
  requests,
  halfBody,
  oversized,
  explorer,
  socketFrames,
]
