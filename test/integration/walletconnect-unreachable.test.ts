// @module-tag ci
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { startRelay } from 'latchkey/devnet'
import { describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { relayLimits } from '../../src/connectors/walletconnect/relay/relay-limits.ts'
import type { WalletChannel } from '../../src/core/wallet/connector.ts'
import { openBareWallet } from '../support/bare-wallet.ts'
import { type CountingClock, countingClock, networkIds, openApp } from '../support/walletconnect-app.ts'

/** The longest time that a visitor may have to wait, in ms. */
const longest = 10_000
const [evm] = networkIds
const refusal = { error: { code: -32_000, message: 'Internal error' } }

/** Creates a clock that divides the page's time limits by `speed`. The clock records the time limits that ended. */
function hurriedClock(): CountingClock & { speed: number; waits(): readonly number[] } {
  const real = countingClock()
  const over: number[] = []
  const clock = {
    speed: 1,
    now: real.now,
    every: real.every,
    after: (ms: number, run: () => void) =>
      real.after(ms / clock.speed, () => {
        over.push(ms)
        run()
      }),
    get pending() {
      return real.pending
    },
    /** Returns the recorded time limits, without the pauses between two attempts. */
    waits: () => over.splice(0).filter((ms) => ms > relayLimits.backoff.mostAwaited),
  }
  return clock
}

type Release = (run: () => void) => void

/** Opens a port on this machine. `serve` handles its sockets. */
async function portOf(serve: (socket: Socket) => void, release: Release): Promise<string> {
  const server = createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  release(() => server.close())
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const relays: readonly (readonly [string, (release: Release) => Promise<string>])[] = [
  [
    'refuses the connection',
    async () => {
      const released: (() => unknown)[] = []
      const url = await portOf(
        () => {},
        (run) => released.push(run),
      )
      for (const run of released) run()
      return url
    },
  ],
  [
    'accepts the connection and is silent',
    (release) => portOf((socket) => void socket.on('error', () => {}), release),
  ],
  [
    'opens the websocket and is silent',
    async (release) => {
      const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
      await once(server, 'listening')
      release(() => {
        for (const client of server.clients) client.terminate()
        server.close()
      })
      return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
  ],
  [
    'answers everything with an error',
    async (release) => {
      const relay = await startRelay()
      release(() => relay.stop())
      relay.script.always('*', refusal)
      return relay.url
    },
  ],
]

/**
 * Checks that the page has waited for one time limit of an unreachable relay. In this time, the page may try to connect several
 * times.
 */
function expectOneWait(clock: ReturnType<typeof hurriedClock>): void {
  expect(clock.waits().filter((ms) => ms !== relayLimits.acknowledged)).toEqual([relayLimits.reach])
  expect(relayLimits.reach).toBeLessThan(longest)
}

describe('an unreachable relay is reported within 10 s', () => {
  it.for(relays)('if it %s', async ([, start], { onTestFinished }) => {
    const relayUrl = await start(onTestFinished)
    const clock = hurriedClock()
    clock.speed = 10
    const page = openApp({ relayUrl, clock })
    onTestFinished(() => page.dispose())
    await expect(page.open()).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    expectOneWait(clock)
    expect(page.uris).toEqual([])
    await expect.poll(() => clock.pending, { message: 'every timer is stopped' }).toBe(0)
  })

  it('to a second caller too', async ({ onTestFinished }) => {
    const relay = await startRelay()
    onTestFinished(() => relay.stop())
    relay.kill()
    const clock = hurriedClock()
    const page = openApp({ relayUrl: relay.url, clock })
    onTestFinished(() => page.dispose())
    clock.speed = 10
    for (let time = 0; time < 2; time++) {
      await expect(page.open()).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
      expectOneWait(clock)
    }
    clock.speed = 1
    relay.restore()
    const by = await openBareWallet({ relayUrl: relay.url })
    onTestFinished(() => by.dispose())
    const opening = page.open()
    await by.pair(await page.uri())
    expect((await opening).accounts).toHaveLength(5)
  })
})

describe('a connection attempt that failed because the relay was unreachable', () => {
  it("doesn't remove the keys of the next attempt", async ({ onTestFinished }) => {
    const relay = await startRelay()
    onTestFinished(() => relay.stop())
    relay.kill()
    const clock = hurriedClock()
    const page = openApp({ relayUrl: relay.url, clock })
    onTestFinished(() => page.dispose())
    clock.speed = 10
    await expect(page.open()).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    clock.speed = 1
    // The first subscription belongs to the failed attempt.
    relay.script.next('irn_subscribe', { delay: 500 })
    relay.restore()
    const by = await openBareWallet({ relayUrl: relay.url })
    onTestFinished(() => by.dispose())
    const opening = page.open()
    const uri = await page.uri()
    await expect
      .poll(() => relay.counts.calls.irn_unsubscribe, {
        message: 'the page unsubscribes from the first pairing',
      })
      .toBe(1)
    await by.pair(uri)
    expect((await opening).accounts).toHaveLength(5)
  })
})

describe('a session request', () => {
  const never = () => new Promise<never>(() => {})

  async function connected(onTestFinished: Release, answer?: () => Promise<unknown>) {
    const relay = await startRelay()
    onTestFinished(() => relay.stop())
    const clock = hurriedClock()
    const page = openApp({ relayUrl: relay.url, clock })
    onTestFinished(() => page.dispose())
    const by = await openBareWallet({ relayUrl: relay.url, ...(answer && { answer }) })
    onTestFinished(() => by.dispose())
    const opening = page.open()
    await by.pair(await page.uri())
    const channel = (await opening).channel('eip155') as Extract<WalletChannel, { kind: 'rpc' }>
    const ask = (method = 'personal_sign') => channel.request({ method }, evm)
    return { page, relay, by, clock, ask }
  }

  it("that the relay can't accept fails within 10 s", async ({ onTestFinished }) => {
    const { relay, by, clock, ask } = await connected(onTestFinished)
    relay.kill()
    clock.speed = 10
    await expect(ask()).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    expectOneWait(clock)
    clock.speed = 1
    relay.restore()
    await expect(ask()).resolves.toBe('answer to personal_sign')
    expect(by.requests).toHaveLength(1)
  })

  it('succeeds after the relay has refused the subscription of an earlier request', async ({
    onTestFinished,
  }) => {
    const { relay, by, clock, ask } = await connected(onTestFinished)
    relay.script.always('irn_batchSubscribe', refusal)
    relay.drop()
    clock.speed = 10
    await expect(ask()).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    expectOneWait(clock)
    clock.speed = 1
    relay.script.clear()
    await expect(ask()).resolves.toBe('answer to personal_sign')
    expect(by.requests).toHaveLength(1)
  })

  it('is answered if the relay refuses the subscription at first and accepts it later', async ({
    onTestFinished,
  }) => {
    const { relay, clock, ask } = await connected(onTestFinished)
    relay.script.next('irn_batchSubscribe', refusal, refusal, refusal)
    relay.drop()
    await expect(ask()).resolves.toBe('answer to personal_sign')
    expect(clock.waits()).toEqual([])
  })

  describe.each([
    ['eth_sendTransaction', 'wallet/answer-missed'],
    ['wallet_sendCalls', 'wallet/answer-missed'],
    ['personal_sign', undefined],
  ])('%s that may have reached the wallet', (method, lost) => {
    it('fails if the relay goes down before it acknowledges the message', async ({ onTestFinished }) => {
      const { relay, by, clock, ask } = await connected(onTestFinished, never)
      relay.script.always('irn_publish', 'drop-after')
      clock.speed = 10
      const asked = ask(method)
      asked.catch(() => {})
      await expect.poll(() => by.requests.length, { message: 'the wallet has the request' }).toBe(1)
      relay.kill()
      await expect(asked).rejects.toMatchObject({ code: lost ?? 'connection/relay-unreachable' })
    })

    it('fails if the relay refuses the page before it acknowledges the message', async ({
      onTestFinished,
    }) => {
      const { relay, by, ask } = await connected(onTestFinished, never)
      relay.script.next('irn_publish', 'drop-after')
      relay.refuse('*')
      const asked = ask(method)
      asked.catch(() => {})
      await expect.poll(() => by.requests.length, { message: 'the wallet has the request' }).toBe(1)
      await expect(asked).rejects.toMatchObject({ code: lost ?? 'config/invalid-project-id' })
    })

    it('fails if the relay refuses the page while the wallet asks the visitor', async ({
      onTestFinished,
    }) => {
      const { page, relay, by, ask } = await connected(onTestFinished, never)
      const asked = ask(method)
      asked.catch(() => {})
      await expect.poll(() => page.told.requestSent, { message: 'the relay has the request' }).toHaveLength(1)
      await expect.poll(() => by.requests.length, { message: 'the wallet has the request' }).toBe(1)
      relay.refuse('*')
      relay.drop()
      await expect(asked).rejects.toMatchObject({ code: lost ?? 'config/invalid-project-id' })
    })
  })

  it("eth_sendTransaction fails with the relay's error if the relay refused the message", async ({
    onTestFinished,
  }) => {
    const { relay, by, clock, ask } = await connected(onTestFinished)
    relay.script.always('irn_publish', refusal)
    clock.speed = 10
    await expect(ask('eth_sendTransaction')).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    expect(by.requests).toEqual([])
  })

  it('eth_sendTransaction that no socket could carry fails as unreachable', async ({ onTestFinished }) => {
    const { page, relay, clock, ask } = await connected(onTestFinished)
    clock.speed = 10
    relay.kill()
    await expect
      .poll(() => page.platform.logged.map(({ message }) => message), {
        message: 'the page has noticed that its socket is closed',
      })
      .toContain('Connecting to the relay failed')
    await expect(ask('eth_sendTransaction')).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
  })
})
