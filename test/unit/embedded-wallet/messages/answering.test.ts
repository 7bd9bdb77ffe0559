import { describe, expect, it } from 'vitest'
import { type AnswerEvent, answerParent } from '../../../../src/embedded-wallet/messages/answering.ts'
import { type FrameWindow, parentOf, parentOrigin } from '../../../../src/embedded-wallet/messages/parent.ts'
import { WindowBlocked } from '../../../../src/embedded-wallet/screen/window/window-blocked.ts'
import { ProviderError } from '../../../../src/wallets/provider-error.ts'
import { fc } from '../../../support/fast-check.ts'

const origin = 'https://app.example'

/** Returns a frame's window that answers its page, and the messages that the page receives. */
function framed(answer: AnswerEvent) {
  const posted: { message: { type: string; id?: string; payload?: unknown }; to: string }[] = []
  const listeners: ((event: MessageEvent) => void)[] = []
  const parent = { postMessage: (message: never, to: string) => posted.push({ message, to }) }
  const self: FrameWindow = {
    parent,
    document: { referrer: `${origin}/page` },
    location: { ancestorOrigins: [origin] },
    addEventListener: (_, listener) => listeners.push(listener),
  }
  answerParent(parentOf(self, origin), answer)
  const hear = async (data: unknown, from: { source?: unknown; origin?: string } = {}) => {
    const event = { data, source: parent, origin, ...from } as MessageEvent
    for (const listener of listeners) listener(event)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { posted, hear, self, parent }
}

const event = (name: string, id: string | undefined, payload?: unknown) => ({
  type: `@w3m-app/${name}`,
  ...(id !== undefined && { id }),
  ...(payload !== undefined && { payload }),
})

describe('the answers to the page', () => {
  it("go only to the page's origin, one for each event, with the event's id", async () => {
    const { posted, hear } = framed(async ({ name }) => {
      if (name === 'SIGN_OUT') throw new Error('no')
      return name === 'IS_CONNECTED' ? { isConnected: true } : undefined
    })
    await hear(event('IS_CONNECTED', 'a'))
    await hear(event('SIGN_OUT', 'b'))
    await hear(event('SYNC_THEME', 'c', { themeMode: 'dark' }))
    expect(posted).toEqual([
      {
        to: origin,
        message: { type: '@w3m-frame/IS_CONNECTED_SUCCESS', id: 'a', payload: { isConnected: true } },
      },
      { to: origin, message: { type: '@w3m-frame/SIGN_OUT_ERROR', id: 'b', payload: { message: 'no' } } },
      { to: origin, message: { type: '@w3m-frame/SYNC_THEME_SUCCESS', id: 'c' } },
    ])
  })

  it('name the transaction that may have been sent', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    const { posted, hear } = framed(async () => {
      throw new ProviderError(-32603, 'lost', { maybeSent: true, hash })
    })
    await hear(event('RPC_REQUEST', 'a', { method: 'eth_sendTransaction', params: [] }))
    expect(posted.map(({ message }) => message.payload)).toEqual([
      { message: 'lost', code: 'maybe-sent', hash },
    ])
  })

  it('contain a code if a window was blocked, but not the code of any other error', async () => {
    const { posted, hear } = framed(async ({ name }) => {
      throw name === 'SIGN_OUT'
        ? Object.assign(new Error('no'), { code: 4001 })
        : new WindowBlocked('No window')
    })
    await hear(event('GET_CHAIN_ID', 'a'))
    await hear(event('SIGN_OUT', 'b'))
    expect(posted.map(({ message }) => message.payload)).toEqual([
      { message: 'No window', code: 'window-blocked' },
      { message: 'no' },
    ])
  })

  it('go to no other window, and never twice to one id', async () => {
    let asked = 0
    const { posted, hear } = framed(async () => {
      asked++
    })
    await hear(event('GET_CHAIN_ID', 'x'), { origin: 'https://evil.example' })
    await hear(event('GET_CHAIN_ID', 'x'), { source: {} })
    await hear(event('GET_CHAIN_ID', 'x'), { source: null })
    await hear(event('GET_CHAIN_ID', 'x'), { origin: 'null' })
    expect(asked).toBe(0)
    await hear(event('GET_CHAIN_ID', 'x'))
    await hear(event('GET_CHAIN_ID', 'x'))
    await hear(event('SIGN_OUT', 'x'))
    expect([asked, posted.length]).toEqual([1, 1])
  })

  it('say why an event is invalid, if the event has an id and a known name', async () => {
    const { posted, hear } = framed(async () => undefined)
    await hear(event('CONNECT_EMAIL', 'a', { email: 'nobody' }))
    await hear(event('CONNECT_EMAIL', undefined, { email: 'nobody' }))
    await hear(event('CONNECT_EVERYTHING', 'b'))
    await hear({ type: '@w3m-app/GET_USER', id: 7 })
    expect(posted.map(({ message }) => message)).toEqual([
      { type: '@w3m-frame/CONNECT_EMAIL_ERROR', id: 'a', payload: { message: 'Invalid email' } },
    ])
  })

  it('are errors when too many events are pending', async () => {
    const { posted, hear } = framed(() => new Promise(() => {}))
    for (let at = 0; at < 70; at++) await hear(event('GET_CHAIN_ID', `id-${at}`))
    expect(posted).toHaveLength(6)
    expect(posted[0]?.message.payload).toMatchObject({ message: expect.stringContaining('Too many') })
  })

  it('are not sent for malformed messages', {
    timeout: 60_000,
  }, async () => {
    let asked = 0
    const { posted, hear } = framed(async () => {
      asked++
    })
    const names = ['GET_USER', 'RPC_REQUEST', 'CONNECT_OTP', 'toString', '__proto__', '']
    const hostile = fc.oneof(
      fc.anything({ withTypedArray: true, withMap: true, withNullPrototype: true }),
      fc.record({
        type: fc.oneof(fc.constantFrom(...names.map((name) => `@w3m-app/${name}`)), fc.anything()),
        // An event without a string id gets no answer.
        id: fc.oneof(fc.integer(), fc.object(), fc.constant(null)),
        payload: fc.anything(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(hostile, async (data) => {
        await hear(data)
      }),
      { numRuns: 20_000 },
    )
    expect([asked, posted.length]).toEqual([0, 0])
  })
})

describe('the origin of the embedding page', () => {
  const { self } = framed(async () => undefined)
  it.each([
    [{ ancestorOrigins: ['https://one.example', 'https://top.example'] }, '', 'https://one.example'],
    [{ ancestorOrigins: undefined }, 'https://two.example/path?a', 'https://two.example'],
    [{ ancestorOrigins: undefined }, '', undefined],
    [{ ancestorOrigins: ['null'] }, 'https://two.example/', undefined],
  ])('for the location %j and the referrer %j is %j', (location, referrer, expected) => {
    expect(parentOrigin({ ...self, location: location as never, document: { referrer } })).toBe(expected)
  })

  it('is undefined without an embedding page', () => {
    const alone: FrameWindow = { ...self, parent: undefined }
    expect(parentOrigin(Object.assign(alone, { parent: alone }))).toBeUndefined()
  })
})
