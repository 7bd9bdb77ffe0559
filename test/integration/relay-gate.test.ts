import { type Relay, type RelayGate, relayGateModes, startDevnet, startRelay } from 'latchkey/devnet'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { openGate } from '../../src/devnet/relay/gate.ts'
import { openBareWallet } from '../support/bare-wallet.ts'
import { openApp } from '../support/walletconnect-app.ts'

let relay: Relay
/** An additional address of the relay. Sockets at this address can fail like those of a phone. */
let gate: RelayGate
const releases: (() => unknown)[] = []
beforeEach(async () => {
  relay = await startRelay()
  gate = await relay.openGate()
})
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  await relay.stop()
})

/**
 * Opens a page that connects to the relay through the gate, and pairs the page with a wallet. The wallet's socket
 * doesn't go through the gate.
 */
async function connected() {
  const page = openApp({ relayUrl: gate.url })
  releases.push(() => page.dispose())
  const by = await openBareWallet({ relayUrl: relay.url })
  releases.push(() => by.dispose())
  const opening = page.open()
  await by.pair(await page.uri())
  await opening
  return { page, by }
}

/** Opens a socket, and records its events. */
function dial() {
  const socket = new WebSocket(gate.url)
  const events: string[] = []
  for (const event of ['open', 'close', 'error']) socket.on(event, () => void events.push(event))
  releases.push(() => socket.terminate())
  return events
}

describe("the relay's gate", () => {
  it('lets a page connect in open mode, and closes the sockets of the gate in closed mode', async () => {
    await connected()
    expect(relay.sockets).toBe(2)
    gate.set('closed')
    await expect.poll(() => gate.sockets, { message: "the page's socket is closed" }).toBe(0)
    await expect.poll(() => relay.sockets, { message: 'the wallet keeps its socket' }).toBe(1)
  })

  it("refuses new sockets in closed mode, until the mode's time limit ends", async () => {
    gate.set('closed', { for: 100 })
    const refused = dial()
    await expect.poll(() => refused, { message: 'the socket is refused' }).toContain('close')
    await expect.poll(() => gate.mode, { message: 'the gate opens by itself' }).toBe('open')
    // The gate lets the socket open, and then the relay refuses it because it has no token.
    const admitted = dial()
    await expect.poll(() => admitted, { message: 'the socket opens' }).toContain('open')
  })

  it('makes sockets silent in dead mode, and they stay silent after the mode ends', async () => {
    const { by } = await connected()
    gate.set('dead')
    const silent = dial()
    await expect.poll(() => gate.sockets, { message: 'the gate accepts the socket' }).toBe(2)
    gate.set('open')
    const fresh = dial()
    await expect.poll(() => fresh, { message: 'a new socket works' }).toContain('open')
    expect(silent).toEqual([])
    expect(gate.sockets).toBeGreaterThan(1)
    const delivered = relay.counts.acknowledged
    by.client.ping({ topic: by.topic() }).catch(() => {})
    await expect
      .poll(() => relay.counts.delivered, { message: 'the relay sends to the dead socket' })
      .toBeGreaterThan(delivered)
    expect(relay.counts.acknowledged).toBe(delivered)
  })

  it("forwards the page's messages, but no answers, in dead-one-way mode", async () => {
    const { page, by } = await connected()
    gate.set('dead-one-way')
    const channel = (await page.connector.restore())?.channel('eip155')
    if (channel?.kind !== 'rpc') throw new Error('There is no channel')
    channel.request({ method: 'personal_sign' }, 'eip155:31337').catch(() => {})
    await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
  })

  it('delays the messages of both directions in slow mode', async () => {
    gate.set('slow', { roundTrip: 300 })
    const began = performance.now()
    const { page } = await connected()
    expect(page.told.displayUri).toHaveLength(1)
    expect(performance.now() - began).toBeGreaterThan(600)
  })

  it("ends the relay's newest-only mode when the gate is stopped", async () => {
    const told: (boolean | 'stopped')[] = []
    const port = Number(new URL(relay.url).port)
    const newestOnly = (on: boolean) => void told.push(on)
    const alone = await openGate({ port, newestOnly, stopped: () => void told.push('stopped') })
    alone.set('newest-only')
    await alone.stop()
    alone.set('newest-only')
    expect(told).toEqual([true, false, 'stopped'])
  })

  it('can be set over HTTP, and refuses unknown modes and invalid times', async () => {
    const http = relay.url.replace('ws:', 'http:')
    const post = (path: string) => fetch(`${http}/gate/${path}`, { method: 'POST' })
    expect((await post('dead?seconds=20')).status).toBe(200)
    expect(gate.mode).toBe('dead')
    expect((await post('ajar')).status).toBe(404)
    expect((await post('closed?seconds=-1')).status).toBe(400)
    expect(gate.mode).toBe('dead')
    expect((await fetch(http)).status).toBe(426)
  })

  it('is part of a devnet that was started with the option relayGate', async () => {
    const devnet = await startDevnet({ families: [], relay: true, relayGate: 'slow' })
    releases.push(() => devnet.stop())
    expect(devnet.relayGate).toMatchObject({ mode: 'slow', url: expect.stringMatching(/^ws:/) })
    expect(relayGateModes).toContain('slow')
  })
})
