import { randomUUID } from 'node:crypto'
import { manualClock } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/servers/database/database.ts'
import { listEvents } from '../../src/servers/telemetry/read-events.ts'
import { type RunningDesk, sendEvent, startDesk, wireEvent } from '../support/desk.ts'
import { walletDatabases } from '../support/wallet-databases.ts'

const day = 24 * 60 * 60_000
const projects = {
  app: { origins: ['https://app.example', 'https://*.preview.example'] },
  open: {},
  quiet: { analytics: false },
}
const from = (origin: string) => ({ headers: { origin } })

describe.each(walletDatabases.filter(({ isHere }) => isHere))('telemetry in $name', ({ open }) => {
  let database: Database
  let desk: RunningDesk
  let stop: () => Promise<void>
  const clock = manualClock(Date.now() - 10 * day)
  const kept = (project: string) => listEvents(database.query, { project, since: 0 }, { max: 1000 })

  beforeAll(async () => {
    ;({ database, stop } = await open())
    desk = await startDesk({ database, projects, now: clock.now, rates: { events: 1000 } })
  })
  afterAll(async () => {
    await desk?.stop()
    await stop?.()
  })

  it("stores an event without the query and fragment of the page's URL", async () => {
    const event = wireEvent({ url: 'https://app.example/cart?session=SECRET#me' }, { address: '0xabc' })
    for (let time = 0; time < 2; time++)
      expect(await sendEvent(desk, event, from('https://app.example'))).toMatchObject({
        status: 202,
        body: { stored: true },
      })
    const events = (await kept('app')).filter(({ url }) => url !== 'https://app.example/shop')
    expect(events).toMatchObject([
      {
        name: 'MODAL_OPEN',
        kind: 'track',
        url: 'https://app.example/cart',
        domain: 'app.example',
        sdk: 'appkit html-1',
        received: new Date(clock.now()),
        sent: new Date(event.timestamp),
      },
    ])
    expect(JSON.parse(events[0]?.properties ?? '')).toEqual({
      properties: { connected: false },
      address: '0xabc',
    })
  })

  it('stores error reports, which contain the time as a string', async () => {
    const timestamp = '2026-01-31T11:59:00.000Z'
    const props = {
      type: 'error',
      event: 'INTERNAL_SDK_ERROR',
      errorType: 'TypeError',
      errorMessage: 'x is undefined',
    }
    expect((await sendEvent(desk, wireEvent({ timestamp }, props), { project: 'open' })).status).toBe(202)
    const [event] = await listEvents(database.query, { kind: 'error', since: 0 }, { max: 10 })
    expect(event).toMatchObject({ name: 'INTERNAL_SDK_ERROR', sent: new Date(timestamp) })
  })

  it('stores every string that JSON can contain', async () => {
    const odd = '\0 \ud800 \u202e "\\ \u{1f511}'
    const event = wireEvent(
      { domain: odd, url: `https://app.example/${odd}` },
      { properties: { [odd]: odd } },
    )
    expect((await sendEvent(desk, event, { project: 'open' })).status).toBe(202)
    const found = (await kept('open')).find(({ properties }) => properties.includes('\\u0000'))
    expect(JSON.parse(found?.properties ?? '').properties).toEqual({ [odd]: odd })
    expect(found?.domain).toBe('\ufffd \ufffd \u202e "\\ \u{1f511}')
    expect(desk.errors).toEqual([])
  })

  it("stores the first characters of the library's name, even if an emoji is at the limit", async () => {
    const event = wireEvent({}, { event: 'LONG_NAME' })
    const name = 'a'.repeat(99)
    const response = await fetch(`${desk.services.url}/e?projectId=open&st=${name}%F0%9F%94%91`, {
      method: 'POST',
      body: JSON.stringify(event),
    })
    expect(response.status).toBe(202)
    const found = await listEvents(database.query, { name: 'LONG_NAME', since: 0 }, { max: 10 })
    expect(found.map(({ sdk }) => sdk)).toEqual([`${name}\ufffd`])
    expect(desk.errors).toEqual([])
  })

  it.each([
    ['an unknown project', wireEvent(), { project: 'other' }, 403, 'projectId'],
    ['a page of another origin', wireEvent(), from('https://evil.example'), 403, 'origin'],
    [
      'a page whose origin ends like an allowed origin',
      wireEvent(),
      from('https://evil.example/.preview.example'),
      403,
      'origin',
    ],
    ['a page with an opaque origin', wireEvent(), from('null'), 403, 'origin'],
    ['invalid JSON', '{', {}, 400, 'body'],
    ['a list', '[]', {}, 400, 'body'],
    ['an invalid id', wireEvent({ eventId: 'one' }), {}, 400, 'body'],
    ['an invalid time', wireEvent({ timestamp: 1e300 }), {}, 400, 'body'],
    ['an event without a name', wireEvent({}, { event: '' }), {}, 400, 'body'],
    ['an event name with an HTML tag', wireEvent({}, { event: '<b>' }), {}, 400, 'body'],
    ['an event of another type', wireEvent({}, { type: 'page' }), {}, 400, 'body'],
    ['a value that is nested too deep', `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`, {}, 400, 'body'],
    [
      'properties that are nested too deep',
      wireEvent({}, { a: JSON.parse('['.repeat(9) + ']'.repeat(9)) }),
      {},
      400,
      'body',
    ],
    ['a body of 20 kB', wireEvent({}, { text: 'x'.repeat(20_000) }), {}, 413, 'body'],
    ['a body of 1.2 MB', 'x'.repeat(1_200_000), {}, 413, 'body'],
  ])('refuses %s', async (_, body, options, status, name) => {
    const before = await listEvents(database.query, { since: 0 }, { max: 1000 })
    const answer = await sendEvent(desk, body, options)
    expect(answer).toMatchObject({
      status,
      body: { status: 'FAILED', reasons: [{ name, description: expect.any(String) }] },
    })
    // The page may read the reason, to warn the developer.
    const origin = 'headers' in options ? options.headers.origin : null
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(await listEvents(database.query, { since: 0 }, { max: 1000 })).toHaveLength(before.length)
    expect(desk.errors).toEqual([])
  })

  it('accepts events from origins that a wildcard matches', async () => {
    expect((await sendEvent(desk, wireEvent(), from('https://a.preview.example'))).status).toBe(202)
  })

  it("accepts the events of a project whose analytics are off, but doesn't store the events", async () => {
    expect(await sendEvent(desk, wireEvent(), { project: 'quiet' })).toMatchObject({
      status: 202,
      body: { stored: false },
    })
    expect(await kept('quiet')).toEqual([])
  })

  it('stores each event of a flood once', async () => {
    const ids = Array.from({ length: 300 }, () => randomUUID())
    const sent = await Promise.all(
      [...ids, ...ids.slice(0, 50)].map((eventId) =>
        sendEvent(desk, wireEvent({ eventId }, { event: 'FLOOD' }), { project: 'open' }),
      ),
    )
    expect(sent.every(({ status }) => status === 202)).toBe(true)
    const found = await listEvents(database.query, { name: 'FLOOD', since: 0 }, { max: 1000 })
    expect(new Set(found.map(({ number }) => number)).size).toBe(300)
  })

  it('deletes an event only if its day ended longer ago than the retention time', async () => {
    await sendEvent(desk, wireEvent({}, { event: 'OLD' }), { project: 'open' })
    await clock.advance(2 * day)
    await sendEvent(desk, wireEvent({}, { event: 'NEW' }), { project: 'open' })
    const other = await startDesk({ database, projects, now: clock.now, keepEvents: day })
    try {
      await expect
        .poll(async () => (await kept('open')).map(({ name }) => name), { message: 'the new event is kept' })
        .toEqual(['NEW'])
    } finally {
      await other.stop()
    }
  })
})

describe('the events from one IP range', () => {
  it('are refused above a limit, and the refusal says when to retry', async () => {
    const desk = await startDesk({ rates: { events: 3 }, proxies: 1 })
    try {
      const one = { headers: { 'x-forwarded-for': '203.0.113.1', origin: 'https://app.example' } }
      const statuses = []
      for (let time = 0; time < 4; time++) statuses.push((await sendEvent(desk, wireEvent(), one)).status)
      expect(statuses).toEqual([202, 202, 202, 429])
      const refused = await sendEvent(desk, wireEvent(), one)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.headers.get('access-control-allow-origin')).toBe('https://app.example')
      const other = { headers: { 'x-forwarded-for': '203.0.113.2' } }
      expect((await sendEvent(desk, wireEvent(), other)).status).toBe(202)
    } finally {
      await desk.stop()
    }
  })
})
