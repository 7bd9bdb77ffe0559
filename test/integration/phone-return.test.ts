// @module-tag ci
import { type Relay, type RelayGateMode, startRelay } from 'latchkey/devnet'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WalletChannel } from '../../src/core/wallet/connector.ts'
import { type BareWallet, openBareWallet } from '../support/bare-wallet.ts'
import { movableTime, openPhone, type Phone } from '../support/phone.ts'
import { networkIds } from '../support/walletconnect-app.ts'

let relay: Relay
const releases: (() => unknown)[] = []
beforeEach(async () => {
  relay = await startRelay({ newestOnly: true })
})
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  await relay.stop()
})
const [evm] = networkIds

async function phone(speed = 4): Promise<Phone> {
  const opened = await openPhone(relay, { speed })
  releases.push(() => opened.app.dispose())
  return opened
}
async function wallet(options: Partial<Parameters<typeof openBareWallet>[0]> = {}): Promise<BareWallet> {
  const opened = await openBareWallet({ relayUrl: relay.url, ...options })
  releases.push(() => opened.dispose())
  return opened
}
async function connect({ app }: Phone, by: BareWallet) {
  const opening = app.open()
  await by.pair(await app.uri())
  return (await opening).channel('eip155') as Extract<WalletChannel, { kind: 'rpc' }>
}

const sockets: readonly RelayGateMode[] = ['open', 'closed', 'dead', 'dead-one-way']

for (const seconds of [1, 10, 29])
  describe(`when the visitor returns from the wallet after ${seconds} s,`, {
    tags: seconds === 10 ? ['all'] : [],
  }, () => {
    it.each(sockets)(
      'the page connects if the wallet has approved in the meantime (socket: %s)',
      async (socket) => {
        const { app, ...device } = await phone()
        const by = await wallet()
        const opening = app.open()
        const uri = await app.uri()
        device.leave(socket)
        await by.pair(uri)
        await expect.poll(() => by.client.session.length, { message: 'the wallet approves' }).toBe(1)
        await device.return(seconds * 1000)
        expect((await opening).accounts).toHaveLength(5)
        expect(app.uris).toHaveLength(1)
      },
    )

    it.each(sockets)(
      'the page gets the answer that the wallet has sent in the meantime (socket: %s)',
      async (socket) => {
        let answer = (_: unknown) => {}
        const by = await wallet({ answer: () => new Promise((resolve) => (answer = resolve)) })
        const device = await phone()
        const channel = await connect(device, by)
        const asked = channel.request({ method: 'personal_sign' }, evm)
        await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
        device.leave(socket)
        const before = relay.counts.calls.irn_publish ?? 0
        answer('signed')
        await expect
          .poll(() => relay.counts.calls.irn_publish, { message: 'the wallet answers' })
          .toBe(before + 1)
        await device.return(seconds * 1000)
        await expect(asked).resolves.toBe('signed')
        expect(by.requests).toHaveLength(1)
      },
    )
  })

describe.each([
  { roundTrip: 100, limit: 3000 },
  { roundTrip: 800, limit: 8000 },
])(
  'within $limit ms of waking or loading on a network with a round trip of $roundTrip ms, a page',
  ({ roundTrip, limit }) => {
    /** Wakes the page on a slow network. Resolves with the time that the page needed, in ms of real time. */
    async function timed({ app, clock, gate }: Phone, ended: Promise<unknown>, away = 29): Promise<number> {
      gate.set('slow', { roundTrip })
      clock.wake(away * 1000)
      const woke = performance.now()
      app.platform.page.setVisible(true)
      app.platform.page.dispatch('pageshow')
      await ended
      return performance.now() - woke
    }

    // Here, "open" behaves like "closed", and "dead-one-way" behaves like "dead". So only the largest runs test "open" and
    // "dead-one-way".
    const sizes = [
      ['ci', ['closed', 'dead']],
      ['all', ['open', 'dead-one-way']],
    ] as const
    for (const [size, some] of sizes) {
      it.each(some)(
        'is connected if the wallet has approved (socket: %s)',
        { tags: [size] },
        async (socket) => {
          const device = await phone(1)
          const by = await wallet()
          const opening = device.app.open()
          const uri = await device.app.uri()
          device.leave(socket)
          await by.pair(uri)
          await expect.poll(() => by.client.session.length, { message: 'the wallet approves' }).toBe(1)
          expect(await timed(device, opening)).toBeLessThan(limit)
        },
      )

      it.each(some)("gets the wallet's answer (socket: %s)", { tags: [size] }, async (socket) => {
        let answer = (_: unknown) => {}
        const by = await wallet({ answer: () => new Promise((resolve) => (answer = resolve)) })
        const device = await phone(1)
        const channel = await connect(device, by)
        const asked = channel.request({ method: 'personal_sign' }, evm)
        await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
        device.leave(socket)
        const before = relay.counts.calls.irn_publish ?? 0
        answer('signed')
        await expect
          .poll(() => relay.counts.calls.irn_publish, { message: 'the wallet answers' })
          .toBe(before + 1)
        expect(await timed(device, asked)).toBeLessThan(limit)
        expect(await asked).toBe('signed')
      })
    }

    const absences = [1, 10, 90, 255].flatMap((away) => sockets.map((socket) => [away, socket] as const))

    it.each(absences)(
      'is connected if the wallet has approved during an absence of %i s (socket: %s)',
      { tags: ['all'] },
      async (away, socket) => {
        const device = await phone(1)
        const by = await wallet()
        const opening = device.app.open()
        const uri = await device.app.uri()
        device.leave(socket)
        await by.pair(uri)
        await expect.poll(() => by.client.session.length, { message: 'the wallet approves' }).toBe(1)
        expect(await timed(device, opening, away)).toBeLessThan(limit)
      },
    )

    it.each(absences)(
      'knows that the wallet has declined during an absence of %i s (socket: %s)',
      { tags: ['all'] },
      async (away, socket) => {
        let decline = (_: unknown) => {}
        const by = await wallet({ answer: () => new Promise((_, reject) => (decline = reject)) })
        const device = await phone(1)
        const channel = await connect(device, by)
        const asked = channel.request({ method: 'personal_sign' }, evm)
        const declined = expect(asked).rejects.toMatchObject({ code: 'wallet/user-rejected' })
        await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
        device.leave(socket)
        const published = () => relay.counts.calls.irn_publish ?? 0
        const before = published()
        decline({ code: 5000, message: 'User rejected.' })
        await expect.poll(published, { message: 'the wallet declines' }).toBe(before + 1)
        expect(await timed(device, declined, away)).toBeLessThan(limit)
      },
    )

    it.each(absences)(
      'rejects the open request if the wallet has ended the session during an absence of %i s (socket: %s)',
      { tags: ['all'] },
      async (away, socket) => {
        const by = await wallet({ answer: () => new Promise(() => {}) })
        const device = await phone(1)
        const channel = await connect(device, by)
        const asked = channel.request({ method: 'personal_sign' }, evm)
        const rejected = expect(asked).rejects.toMatchObject({ code: 'wallet/disconnected' })
        await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
        device.leave(socket)
        await by.client.disconnect({
          topic: by.topic(),
          reason: { code: 6000, message: 'User disconnected.' },
        })
        const { closed } = device.app.told
        const ended = expect
          .poll(() => closed.map(({ reason }) => reason), { interval: 20, message: 'the session ends' })
          .toEqual(['wallet'])
        expect(await timed(device, Promise.all([rejected, ended]), away)).toBeLessThan(limit)
      },
    )

    // The relay keeps an answer for 300 s. After a longer absence, the page has the answer only if its socket stayed open.
    const long = [310, 3600].flatMap((away) => sockets.map((socket) => [away, socket] as const))
    describe('that was away for longer than the relay keeps answers', () => {
      let time: ReturnType<typeof movableTime>
      beforeEach(() => {
        time = movableTime()
      })
      afterEach(() => time.restore())

      /** Wakes the page, and moves the clocks of the relay and the wallet too. */
      function timedLong(device: Phone, ended: Promise<unknown>, away: number): Promise<number> {
        time.move(away * 1000)
        const took = timed(device, ended, away)
        setTimeout(() => time.expire(), 20)
        return took
      }

      it.each(long)(
        'has its answer, or knows that it may have missed it, after an absence of %i s (socket: %s)',
        { tags: ['all'] },
        async (away, socket) => {
          let answer = (_: unknown) => {}
          const by = await wallet({ answer: () => new Promise((resolve) => (answer = resolve)) })
          const device = await phone(1)
          const channel = await connect(device, by)
          const asked = channel.request({ method: 'personal_sign' }, evm)
          const ended =
            socket === 'open'
              ? expect(asked).resolves.toBe('signed')
              : expect(asked).rejects.toMatchObject({ code: 'wallet/answer-missed' })
          await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
          device.leave(socket)
          const published = () => relay.counts.calls.irn_publish ?? 0
          const before = published()
          answer('signed')
          await expect.poll(published, { message: 'the wallet answers' }).toBe(before + 1)
          expect(await timedLong(device, ended, away)).toBeLessThan(limit)
          expect(by.requests).toHaveLength(1)
        },
      )

      it.each(long)(
        'shows a new code after an absence of %i s (socket: %s)',
        { tags: ['all'] },
        async (away, socket) => {
          const device = await phone(1)
          device.app.open().catch(() => {})
          await device.app.uri()
          device.leave(socket)
          const replaced = expect
            .poll(() => device.app.uris.length, { interval: 20, message: 'there is a new code' })
            .toBe(2)
          expect(await timedLong(device, replaced, away)).toBeLessThan(limit)
        },
      )

      it.each(long)(
        'knows that the wallet has ended the session during an absence of %i s (socket: %s)',
        { tags: ['all'] },
        async (away, socket) => {
          const by = await wallet()
          const device = await phone(1)
          await connect(device, by)
          device.leave(socket)
          const published = () => relay.counts.calls.irn_publish ?? 0
          const before = published()
          await by.client.disconnect({
            topic: by.topic(),
            reason: { code: 6000, message: 'User disconnected.' },
          })
          await expect.poll(published, { message: 'the wallet ends the session' }).toBeGreaterThan(before)
          const ended = expect
            .poll(() => device.app.told.closed.map(({ reason }) => reason), {
              interval: 20,
              message: 'the session ends',
            })
            .toEqual(['wallet'])
          expect(await timedLong(device, ended, away)).toBeLessThan(limit)
        },
      )

      it.each(long)(
        'gets an answer to its next request after an absence of %i s (socket: %s)',
        { tags: ['all'] },
        async (away, socket) => {
          const by = await wallet({ answer: () => Promise.resolve('signed') })
          const device = await phone(1)
          const channel = await connect(device, by)
          device.leave(socket)
          time.move(away * 1000)
          const woken = timed(device, Promise.resolve(), away)
          time.expire()
          await woken
          const next = performance.now()
          await expect(channel.request({ method: 'personal_sign' }, evm)).resolves.toBe('signed')
          expect(performance.now() - next).toBeLessThan(limit)
          expect(by.requests).toHaveLength(1)
        },
      )
    })

    it.each(sockets)(
      'gets an answer to its next request if the system had ended it while it was connected (socket: %s)',
      { tags: ['all'] },
      async (socket) => {
        const by = await wallet({ answer: () => Promise.resolve('signed') })
        const device = await phone(1)
        await connect(device, by)
        device.leave(socket)
        device.app.dispose()
        const again = await openPhone(relay, { speed: 1, platform: device.app.platform })
        releases.push(() => again.app.dispose())
        again.gate.set('slow', { roundTrip })
        const loaded = performance.now()
        const session = await again.app.connector.restore()
        const restored = session?.channel('eip155') as Extract<WalletChannel, { kind: 'rpc' }>
        expect(await restored.request({ method: 'personal_sign' }, evm)).toBe('signed')
        expect(performance.now() - loaded).toBeLessThan(limit)
      },
    )

    it('is connected if the wallet has approved after the system had ended the page', {
      tags: ['ci'],
    }, async () => {
      const device = await phone(1)
      const by = await wallet()
      device.app.open().catch(() => {})
      const uri = await device.app.uri()
      device.app.dispose()
      await by.pair(uri)
      await expect.poll(() => by.client.session.length, { message: 'the wallet approves' }).toBe(1)
      const again = await openPhone(relay, { speed: 1, platform: device.app.platform })
      releases.push(() => again.app.dispose())
      again.gate.set('slow', { roundTrip })
      const loaded = performance.now()
      expect((await again.app.connector.resume?.())?.accounts).toHaveLength(5)
      expect(performance.now() - loaded).toBeLessThan(limit)
    })
  },
)
