import { createHash } from 'node:crypto'
import { encodeIss, generateKeyPair, signJWT } from '@walletconnect/relay-auth'
import { type Relay, type RelayOptions, startDevnet, startRelay } from 'latchkey/devnet'
import { afterEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { openBareDapp } from '../support/bare-dapp.ts'

// The clients of these tests implement the protocol by hand. Other tests use WalletConnect's library on both sides.

const topic = (name: string) => createHash('sha256').update(name).digest('hex')
const released: (() => unknown)[] = []
afterEach(async () => {
  for (const release of released.splice(0).reverse()) await release()
})

async function relayOf(options: RelayOptions = {}): Promise<Relay> {
  const relay = await startRelay(options)
  released.push(() => relay.stop())
  return relay
}

interface Push {
  readonly id: number
  readonly params: { id: string; data: { topic: string; message: string; publishedAt: number; tag: number } }
}
interface TokenOptions {
  readonly keys?: ReturnType<typeof generateKeyPair>
  readonly issuedAt?: number
  readonly ttl?: number
  readonly audience?: string
  readonly token?: string
  readonly projectId?: string
}

/**
 * Connects a client. Resolves with the relay's reaction: the socket opens, or the relay closes it with a code and a
 * reason.
 */
async function dial(relay: Relay, options: TokenOptions = {}) {
  const { keys = generateKeyPair(), issuedAt = Math.floor(Date.now() / 1000), ttl = 86_400 } = options
  const token =
    options.token ?? (await signJWT('subject', options.audience ?? relay.url, ttl, keys, issuedAt))
  const query = new URLSearchParams({ auth: token, projectId: options.projectId ?? 'project' })
  const socket = new WebSocket(`${relay.url}/?${query}`)
  released.push(() => socket.terminate())
  const pushes: Push[] = []
  const answers = new Map<number, (message: { result?: unknown; error?: { code: number } }) => void>()
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.method === 'irn_subscription') pushes.push(message)
    else answers.get(message.id)?.(message)
  })
  let last = 0
  const raw = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  const call = (method: string, params: object) =>
    new Promise<{ result?: unknown; error?: { code: number } }>((resolve) => {
      answers.set(++last, resolve)
      raw({ id: last, method, params })
    })
  await Promise.race([new Promise((resolve) => socket.on('open', resolve)), closed])
  return {
    socket,
    client: encodeIss(keys.publicKey),
    keys,
    pushes,
    closed,
    call,
    raw,
    acknowledge: ({ id }: Push) => raw({ id, result: true }),
    messages: () => pushes.map(({ params }) => params.data.message),
    publish: (name: string, message: string, rest: object = {}) =>
      call('irn_publish', { topic: topic(name), message, ttl: 300, tag: 1108, ...rest }),
    subscribe: (name: string) => call('irn_subscribe', { topic: topic(name) }),
  }
}
type Client = Awaited<ReturnType<typeof dial>>
/**
 * Returns all messages that a client has received. Sends a last message and waits for it, so that no earlier message is missing.
 */
async function allHeard(client: Client, from: Client): Promise<readonly string[]> {
  await client.subscribe('marker')
  await from.publish('marker', `marker ${client.client}`)
  await expect.poll(client.messages, { message: 'the marker arrives' }).toContain(`marker ${client.client}`)
  return client.messages().filter((message) => !message.startsWith('marker '))
}

describe('the WalletConnect relay', () => {
  describe('carries messages', () => {
    it('to the subscribers of their topic, but not to the sender', async () => {
      const relay = await relayOf()
      const [a, b, c] = [await dial(relay), await dial(relay), await dial(relay)]
      expect((await a.subscribe('t')).result).toBe(subscription('t', a))
      await b.subscribe('t')
      await c.subscribe('other')
      expect(await a.publish('t', 'hello')).toMatchObject({ result: true })
      await expect
        .poll(() => b.pushes, { message: 'the message arrives' })
        .toMatchObject([
          { params: { id: subscription('t', b), data: { topic: topic('t'), message: 'hello', tag: 1108 } } },
        ])
      expect([...(await allHeard(a, b)), ...(await allHeard(c, b))]).toEqual([])
    })

    it('once to a client that subscribes after they were published', async () => {
      const relay = await relayOf()
      const [a, b] = [await dial(relay), await dial(relay)]
      await a.publish('t', 'one')
      await a.publish('t', 'two')
      await b.call('irn_batchSubscribe', { topics: [topic('t'), topic('u')] })
      await expect.poll(b.messages, { message: 'both messages arrive in order' }).toEqual(['one', 'two'])
      for (const push of b.pushes) b.acknowledge(push)
      await expect
        .poll(() => relay.counts.acknowledged, { message: 'both messages are acknowledged' })
        .toBe(2)
      await b.subscribe('t')
      expect(await allHeard(b, a)).toEqual(['one', 'two'])
    })

    it("again to a client that hasn't acknowledged them, until they expire", async () => {
      let now = Date.now()
      const relay = await relayOf({ now: () => now })
      const a = await dial(relay)
      await a.publish('t', 'short', { ttl: 30 })
      await a.publish('t', 'long', { ttl: 300 })
      const b = await dial(relay)
      await b.subscribe('t')
      await expect.poll(b.messages, { message: 'both messages arrive' }).toEqual(['short', 'long'])
      b.socket.terminate()
      now += 31_000
      const again = await dial(relay, { keys: b.keys })
      await again.subscribe('t')
      await expect
        .poll(again.messages, { message: 'the message that is still valid arrives' })
        .toEqual(['long'])
      expect(relay.kept).toBe(1)
      now += 300_000
      expect(relay.kept).toBe(0)
    })

    it('once if a client publishes them again because the answer was lost', async () => {
      const relay = await relayOf()
      const [a, b] = [await dial(relay), await dial(relay)]
      await b.subscribe('t')
      expect(await a.publish('t', 'hello')).toMatchObject({ result: true })
      expect(await a.publish('t', 'hello')).toMatchObject({ result: true })
      expect(relay.counts.duplicates).toBe(1)
      expect(relay.published).toHaveLength(1)
      expect(await allHeard(b, a)).toEqual(['hello'])
    })

    it('until the client unsubscribes', async () => {
      const relay = await relayOf()
      const [a, b] = [await dial(relay), await dial(relay)]
      const { result: id } = await b.subscribe('t')
      await b.call('irn_unsubscribe', { topic: topic('t'), id })
      await a.publish('t', 'hello')
      expect(await allHeard(b, a)).toEqual([])
      expect(await b.call('irn_fetchMessages', { topic: topic('t') })).toMatchObject({
        result: { messages: [{ topic: topic('t'), message: 'hello', tag: 1108 }], hasMore: false },
      })
      expect(await b.call('irn_batchFetchMessages', { topics: [topic('t'), topic('u')] })).toMatchObject({
        result: { messages: [{ message: 'hello' }] },
      })
    })
  })

  it('supports pairing calls that publish a message and subscribe the sender in one call', async () => {
    const relay = await relayOf()
    const [dapp, wallet] = [await dial(relay), await dial(relay)]
    const pairing = topic('pairing')
    const session = topic('session')
    const proposed = { pairingTopic: pairing, sessionProposal: 'proposal', ttl: 300 }
    expect(await dapp.call('wc_proposeSession', proposed)).toMatchObject({ result: true })
    await wallet.subscribe('pairing')
    await expect
      .poll(() => wallet.pushes, { message: 'the proposal reaches the wallet' })
      .toMatchObject([{ params: { data: { message: 'proposal', tag: 1100 } } }])
    const approved = {
      pairingTopic: pairing,
      sessionTopic: session,
      sessionProposalResponse: 'response',
      sessionSettlementRequest: 'settle',
      ttl: 300,
    }
    expect(await wallet.call('wc_approveSession', approved)).toMatchObject({ result: true })
    await expect
      .poll(() => dapp.pushes, { message: 'the response reaches the dapp' })
      .toMatchObject([{ params: { data: { message: 'response', tag: 1101 } } }])
    await dapp.subscribe('session')
    await expect
      .poll(() => dapp.pushes[1], { message: 'the settlement reaches the dapp' })
      .toMatchObject({ params: { data: { message: 'settle', tag: 1102 } } })
    await dapp.publish('session', 'request')
    await expect
      .poll(wallet.messages, { message: 'the request reaches the wallet' })
      .toEqual(['proposal', 'request'])
  })

  describe('refuses', () => {
    const second = () => Math.floor(Date.now() / 1000)
    it.each<[string, () => TokenOptions, string]>([
      ['no token', () => ({ token: '' }), 'JWT validation error: JWT Token is malformed'],
      ['an invalid token', () => ({ token: 'a.b.c' }), 'JWT validation error: JWT Token is malformed'],
      [
        'a token from the future',
        () => ({ issuedAt: second() + 3600 }),
        'JWT validation error: JWT Token is not yet valid',
      ],
      [
        'an expired token',
        () => ({ issuedAt: second() - 3600, ttl: 60 }),
        'JWT validation error: JWT Token is expired',
      ],
      [
        'a token for another relay',
        () => ({ audience: 'wss://relay.example' }),
        'JWT validation error: JWT Token has an invalid audience',
      ],
      [
        'a token for another port',
        () => ({ audience: 'ws://127.0.0.1:1' }),
        'JWT validation error: JWT Token has an invalid audience',
      ],
      ['no project id', () => ({ projectId: '' }), 'Unauthorized: invalid key'],
    ])('a connection with %s', async (_, options, reason) => {
      const relay = await relayOf()
      const client = await dial(relay, options())
      expect(await client.closed).toEqual({ code: 3000, reason })
      expect(relay.counts).toMatchObject({ connections: 0, refused: { [reason]: 1 } })
    })

    it("a token that was signed with a key other than the issuer's", async () => {
      const relay = await relayOf()
      const mine = await signJWT('subject', relay.url, 86_400, generateKeyPair())
      const other = await signJWT('subject', relay.url, 86_400, generateKeyPair())
      const token = [...mine.split('.').slice(0, 2), other.split('.')[2]].join('.')
      expect(await (await dial(relay, { token })).closed).toEqual({
        code: 3000,
        reason: 'JWT validation error: JWT Token signature is not valid',
      })
    })

    it('a banned project id until the ban ends', async () => {
      const relay = await relayOf()
      relay.refuse('banned')
      relay.refuse('elsewhere', 'Unauthorized: origin not allowed')
      expect(await (await dial(relay, { projectId: 'banned' })).closed).toMatchObject({
        reason: 'Unauthorized: invalid key',
      })
      expect(await (await dial(relay, { projectId: 'elsewhere' })).closed).toMatchObject({
        reason: 'Unauthorized: origin not allowed',
      })
      relay.admit('banned')
      expect((await (await dial(relay, { projectId: 'banned' })).subscribe('t')).result).toBeTypeOf('string')
    })

    it.each([
      ['irn_unknown', {}, -32601],
      ['irn_subscribe', { topic: 'short' }, -32602],
      ['irn_batchSubscribe', { topics: topic('t') }, -32602],
      ['irn_publish', { topic: topic('t'), message: '', ttl: 300 }, -32602],
      ['irn_publish', { topic: topic('t'), message: 'hello', ttl: 0 }, -32602],
      ['wc_proposeSession', { pairingTopic: topic('t'), ttl: 300 }, -32602],
      ['toString', {}, -32601],
    ])('the call %s with %j', async (method, params, code) => {
      const client = await dial(await relayOf())
      expect(await client.call(method, params)).toMatchObject({ error: { code } })
    })
  })

  describe('can be made to fail', () => {
    it('completely, but keeps its messages for a restart on the same port', async () => {
      const relay = await relayOf()
      const [a, b] = [await dial(relay), await dial(relay)]
      await a.publish('t', 'kept')
      relay.kill()
      await Promise.all([a.closed, b.closed])
      await expect.poll(() => relay.sockets, { message: 'the relay closes every socket' }).toBe(0)
      expect((await dial(relay, { keys: b.keys })).socket.readyState).not.toBe(WebSocket.OPEN)
      relay.restore()
      const again = await dial(relay, { keys: b.keys })
      await again.subscribe('t')
      await expect.poll(again.messages, { message: 'the kept message arrives' }).toEqual(['kept'])
      expect(relay.counts).toMatchObject({ connections: 3, socketsAtOnce: 1 })
    })

    it("in a call: it doesn't answer, answers late, refuses, or cuts the connection", async () => {
      const relay = await relayOf()
      const silent = await dial(relay)
      relay.script.next('irn_publish', 'never')
      let answered = false
      const unanswered = silent.publish('t', 'lost')
      unanswered.then(() => {
        answered = true
      })

      relay.script.next(
        'irn_publish',
        { error: { code: -32000, message: 'Too many requests' } },
        { delay: 100 },
      )
      expect(await silent.publish('t', 'refused')).toMatchObject({ error: { code: -32000 } })
      expect(await silent.publish('t', 'late')).toMatchObject({ result: true })
      expect(answered).toBe(false)

      relay.script.next('irn_publish', 'drop')
      silent.publish('t', 'before')
      await silent.closed
      const other = await dial(relay)
      relay.script.next('irn_publish', 'drop-after')
      other.publish('t', 'after')
      await other.closed
      expect(relay.published.map(({ message }) => message)).toEqual(['late', 'after'])
    })

    it('in its deliveries: it loses messages, or delivers unpublished messages', async () => {
      const relay = await relayOf()
      const [a, b] = [await dial(relay), await dial(relay)]
      await b.subscribe('t')
      relay.script.next('irn_subscription', 'never')
      await a.publish('t', 'swallowed')
      await a.publish('t', 'heard')
      await expect.poll(b.messages, { message: "the message that isn't lost arrives" }).toEqual(['heard'])
      for (let times = 0; times < 2; times++) relay.push(relay.published[1]!)
      relay.push({ topic: topic('t'), message: 'forged' })
      await expect
        .poll(b.messages, { message: "the messages that aren't lost arrive" })
        .toEqual(['heard', 'heard', 'heard', 'forged'])
    })
  })

  describe('limits', () => {
    const names = (count: number, from = 0) => Array.from({ length: count }, (_, at) => topic(`${from + at}`))

    it('the number of topics of a call and of a socket', async () => {
      const relay = await relayOf()
      const client = await dial(relay)
      expect(await client.call('irn_batchSubscribe', { topics: names(501) })).toMatchObject({
        error: { code: -32602 },
      })
      for (let from = 0; from < 2000; from += 500)
        expect(await client.call('irn_batchSubscribe', { topics: names(500, from) })).toHaveProperty('result')
      expect(relay.subscriptions).toBe(2000)
      expect(await client.subscribe('one more')).toMatchObject({ error: { code: -32000 } })
      expect(await client.subscribe('7')).toHaveProperty('result')
      client.socket.terminate()
      await expect.poll(() => relay.subscriptions, { message: 'the relay forgets the subscriptions' }).toBe(0)
    })

    it("the size of a client's stored messages until they expire", async () => {
      let now = Date.now()
      const relay = await relayOf({ now: () => now })
      const [greedy, modest] = [await dial(relay), await dial(relay)]
      const large = (at: number) => `${at}${'x'.repeat(999_000)}`
      const outcomes = []
      for (let at = 0; at < 17; at++) outcomes.push(await greedy.publish('t', large(at), { ttl: 60 }))
      expect(outcomes.filter((outcome) => 'error' in outcome)).toMatchObject([{ error: { code: -32000 } }])
      expect(relay.kept).toBe(16)
      expect(await modest.publish('t', 'hello')).toMatchObject({ result: true })
      // The relay stores at most the last 8 MB of the published messages.
      expect(relay.published.length).toBeLessThan(10)
      expect(relay.published.at(-1)).toMatchObject({ message: 'hello' })
      now += 61_000
      expect(await greedy.publish('t', large(17))).toMatchObject({ result: true })
      expect(relay.kept).toBe(2)
    })

    it("the size of the unsent messages for a client that doesn't read", async () => {
      const relay = await relayOf()
      const client = await dial(relay)
      await client.subscribe('t')
      client.socket.pause()
      const message = 'x'.repeat(999_000)
      const more = () => {
        relay.push({ topic: topic('t'), message })
        return relay.sockets
      }
      await expect.poll(more, { message: 'the relay closes the socket' }).toBe(0)
    })

    it("the size of a message, the length of a refusal's reason, and the names of counted calls", async () => {
      const relay = await relayOf()
      relay.refuse('long', 'x'.repeat(300))
      expect((await (await dial(relay, { projectId: 'long' })).closed).reason).toBe('x'.repeat(123))
      const client = await dial(relay)
      for (const method of ['a', 'b', '__proto__']) await client.call(method, {})
      expect(relay.counts.calls).toEqual({ unknown: 3 })
      client.socket.send('x'.repeat(4_000_001))
      expect(await client.closed).toMatchObject({ code: 1009 })
    })
  })

  it('sends pings, so that a client knows that the relay works', async () => {
    const relay = await relayOf({ pingEvery: 20 })
    const client = await dial(relay)
    let pings = 0
    client.socket.on('ping', () => pings++)
    await expect.poll(() => pings, { message: 'the relay pings again' }).toBeGreaterThan(1)
  })

  it('answers invalid JSON with a parse error', async () => {
    const relay = await relayOf()
    const client = await dial(relay)
    const heard = new Promise((resolve) =>
      client.socket.once('message', (data) => resolve(JSON.parse(String(data)))),
    )
    client.socket.send('not json')
    expect(await heard).toMatchObject({ error: { code: -32700 } })
    await Promise.all([relay.stop(), relay.stop()])
    await client.closed
    expect((await dial(relay)).socket.readyState).not.toBe(WebSocket.OPEN)
    await expect(startRelay({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'flow/aborted' })
  })

  it('starts and ends with a devnet that requests it', async () => {
    const without = await startDevnet({ families: [] })
    expect(without.relay).toBeUndefined()
    const devnet = await startDevnet({ families: [], relay: true })
    const client = await dial(devnet.relay!)
    expect((await client.subscribe('t')).result).toBeTypeOf('string')
    await Promise.all([devnet.stop(), without.stop()])
    await client.closed
    expect((await dial(devnet.relay!)).socket.readyState).not.toBe(WebSocket.OPEN)
  })

  it("refuses a project id with a text that WalletConnect's library reports", async () => {
    const relay = await relayOf()
    relay.refuse('dapp')
    const dapp = await openBareDapp(relay.url)
    released.push(() => dapp.close())
    const failure = new Promise<Error>((resolve) => dapp.client.core.relayer.on('relayer_error', resolve))
    dapp.propose({ eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }).catch(() => {})
    expect((await failure).message).toContain('Unauthorized: invalid key')
  })
})

function subscription(name: string, { client }: { client: string }): string {
  return createHash('sha256')
    .update(topic(name) + client)
    .digest('hex')
}
