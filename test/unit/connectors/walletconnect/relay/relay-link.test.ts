import { EventEmitter } from 'node:events'
import { manualClock, memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import type { RelayPayload, SignClient } from '../../../../../src/connectors/walletconnect/library/library.ts'
import { RelayLink } from '../../../../../src/connectors/walletconnect/relay/relay-link.ts'
import { unhandled } from '../../../../support/async.ts'

/** The library's side of a relay that is down, or up and silent. */
function world({ up: upAtFirst = false, topics = ['topic'] } = {}) {
  let up = upAtFirst
  const listeners = new Map<string, () => void>()
  const clock = manualClock()
  const { page, log } = memoryPlatform({ clock })
  const attempts: number[] = []
  const sent: number[] = []
  const never = () => new Promise<never>(() => {})
  const socket = () =>
    Object.assign(new EventEmitter(), {
      async connect() {
        attempts.push(clock.now())
        if (!up) throw new Error('WebSocket connection failed')
        relayer.connected = true
      },
    })
  const relayer = {
    connected: false,
    connecting: false,
    transportExplicitlyClosed: false,
    request(_: RelayPayload): Promise<unknown> {
      sent.push(clock.now())
      return never()
    },
    publish: async (): Promise<void> => {
      throw new Error('Failed to publish payload, please try again.')
    },
    transportOpen: async () => {},
    transportClose: async () => {},
    transportDisconnect: async () => {},
    createProvider: async () => {
      relayer.provider = socket()
    },
    provider: socket(),
    subscriber: { hasAnyTopics: topics.length > 0, topics, start: async () => {}, stop: async () => {} },
    publisher: { queue: new Map() },
    on: (event: string, listener: () => void) => void listeners.set(event, listener),
    off: () => {},
  }
  const heartbeat = { init: async () => {}, stop: () => {} }
  const link = new RelayLink({
    core: { relayer, heartbeat } as unknown as SignClient['core'],
    clock,
    page,
    log,
  })
  const gaps = () => attempts.slice(1).map((at, index) => at - attempts[index]!)
  const lose = () => {
    up = false
    relayer.connected = false
    listeners.get('relayer_disconnect')?.()
  }
  const repair = () => {
    up = true
  }
  return { clock, page, link, relayer, attempts, sent, gaps, lose, repair }
}
const minutes = 60_000

it('a message that was not published is reported, even if the library does not await it', async () => {
  const { relayer, link } = world({ topics: [] })
  const reports = await unhandled(async () => void relayer.publish())
  expect(reports).toEqual([])
  await expect(relayer.publish()).rejects.toThrow('Failed to publish')
  await link.end()
})

describe('a relay that is down', () => {
  it('is retried at growing intervals, up to 30 s, each slightly different', async () => {
    const { clock, gaps, link } = world()
    await clock.advance(10 * minutes)
    expect(gaps().length).toBeGreaterThan(20)
    for (const [at, gap] of gaps().entries()) {
      const step = Math.min(30_000, 50 * 2 ** (at + 1))
      expect(gap).toBeGreaterThanOrEqual(Math.floor(step / 2))
      expect(gap).toBeLessThanOrEqual(step)
    }
    expect(new Set(gaps().slice(-10)).size).toBeGreaterThan(5)
    await link.end()
    expect(clock.pending).toBe(0)
  })

  it('is retried once a second while a caller waits for an answer, from that moment', async () => {
    const { clock, gaps, link } = world()
    await clock.advance(5 * minutes)
    const before = gaps().length
    link.untilRefused(new Promise(() => {})).catch(() => {})
    const asked = link.up()
    asked.catch(() => {})
    await clock.advance(30_000)
    const since = gaps().slice(before + 1)
    expect(since.length).toBeGreaterThanOrEqual(29)
    for (const gap of since) expect(gap).toBeLessThanOrEqual(1000)
    await link.end()
    await expect(asked).rejects.toMatchObject({ code: 'config/disposed' })
  })

  it('is not retried without subscriptions, nor while the page is offline, and at once when it is back online', async () => {
    const idle = world({ topics: [] })
    await idle.clock.advance(10 * minutes)
    expect(idle.attempts).toEqual([])
    const { clock, page, attempts, link } = world()
    await clock.advance(5 * minutes)
    page.setOnline(false)
    await clock.advance(minutes)
    const before = attempts.length
    await clock.advance(10 * minutes)
    expect(attempts).toHaveLength(before)
    page.setOnline(true)
    page.dispatch('pageshow')
    await clock.advance(0)
    expect(attempts).toHaveLength(before + 1)
    await link.end()
  })
})

describe('a relay that closes a socket with an error', () => {
  it('causes no error in the page when that socket has been replaced already', async () => {
    const { clock, relayer, link, lose, repair } = world({ up: true })
    await clock.advance(0)
    const replaced = relayer.provider
    lose()
    repair()
    await clock.advance(minutes)
    expect(relayer.provider).not.toBe(replaced)
    replaced.emit('error', new Error('WebSocket connection closed abnormally with code: 3000'))
    await link.end()
  })
})

describe('a relay that accepts everything and acknowledges nothing', () => {
  it('gets as much time for a message as the library waits, and no second connection', async () => {
    const { clock, relayer, sent, attempts, link } = world({ up: true })
    await clock.advance(0)
    let settled = false
    relayer.request({ id: 7, method: 'irn_publish', params: {} }).then(
      () => (settled = true),
      () => (settled = true),
    )
    await clock.advance(10 * minutes)
    expect(attempts).toHaveLength(1)
    expect(sent.length).toBeLessThanOrEqual(2)
    expect(sent.at(-1)! - sent[0]!).toBeLessThanOrEqual(55_000)
    expect(settled).toBe(false)
    expect(clock.pending).toBe(0)
    await link.end()
  })
})

describe('a caller that waits for a relay that is down', () => {
  it('gets an error within 10 s, and nothing is retried for it afterwards', async () => {
    const { clock, link, attempts } = world({ topics: [] })
    const ready = link.ready()
    ready.catch(() => {})
    await clock.advance(10_000)
    await expect(ready).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    await link.rest()
    const before = attempts.length
    await clock.advance(minutes)
    expect(attempts).toHaveLength(before)
    expect(clock.pending).toBe(0)
    await link.end()
  })

  it('gets no such error from a page that was frozen meanwhile, and uses the relay when it is back', {
    tags: ['ci'],
  }, async () => {
    const { clock, page, link, repair } = world()
    const ready = link.ready()
    let settled = false
    const settle = () => {
      settled = true
    }
    ready.then(settle, settle)
    await clock.advance(1000)
    page.setVisible(false)
    await clock.advance(5 * minutes)
    expect(settled).toBe(false)
    repair()
    page.setVisible(true)
    await clock.advance(2000)
    await expect(ready).resolves.toBeUndefined()
    await link.end()
  })

  it('gets an error for a message in flight when the relay went down, which is not sent later', async () => {
    const { clock, link, relayer, sent, lose, repair } = world({ up: true })
    await clock.advance(0)
    relayer.request({ id: 7, method: 'irn_publish', params: { topic: 'topic' } }).catch(() => {})
    const told = link.untilUndelivered('topic', new Promise(() => {}))
    told.catch(() => {})
    const other = link.untilUndelivered('other', new Promise(() => {}))
    let settled = false
    other.catch(() => {
      settled = true
    })
    await clock.advance(0)
    expect(sent).toHaveLength(1)
    lose()
    await clock.advance(10_000)
    await expect(told).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    expect(settled).toBe(false)
    repair()
    await clock.advance(minutes)
    expect(sent).toHaveLength(1)
    await link.end()
  })
})
