import { manualClock, memoryPlatform } from 'latchkey/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { EmbeddedFrame } from '../../../../src/connectors/embedded/frame.ts'
import { frameSpec } from '../../../../src/connectors/embedded/frame-spec.ts'
import { fc } from '../../../support/fast-check.ts'
import { memoryFrames } from '../../../support/memory-frames.ts'

const url = 'https://wallet.example/sdk'

function world() {
  const clock = manualClock()
  const { log, logged } = memoryPlatform({ clock })
  const frames = memoryFrames()
  const states: string[] = []
  const timedOut: string[] = []
  let ready = 0
  const frame = new EmbeddedFrame({
    clock,
    log,
    frames,
    spec: frameSpec(url, {}, { projectId: 'a&b', chainId: 'eip155:1' }),
    changed: (state) => states.push(state),
    timedOut: (reason) => timedOut.push(reason),
    ready: () => ready++,
    asking: () => {},
  })
  const element = () => {
    const last = frames.made.at(-1)
    if (!last) throw new Error('No frame was made')
    return last
  }
  const greet = async () => {
    element().load()
    element().say({ type: '@w3m-frame/READY', payload: {} })
    await clock.advance(500)
  }
  const last = () => {
    const message = element().posted.at(-1)
    if (!message) throw new Error('Nothing was posted')
    return message
  }
  const answer = (payload?: unknown, to = last()) =>
    element().say({ type: `${to.type.replace('app', 'frame')}_SUCCESS`, id: to.id, payload })
  return { clock, frame, frames, states, timedOut, element, greet, last, answer, logged, ready: () => ready }
}

let w: ReturnType<typeof world>
beforeEach(() => {
  w = world()
})
/** Returns the value or the error with which a promise settles. */
const outcome = async (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error) => ({ code: error.code, message: error.message }),
  )
const rpc = (method: string) => w.frame.send('RPC_REQUEST', { method, params: [] } as never)

describe('the frame of the embedded wallet', () => {
  it('is an element with the specified attributes, encoded values and minimal permissions', async () => {
    await w.frame.init()
    const { attributes, style } = w.element().spec
    expect(attributes).toEqual({
      id: 'w3m-iframe',
      name: 'w3m-secure-iframe',
      title: 'Wallet',
      src: `${url}?projectId=a%26b&chainId=eip155%3A1&version=4&enableLogger=true`,
      sandbox:
        'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-storage-access-by-user-activation',
      allow: 'clipboard-write',
      referrerpolicy: 'strict-origin',
    })
    expect(style).toMatchObject({ position: 'fixed', display: 'none', border: 'none', zIndex: '999999' })
    expect(frameSpec(url, { enableLogger: false }, { chainId: 'x' }).attributes.src).toContain(
      'enableLogger=false',
    )
  })

  it('gets its first request 500 ms after its first READY message', async () => {
    await w.frame.init()
    const asked = w.frame.send('GET_CHAIN_ID', undefined)
    w.element().load()
    w.element().say({ type: '@w3m-frame/READY', payload: {} })
    w.element().say({ type: '@w3m-frame/READY', payload: {} })
    await w.clock.advance(499)
    expect(w.states).toEqual(['loading'])
    expect(w.element().posted).toEqual([])
    await w.clock.advance(1)
    expect(w.states).toEqual(['loading', 'ready'])
    expect(w.ready()).toBe(1)
    w.answer({ chainId: 'eip155:1' })
    await expect(asked).resolves.toEqual({ chainId: 'eip155:1' })
    expect(w.clock.pending).toBe(0)
  })

  it('refuses a second client on the page with a specific error', async () => {
    await w.frame.init()
    const other = new EmbeddedFrame({
      ...{ clock: w.clock, log: console, frames: w.frames, spec: frameSpec(url, {}, { chainId: 'x' }) },
      changed: () => {},
      timedOut: () => {},
      ready: () => {},
      asking: () => {},
    })
    await expect(other.init()).rejects.toMatchObject({ code: 'frame/taken' })
  })

  it("is removed if it isn't ready after 20 s, and the next call recreates it", async () => {
    await w.frame.init()
    const asked = outcome(w.frame.send('GET_CHAIN_ID', undefined))
    const signing = outcome(rpc('personal_sign'))
    await w.clock.advance(19_999)
    expect(w.timedOut).toEqual([])
    await w.clock.advance(1)
    expect(w.timedOut).toEqual(['iframe_load_failed'])
    expect(await asked).toMatchObject({ message: 'Something went wrong' })
    expect(await signing).toMatchObject({ message: 'Request was aborted' })
    expect(w.element().removed).toBe(true)
    await w.frame.init()
    expect(w.frames.made).toHaveLength(2)
    const again = w.frame.send('GET_CHAIN_ID', undefined)
    await w.greet()
    w.answer({ chainId: 1 })
    await expect(again).resolves.toEqual({ chainId: 1 })
  })

  it("has no time limit to accept the theme, the app's data and the account type", async () => {
    await w.frame.init()
    const waiting = [
      outcome(w.frame.send('SYNC_THEME', { themeMode: 'dark' })),
      outcome(w.frame.send('SET_PREFERRED_ACCOUNT', { type: 'eoa' })),
      outcome(w.frame.send('SYNC_DAPP_DATA', { projectId: '' })),
    ]
    await w.clock.advance(60_000)
    expect(w.timedOut).toEqual([])
    expect(w.clock.pending).toBe(0)
    w.frame.dispose()
    for (const one of waiting) expect(await one).toHaveProperty('code')
  })

  it.each([
    'CONNECT_DEVICE',
    'CONNECT_EMAIL',
    'CONNECT_OTP',
    'CONNECT_SOCIAL',
    'GET_SOCIAL_REDIRECT_URI',
  ] as const)('has 30 s to answer %s', async (name) => {
    await w.frame.init()
    await w.greet()
    const payload = { email: 'a@b.co', otp: '1', uri: 'x', provider: 'google' }
    const asked = outcome(w.frame.send(name, payload as never))
    const other = outcome(rpc('eth_call'))
    await w.clock.advance(29_999)
    expect(w.timedOut).toEqual([])
    await w.clock.advance(1)
    expect(w.timedOut).toEqual(['iframe_request_timeout'])
    expect(await asked).toMatchObject({ message: 'Something went wrong' })
    const call = w.element().posted.find(({ type }) => type === '@w3m-app/RPC_REQUEST')
    w.answer('0x1', call)
    expect(await other).toEqual({ value: '0x1' })
    const next = w.frame.send('GET_CHAIN_ID', undefined)
    w.answer({ chainId: 1 })
    await expect(next).resolves.toEqual({ chainId: 1 })
    expect(w.clock.pending).toBe(0)
  })

  it('has 30 s to answer CONNECT_EMAIL after the wallet stops asking the visitor', async () => {
    await w.frame.init()
    await w.greet()
    const asked = outcome(w.frame.send('CONNECT_EMAIL', { email: 'a@b.co' }))
    w.element().say({ type: '@w3m-frame/ASKING', payload: { open: true } })
    await w.clock.advance(9 * 60_000)
    expect(w.timedOut).toEqual([])
    w.element().say({ type: '@w3m-frame/ASKING', payload: { open: false } })
    await w.clock.advance(30_000)
    expect(w.timedOut).toEqual(['iframe_request_timeout'])
    expect(await asked).toMatchObject({ message: 'Something went wrong' })
    expect(w.clock.pending).toBe(0)
  })

  it('loses its requests when it reloads, and is set up again', async () => {
    await w.frame.init()
    await w.greet()
    const lost = outcome(rpc('eth_call'))
    w.element().load()
    expect(await lost).toMatchObject({ message: 'Request was aborted' })
    expect(w.states.at(-1)).toBe('loading')
    w.element().say({ type: '@w3m-frame/READY', payload: {} })
    await w.clock.advance(500)
    expect(w.ready()).toBe(2)
  })

  it('is also ready if its READY message arrives before the browser reports the reload', async () => {
    await w.frame.init()
    await w.greet()
    w.element().say({ type: '@w3m-frame/READY', payload: {} })
    w.element().load()
    await w.clock.advance(500)
    expect(w.states).toEqual(['loading', 'ready', 'loading', 'ready'])
  })

  it('is recreated by the next call if the host removed it from the page', async () => {
    await w.frame.init()
    await w.greet()
    const waiting = outcome(rpc('personal_sign'))
    w.element().detach()
    expect(await outcome(rpc('eth_call'))).toMatchObject({ message: 'W3mFrame: iframe is not set' })
    expect(await waiting).toMatchObject({ message: 'Request was aborted' })
    await w.frame.init()
    expect(w.frames.made).toHaveLength(2)
  })

  it("fails its requests at once if it can't be loaded", async () => {
    await w.frame.init()
    const asked = outcome(w.frame.send('GET_CHAIN_ID', undefined))
    w.element().load(false)
    expect(await asked).toMatchObject({ message: 'Unable to load email login dependency' })
  })
})

describe('a request to the frame', () => {
  beforeEach(async () => {
    await w.frame.init()
    await w.greet()
  })

  it('is validated before it is sent', async () => {
    const email = await outcome(w.frame.send('CONNECT_EMAIL', { email: 'nobody' }))
    expect(email).toMatchObject({ message: 'Invalid email' })
    expect(await outcome(rpc('debug_traceCall'))).toMatchObject({ message: 'Invalid input' })
    expect(w.element().posted).toEqual([])
  })

  it('has an id of 128 random bits', async () => {
    const ids = new Set<string>()
    for (let n = 0; n < 1000; n++) {
      w.frame.send('GET_CHAIN_ID', undefined).catch(() => {})
      ids.add(w.last().id)
    }
    expect(ids.size).toBe(1000)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('settles with its first valid answer, whatever messages come before and after', async () => {
    const asked = w.frame.send('GET_CHAIN_ID', undefined)
    const { id } = w.last()
    w.element().say({ type: '@w3m-frame/GET_USER_SUCCESS', id, payload: { address: 'x', chainId: 1 } })
    w.element().say({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id, payload: { chainId: {} } })
    w.element().say({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: 'another', payload: { chainId: 666 } })
    w.element().say({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 666 } })
    w.answer({ chainId: 5 })
    w.answer({ chainId: 666 })
    await expect(asked).resolves.toEqual({ chainId: 5 })
  })

  it("fails with the first 300 characters of the frame's message", async () => {
    const fail = (payload: unknown) => {
      const asked = outcome(w.frame.send('GET_CHAIN_ID', undefined))
      w.element().say({ type: '@w3m-frame/GET_CHAIN_ID_ERROR', id: w.last().id, payload })
      return asked
    }
    expect(await fail({ message: 'Not now' })).toEqual({ code: 'frame/failed', message: 'Not now' })
    expect(await fail({ message: 'x'.repeat(10_000) })).toMatchObject({ message: 'x'.repeat(300) })
    for (const none of [undefined, {}, { message: '' }])
      expect(await fail(none)).toMatchObject({ message: 'An error occurred' })
    // A code that Latchkey knows becomes a more specific error than `frame/failed`.
    expect(await fail({ message: 'No window', code: 'window-blocked' })).toMatchObject({
      code: 'frame/window-blocked',
    })
    const hash = `0x${'ab'.repeat(32)}`
    expect(await fail({ message: 'lost', code: 'maybe-sent', hash })).toMatchObject({
      code: 'rpc/maybe-sent',
      message: expect.stringContaining(hash),
    })
    // The hash of a smart account's operation isn't a transaction hash, so the error contains the hash only
    // in its text.
    const words = `The operation ${hash} was sent, and is not mined yet.`
    const lost = w.frame.send('GET_CHAIN_ID', undefined)
    const payload = { message: words, code: 'maybe-sent' }
    w.element().say({ type: '@w3m-frame/GET_CHAIN_ID_ERROR', id: w.last().id, payload })
    await expect(lost).rejects.toMatchObject({ code: 'rpc/maybe-sent', details: words })
    for (const none of [undefined, 7, '<b>'])
      expect(await fail({ message: 'lost', code: 'maybe-sent', hash: none })).toMatchObject({
        code: 'rpc/maybe-sent',
        message: 'The transaction may have been sent, but the answer was lost',
      })
    for (const code of ['unknown', 'constructor', 4001, {}])
      expect(await fail({ message: 'Not now', code })).toEqual({ code: 'frame/failed', message: 'Not now' })
  })

  it('is abandoned when approvals are aborted, unless it only reads', async () => {
    const read = rpc('eth_call')
    const to = w.last()
    const given = [outcome(rpc('personal_sign')), outcome(rpc('eth_sendTransaction'))]
    w.frame.abortApprovals()
    for (const one of given) expect(await one).toMatchObject({ message: 'Request was aborted' })
    // The frame gets each cancellation, so that it hides the approvals that the page no longer awaits.
    const posted = w.element().posted
    const asked = posted.filter(({ type }) => type.endsWith('RPC_REQUEST')).slice(1)
    const ended = posted.filter(({ type }) => type.endsWith('RPC_ABORT'))
    expect(ended.map(({ payload }) => payload)).toEqual(asked.map(({ id }) => ({ id })))
    w.answer('0x', to)
    await expect(read).resolves.toBe('0x')
  })

  it('ends at once when its caller aborts', async () => {
    const stop = new AbortController()
    const asked = outcome(w.frame.send('GET_CHAIN_ID', undefined, { signal: stop.signal }))
    stop.abort()
    expect(await asked).toMatchObject({ code: 'flow/aborted' })
    w.answer({ chainId: 5 })
    expect(w.element().posted).toHaveLength(1)
  })

  it('is canceled in the frame if it needs approval and its caller aborts', async () => {
    const stop = new AbortController()
    const request = { method: 'personal_sign', params: [] } as never
    const asked = outcome(w.frame.send('RPC_REQUEST', request, { signal: stop.signal }))
    const { id } = w.last()
    stop.abort()
    expect(await asked).toMatchObject({ code: 'flow/aborted' })
    expect(w.last()).toMatchObject({ type: '@w3m-app/RPC_ABORT', payload: { id } })
  })
})

describe('unsolicited messages', () => {
  const names = [
    ...['READY', 'SESSION_UPDATE', 'GET_CHAIN_ID_SUCCESS', 'GET_USER_SUCCESS', 'RPC_REQUEST_SUCCESS'],
    ...['CONNECT_EMAIL_ERROR', 'NOTHING', 'constructor_SUCCESS', '__proto___ERROR'],
  ]
  const junk = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true })
  const message = fc.oneof(
    junk,
    fc.record(
      {
        type: fc.oneof(
          fc.constantFrom(...names).map((name) => `@w3m-frame/${name}`),
          fc.string(),
          junk,
        ),
        id: fc.oneof(fc.string(), junk),
        payload: fc.oneof(junk, fc.constant('x'.repeat(2_000_000))),
      },
      { requiredKeys: [] },
    ),
  )

  it('change nothing and log little, even if there are 100,000 of them', {
    timeout: 120_000,
  }, async () => {
    await w.frame.init()
    await w.greet()
    const asked = w.frame.send('GET_CHAIN_ID', undefined)
    const to = w.last()
    const { length } = w.states
    const runs = 100_000
    fc.assert(
      fc.property(message, fc.constantFrom(undefined, 'https://evil.example', 'null'), (data, origin) => {
        w.element().say(data, origin)
      }),
      { numRuns: runs },
    )
    expect(w.states).toHaveLength(length)
    expect(w.ready()).toBe(1)
    expect(w.logged.length).toBeLessThanOrEqual(10)
    expect(w.element().posted).toHaveLength(1)
    w.answer({ chainId: 5 }, to)
    await expect(asked).resolves.toEqual({ chainId: 5 })
  })

  it('are ignored without being read if they come from another origin', async () => {
    await w.frame.init()
    await w.greet()
    const asked = w.frame.send('GET_CHAIN_ID', undefined)
    const { id } = w.last()
    const forged = { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id, payload: { chainId: 666 } }
    for (const origin of [
      'https://evil.example',
      'null',
      'https://wallet.example:444',
      'http://wallet.example',
    ])
      w.element().say(forged, origin)
    w.answer({ chainId: 5 })
    await expect(asked).resolves.toEqual({ chainId: 5 })
  })
})
