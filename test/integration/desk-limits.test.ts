import { manualClock } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dataHandler } from '../../src/servers/data/data-handler.ts'
import { KnownAssets } from '../../src/servers/data/known-assets.ts'
import type { Database } from '../../src/servers/database/database.ts'
import { createDeskMetrics } from '../../src/servers/desk/metrics.ts'
import { servicesApp } from '../../src/servers/desk/services-app.ts'
import { readProjects } from '../../src/servers/project-config/projects.ts'
import { type RunningDesk, type StartDeskOptions, sendEvent, startDesk, wireEvent } from '../support/desk.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'

const clock = manualClock(Date.parse('2026-01-31T12:00:00Z'))
const projects = { app: { origins: ['https://app.example'] } }
let database: Database
let desk: RunningDesk
const received: string[] = []
beforeAll(async () => {
  database = await snapshotDatabase()
})
afterAll(() => database?.close())
afterEach(async () => {
  await desk?.stop()
  received.length = 0
})

async function start(options: StartDeskOptions = {}) {
  const post = async (body: string) => {
    received.push(body)
    return body.startsWith('[') ? '[]' : '{"jsonrpc":"2.0","id":1,"result":"0x1"}'
  }
  const nodes = new Map([['eip155:1', post] as const])
  const data = dataHandler({ readers: [], known: new KnownAssets([]), pageSize: 10, nodes })
  desk = await startDesk({ database, projects, data, now: clock.now, ...options })
}
const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(desk.services.url + path, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const own = { origin: 'https://app.example' }
const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
const rpc = (body: unknown, headers: Record<string, string> = own) =>
  ask('/v1/?chainId=eip155:1&projectId=app', { method: 'POST', body: JSON.stringify(body), headers })
const config = (headers: Record<string, string> = own) =>
  ask('/appkit/v1/config?projectId=app', { headers }).then(({ status }) => status)

describe('the limits of the public services', () => {
  it('count each call of a batch', async () => {
    await start()
    expect((await rpc(Array(1000).fill(call))).status).toBe(200)
    const refused = await rpc(Array(1000).fill(call))
    expect([refused.status, JSON.parse(refused.text).reasons[0].name]).toEqual([429, 'rate'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // A refused batch doesn't count, so the client may still send 200 of its 1,200 calls.
    expect((await rpc(Array(100).fill(call))).status).toBe(200)
    expect((await rpc(Array(100).fill(call))).status).toBe(429)
    expect(received).toHaveLength(2)
  })

  it.each([
    ["with the page's origin", { origin: 'https://evil.example' }],
    ['without an origin', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    [
      'from another subdomain of the same site',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    ],
  ])("aren't used up by requests that a foreign page makes its visitors send %s", async (_, headers) => {
    await start({ rates: { requests: 5 } })
    for (let turn = 0; turn < 10; turn++) {
      expect((await rpc(call, headers)).status).toBe(403)
      expect((await ask('/v1/supported-chains?projectId=app', { headers })).status).toBe(403)
      expect((await ask('/v1/supported-chains?projectId=other', { headers })).status).toBe(401)
      expect((await ask('/v1/supported-chains', { headers })).status).toBe(401)
      expect((await ask('/v1/fungible/price', { method: 'POST', body: '{}', headers })).status).toBe(403)
    }
    const others: number[] = []
    for (let turn = 0; turn < 7; turn++) others.push(await config(headers))
    // A page of any origin may read the configuration, and these requests have a separate limit.
    expect(others).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect([await config(), (await rpc(call)).status]).toEqual([200, 200])
  })

  it('count only valid events of projects that exist', async () => {
    await start({ rates: { events: 3, eventsOfProject: 3 } })
    for (let turn = 0; turn < 5; turn++) {
      for (const body of ['', '{}', '[]', 'x'])
        expect((await sendEvent(desk, body, { headers: own })).status, body).toBe(400)
      expect((await sendEvent(desk, wireEvent(), { project: `made-up-${turn}` })).status).toBe(403)
      expect(
        (await sendEvent(desk, wireEvent(), { headers: { origin: 'https://evil.example' } })).status,
      ).toBe(403)
    }
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn++)
      statuses.push((await sendEvent(desk, wireEvent(), { headers: own })).status)
    expect(statuses).toEqual([202, 202, 202, 429])
  })

  it('let a visitor send events during a flood of requests from 102,000 IPv6 networks', {
    tags: ['all'],
  }, async () => {
    const kept: unknown[] = []
    const listed = readProjects(JSON.stringify({ projects }))
    const app = servicesApp({
      ...{ projects: () => listed, metrics: createDeskMetrics(), proxies: 1, now: clock.now },
      keep: async (event) => void kept.push(event),
      query: async () => [],
      onError(error) {
        throw error
      },
    })
    const post = async (address: string, project: string, body: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await app.request(`/e?projectId=${project}`, { method: 'POST', body, headers })).status
    }
    for (let at = 0; at < 102_000; at++) {
      const subnet = `${(at >> 16).toString(16)}:${(at & 0xffff).toString(16)}`
      await post(`2001:db8:${subnet}::1`, `made-up-${at}`, '')
    }
    for (const visitor of ['192.0.2.1', '2001:db9::1', '2001:db8:ffff::1'])
      for (let turn = 0; turn < 100; turn++)
        expect(await post(visitor, 'app', JSON.stringify(wireEvent())), visitor).toBe(202)
    expect(kept).toHaveLength(300)
  })

  it('count a wrong operator token, but not a missing token', async () => {
    await start()
    const metrics = (headers: Record<string, string> = {}) =>
      fetch(`${desk.pages.url}/metrics`, { headers }).then(({ status }) => status)
    for (let turn = 0; turn < 25; turn++) expect(await metrics()).toBe(401)
    expect(await metrics({ authorization: 'Bearer wrong' })).toBe(401)
    expect(await metrics({ authorization: `Bearer ${desk.token}` })).toBe(200)
  })
})
