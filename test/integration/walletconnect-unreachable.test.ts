import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { startRelay } from 'latchkey/devnet'
import { describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import type { WalletChannel } from '../../src/core/wallet/connector.ts'
import { openBareWallet } from '../support/bare-wallet.ts'
import { countingClock, networkIds, openApp } from '../support/walletconnect-app.ts'

// In real time, all at once: what is measured here is how long a visitor waits.
const longest = 10_000
const [evm] = networkIds
const refusal = { error: { code: -32_000, message: 'Internal error' } }

type Release = (run: () => void) => void

/** A port of this machine where a socket meets what `serve` makes of it. */
async function portOf(serve: (socket: Socket) => void, release: Release): Promise<string> {
  const server = createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  release(() => server.close())
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const relays: readonly (readonly [string, (release: Release) => Promise<string>])[] = [
  [
    'refuses',
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
    'takes the connection and is silent',
    (release) => portOf((socket) => void socket.on('error', () => {}), release),
  ],
  [
    'opens a socket and is silent',
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

describe.concurrent('a relay that cannot be reached is said within 10 s', () => {
  it.for(relays)('where it %s', { timeout: 30_000 }, async ([, start], { onTestFinished }) => {
    const relayUrl = await start(onTestFinished)
    const clock = countingClock()
    const page = openApp({ relayUrl, clock })
    onTestFinished(() => page.dispose())
    const before = clock.now()
    await expect(page.open()).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    expect(clock.now() - before).toBeLessThan(longest)
    expect(page.uris).toEqual([])
    await expect.poll(() => clock.pending, { message: 'every timer is stopped' }).toBe(0)
  })

  it('to who asks for a second time too, and the next time that it is there works', {
    timeout: 60_000,
  }, async ({ onTestFinished }) => {
    const relay = await startRelay()
    onTestFinished(() => relay.stop())
    relay.kill()
    const page = openApp({ relayUrl: relay.url })
    onTestFinished(() => page.dispose())
    for (let time = 0; time < 2; time++) {
      const before = Date.now()
      await expect(page.open()).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
      expect(Date.now() - before).toBeLessThan(longest)
    }
    relay.restore()
    const by = await openBareWallet({ relayUrl: relay.url })
    onTestFinished(() => by.dispose())
    const opening = page.open()
    await by.pair(await page.uri())
    expect((await opening).accounts).toHaveLength(5)
  })
})

describe.concurrent('a request of a session', () => {
  async function connected(onTestFinished: Release) {
    const relay = await startRelay()
    onTestFinished(() => relay.stop())
    const page = openApp({ relayUrl: relay.url })
    onTestFinished(() => page.dispose())
    const by = await openBareWallet({ relayUrl: relay.url })
    onTestFinished(() => by.dispose())
    const opening = page.open()
    await by.pair(await page.uri())
    const channel = (await opening).channel('eip155') as Extract<WalletChannel, { kind: 'rpc' }>
    return { relay, by, ask: () => channel.request({ method: 'personal_sign' }, evm) }
  }

  it('that the relay cannot take is given up within 10 s, and never reaches the wallet', {
    timeout: 60_000,
  }, async ({ onTestFinished }) => {
    const { relay, by, ask } = await connected(onTestFinished)
    relay.kill()
    const before = Date.now()
    await expect(ask()).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    expect(Date.now() - before).toBeLessThan(longest)
    relay.restore()
    await expect(ask()).resolves.toBe('answer to personal_sign')
    expect(by.requests).toHaveLength(1)
  })

  it('is not held where the relay answers the subscription with an error', { timeout: 60_000 }, async ({
    onTestFinished,
  }) => {
    const { relay, by, ask } = await connected(onTestFinished)
    relay.script.always('irn_batchSubscribe', refusal)
    relay.drop()
    const before = Date.now()
    await expect(ask()).rejects.toMatchObject({ code: 'connection/relay-unreachable' })
    expect(Date.now() - before).toBeLessThan(longest)
    relay.script.clear()
    await expect(ask()).resolves.toBe('answer to personal_sign')
    expect(by.requests).toHaveLength(1)
  })

  it('is answered where the relay takes the subscription after all', { timeout: 60_000 }, async ({
    onTestFinished,
  }) => {
    const { relay, ask } = await connected(onTestFinished)
    relay.script.next('irn_batchSubscribe', refusal, refusal, refusal)
    relay.drop()
    const before = Date.now()
    await expect(ask()).resolves.toBe('answer to personal_sign')
    expect(Date.now() - before).toBeLessThan(longest)
  })
})
