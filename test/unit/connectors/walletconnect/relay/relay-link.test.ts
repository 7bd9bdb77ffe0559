import { EventEmitter } from 'node:events'
import { manualClock, memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import type { RelayPayload, SignClient } from '../../../../../src/connectors/walletconnect/library/library.ts'
import { RelayLink } from '../../../../../src/connectors/walletconnect/relay/relay-link.ts'
import { unhandled } from '../../../../support/async.ts'

interface Socket extends EventEmitter {
  open: boolean
  connect(): Promise<void>
  disconnect(): Promise<void>
  request(payload: RelayPayload): Promise<unknown>
}

/** Returns the library's objects for a relay that is down, or that is up and never answers. */
function world({ up: upAtFirst = false, topics = ['topic'], navigator = {}, connecting = false } = {}) {
  let up = upAtFirst
  /** How long a socket takes to open, in ms. */
  let opening = 0
  const listeners = new Map<string, () => void>()
  const clock = manualClock()
  const { page, log } = memoryPlatform({ clock, globals: { navigator } })
  const attempts: number[] = []
  const sent: number[] = []
  const payloads: RelayPayload[] = []
  /** The times at which the page sent a ping over each socket. */
  const probes: number[] = []
  const opened: Socket[] = []
  const never = () => new Promise<never>(() => {})
  const socket = (): Socket =>
    Object.assign(new EventEmitter(), {
      connection: {},
      events: { emit: () => {} },
      open: false,
      async connect(this: Socket) {
        attempts.push(clock.now())
        if (opening > 0) await new Promise<void>((resolve) => void clock.after(opening, resolve))
        if (!up) throw new Error('WebSocket connection failed')
        this.open = true
        opened.push(this)
      },
      async disconnect(this: Socket) {
        this.open = false
      },
      request: () => {
        probes.push(clock.now())
        return never()
      },
    })
  const relayer = {
    get connected() {
      return (relayer.provider as Partial<Socket>).open === true
    },
    connecting,
    transportExplicitlyClosed: false,
    request(payload: RelayPayload): Promise<unknown> {
      if (payload.method !== 'irn_publish') return never()
      sent.push(clock.now())
      payloads.push(payload)
      return never()
    },
    publish: async (): Promise<void> => {
      throw new Error('Failed to publish payload, please try again.')
    },
    // An attempt of the library itself takes 5 s.
    transportOpen: () => new Promise<void>((resolve) => void clock.after(connecting ? 5000 : 0, resolve)),
    transportClose: async () => {},
    transportDisconnect: async () => {},
    async createProvider(this: { provider: Partial<Socket> }) {
      this.provider = socket()
    },
    registerProviderListeners: () => {},
    unregisterProviderListeners: () => {},
    provider: {} as Partial<Socket>,
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
    relayer.provider.open = false
    listeners.get('relayer_disconnect')?.()
  }
  const repair = () => {
    up = true
  }
  const slow = (ms: number) => {
    opening = ms
  }
  return {
    ...{ clock, page, link, relayer, attempts, sent, payloads, probes, gaps, lose, repair, slow },
    open: () => opened.filter((one) => one.open),
    /** Delivers a message of the relay over the current socket. */
    hear: () => void relayer.provider.emit?.('payload'),
  }
}
const minutes = 60_000

it('a failed publication causes no unhandled rejection', async () => {
  const { relayer, link } = world({ topics: [] })
  const reports = await unhandled(async () => void relayer.publish())
  expect(reports).toEqual([])
  await expect(relayer.publish()).rejects.toThrow('Failed to publish')
  await link.end()
})

describe('a relay that is down', () => {
  it('is retried at growing intervals of up to 30 s, with small random differences', async () => {
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

  it('is retried once a second while a caller waits for an answer', async () => {
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

  it('is retried only while there are subscriptions and the page is online', async () => {
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
  it('causes no error in the page if that socket was replaced before', async () => {
    const { clock, relayer, link, lose, repair } = world({ up: true })
    await clock.advance(0)
    const replaced = relayer.provider as Socket
    lose()
    repair()
    await clock.advance(minutes)
    expect(relayer.provider).not.toBe(replaced)
    replaced.emit('error', new Error('WebSocket connection closed abnormally with code: 3000'))
    await link.end()
  })
})

describe('a relay that accepts everything and acknowledges nothing', () => {
  it('gets one message four times over new connections, with pauses of 5, 10 and 20 s', async () => {
    const { clock, relayer, sent, payloads, attempts, open, link } = world({ up: true })
    await clock.advance(0)
    const [began] = attempts
    let settled = false
    relayer.request({ id: 7, method: 'irn_publish', params: {} }).then(
      () => (settled = true),
      () => (settled = true),
    )
    await clock.advance(10 * minutes)
    const seconds = [0, 5, 15, 35].map((at) => began! + at * 1000)
    expect(sent).toEqual(seconds)
    expect(attempts).toEqual(seconds)
    expect(new Set(payloads).size).toBe(1)
    expect(open()).toHaveLength(1)
    expect(settled).toBe(false)
    expect(clock.pending).toBe(0)
    await link.end()
  })
})

describe('a caller that waits for a relay that is down', () => {
  it('learns that the relay is unreachable if no socket could carry the message', async () => {
    const { clock, link, relayer, sent } = world()
    relayer.request({ id: 7, method: 'irn_publish', params: { tvf: { correlationId: 7 } } })
    const told = link.untilUndelivered((id) => id === 7, new Promise(() => {}))
    told.catch(() => {})
    await clock.advance(10_000)
    await expect(told).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    expect(sent).toEqual([])
    await link.end()
  })

  it('gets an error within 10 s, and the link stops retrying', async () => {
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

  it('gets no error while the page is frozen, and uses the relay when the relay is back', {
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

  it('learns that a message may have arrived if the relay goes down before it acknowledges the message', async () => {
    const { clock, link, relayer, sent, payloads, lose, repair } = world({ up: true })
    await clock.advance(0)
    const message = (id: number) => ({ id, method: 'irn_publish', params: { tvf: { correlationId: id } } })
    relayer.request(message(7)).catch(() => {})
    const told = link.untilUndelivered((id) => id === 7, new Promise(() => {}))
    told.catch(() => {})
    const other = link.untilUndelivered((id) => id === 8, new Promise(() => {}))
    let settled = false
    other.catch(() => {
      settled = true
    })
    await clock.advance(0)
    expect(sent).toHaveLength(1)
    lose()
    await clock.advance(10_000)
    await expect(told).rejects.toMatchObject({
      code: 'wallet/answer-missed',
      cause: { code: 'connection/relay-unreachable' },
    })
    expect(settled).toBe(false)
    repair()
    await clock.advance(5000)
    expect(sent).toHaveLength(1)
    // The library keeps the message in its queue, and sends it again.
    relayer.publisher.queue.set(7, {})
    relayer.request(message(7))
    relayer.request(message(8))
    await clock.advance(1000)
    expect(payloads.slice(1)).toEqual([message(8)])
    await link.end()
  })
})

it('the library keeps a socket that it opens while the page returns', async () => {
  const { clock, page, relayer, attempts, open, repair, link } = world({ connecting: true })
  repair()
  const first = relayer.provider
  await clock.advance(0)
  page.setVisible(false)
  page.setVisible(true)
  await clock.advance(4900)
  expect(relayer.provider).toBe(first)
  expect(attempts).toEqual([])
  await clock.advance(minutes)
  expect(open()).toHaveLength(1)
  await link.end()
})

it("the library's own attempts don't shorten the pauses while no caller waits", async () => {
  const { clock, relayer, attempts, link } = world()
  await clock.advance(5 * minutes)
  const before = attempts.length
  for (let second = 0; second < 60; second++) {
    relayer.transportOpen().catch(() => {})
    await clock.advance(1000)
  }
  expect(attempts.length - before).toBeLessThanOrEqual(5)
  await link.end()
})

describe('a page that returns with an open socket', () => {
  it.each([0, 1000, 29_000])(
    'pings the relay after an absence of %i ms, and keeps a socket that answers',
    async (away) => {
      const { clock, page, attempts, probes, hear, link } = world({ up: true })
      await clock.advance(0)
      page.setVisible(false)
      await clock.advance(away)
      page.setVisible(true)
      page.dispatch('pageshow')
      await clock.advance(1400)
      expect(probes).toHaveLength(1)
      hear()
      await clock.advance(minutes)
      expect(attempts).toHaveLength(1)
      await link.end()
      expect(clock.pending).toBe(0)
    },
  )

  it('replaces a silent socket only once, after 1.5 s, even if many events report the return', async () => {
    const { clock, page, attempts, open, relayer, link } = world({ up: true })
    await clock.advance(0)
    const first = relayer.provider
    page.setVisible(false)
    await clock.advance(1000)
    page.setVisible(true)
    page.dispatch('pageshow')
    page.setOnline(true)
    const returned = clock.now()
    await clock.advance(1499)
    expect(attempts).toHaveLength(1)
    await clock.advance(minutes)
    expect(attempts.slice(1)).toEqual([returned + 1500])
    expect(open()).toHaveLength(1)
    expect(relayer.provider).not.toBe(first)
    await link.end()
  })

  it('opens another socket at once when the system reports that the first socket closed', async () => {
    const { clock, page, attempts, open, lose, repair, link } = world({ up: true })
    await clock.advance(0)
    page.setVisible(false)
    await clock.advance(1000)
    page.setVisible(true)
    await clock.advance(100)
    lose()
    repair()
    await clock.advance(50)
    expect(attempts).toHaveLength(2)
    expect(open()).toHaveLength(1)
    await link.end()
  })

  it('opens only one more socket if the first socket closes during the check', async () => {
    const { clock, link, page, attempts, lose, relayer, repair, slow } = world({ up: true })
    await clock.advance(0)
    page.setVisible(false)
    await clock.advance(29_000)
    page.setVisible(true)
    slow(100)
    lose()
    repair()
    await clock.advance(50)
    await relayer.transportOpen()
    await clock.advance(1000)
    expect(attempts).toHaveLength(2)
    expect(relayer.connected).toBe(true)
    await link.end()
    expect(clock.pending).toBe(0)
  })

  it('keeps the first socket and closes the second if the relay answers on the first while the second opens', async () => {
    const { clock, page, attempts, open, relayer, hear, slow, link } = world({ up: true })
    await clock.advance(0)
    const first = relayer.provider
    slow(1000)
    page.setVisible(false)
    page.setVisible(true)
    await clock.advance(2000)
    expect(attempts).toHaveLength(2)
    hear()
    await clock.advance(minutes)
    expect(relayer.provider).toBe(first)
    expect(open()).toEqual([first])
    await link.end()
  })

  it('sends a new message only after the relay answered on the socket, or the socket was replaced', async () => {
    const { clock, page, sent, attempts, relayer, link } = world({ up: true })
    await clock.advance(0)
    page.setVisible(false)
    page.setVisible(true)
    relayer.request({ id: 7, method: 'irn_publish', params: {} })
    await clock.advance(1400)
    expect(sent).toEqual([])
    await clock.advance(200)
    expect(attempts).toHaveLength(2)
    expect(sent).toHaveLength(1)
    await link.end()
  })

  it('sends an unacknowledged message again over the new socket, unchanged', async () => {
    const { clock, page, payloads, relayer, link } = world({ up: true })
    await clock.advance(0)
    relayer.request({ id: 7, method: 'irn_publish', params: { message: 'sealed' } })
    await clock.advance(0)
    page.setVisible(false)
    await clock.advance(1000)
    page.setVisible(true)
    await clock.advance(1600)
    expect(payloads).toHaveLength(2)
    expect(payloads[1]).toBe(payloads[0])
    await link.end()
  })

  it('pings again when the phone moves to another network', async () => {
    const connection = new EventTarget()
    const { clock, page, attempts, link } = world({ up: true, navigator: { connection } })
    await clock.advance(0)
    connection.dispatchEvent(new Event('change'))
    await clock.advance(1600)
    expect(attempts).toHaveLength(2)
    await link.end()
    connection.dispatchEvent(new Event('change'))
    await clock.advance(minutes)
    expect(attempts).toHaveLength(2)
    expect(page.listenerCount()).toBe(0)
  })

  it('starts another attempt if the phone suspended the previous attempt', async () => {
    const { clock, page, attempts, open, slow, repair, link } = world()
    slow(14_000)
    await clock.advance(100)
    expect(attempts).toHaveLength(1)
    repair()
    slow(0)
    page.setVisible(false)
    page.setVisible(true)
    await clock.advance(2000)
    expect(open()).toHaveLength(1)
    await clock.advance(minutes)
    expect(open()).toHaveLength(1)
    await link.end()
  })
})

it('a caller that waits gets a connection attempt even if the browser says that it is offline', async () => {
  const { clock, page, link, repair } = world({ topics: [] })
  page.setOnline(false)
  repair()
  const ready = link.ready()
  await clock.advance(2000)
  await expect(ready).resolves.toBeUndefined()
  await link.end()
})

describe('a time limit of the link', () => {
  it('ends on time while the page is awake', async () => {
    const { clock, link } = world({ up: true })
    const ended: boolean[] = []
    link.after(5000, (slept) => ended.push(slept))
    await clock.advance(5000)
    expect(ended).toEqual([false])
    await link.end()
  })

  it('waits until the relay is back if the page slept when the limit was due', async () => {
    const { clock, page, link, lose, repair } = world({ up: true })
    await clock.advance(0)
    const ended: boolean[] = []
    page.setVisible(false)
    await clock.advance(3000)
    link.after(1000, (slept) => ended.push(slept))
    lose()
    page.setVisible(true)
    await clock.advance(4000)
    expect(ended).toEqual([])
    repair()
    await clock.advance(5000)
    expect(ended).toEqual([true])
    await link.end()
    expect(clock.pending).toBe(0)
  })

  it('does nothing after it was stopped, even if it was waiting for the relay', async () => {
    const { clock, page, link } = world()
    const ended: boolean[] = []
    page.setVisible(false)
    page.setVisible(true)
    const stop = link.after(1000, (slept) => ended.push(slept))
    await clock.advance(2000)
    stop()
    await clock.advance(minutes)
    expect(ended).toEqual([])
    await link.end()
    expect(clock.pending).toBe(0)
  })
})
