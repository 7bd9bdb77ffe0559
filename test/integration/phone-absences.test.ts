// @module-tag ci
import { type Relay, type RelayGateMode, startRelay } from 'latchkey/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectorSession, WalletChannel } from '../../src/core/wallet/connector.ts'
import { type BareWallet, openBareWallet } from '../support/bare-wallet.ts'
import { movableTime, openPhone, type Phone } from '../support/phone.ts'
import { seed } from '../support/seed.ts'
import { seeded } from '../support/seeded.ts'
import { networkIds } from '../support/walletconnect-app.ts'

// Tests all combinations of what can happen while a phone's page sleeps. One combination is called a cell. It says how
// long the page sleeps (`away`), what happens to the page's socket (`socket`), what the page was doing before (`step`),
// and what happens in the meantime (`happened`). `npm run soak` runs all cells. Other runs choose some cells at random.

const seconds = [0, 1, 10, 29, 31, 90, 255, 310, 3600] as const
const sockets: readonly RelayGateMode[] = ['open', 'closed', 'dead', 'dead-one-way']
// `killed`: the system ends a page that shows a pairing. `restore`: the system ends a connected page.
const steps = ['pairing', 'killed', 'connected', 'request', 'restore'] as const
const events = ['nothing', 'approved', 'declined', 'answered', 'ended', 'network', 'offline'] as const

type Step = (typeof steps)[number]
type Happened = (typeof events)[number]
type End =
  | 'connected'
  | 'gone'
  | 'new code'
  | 'waits'
  | 'declined'
  | 'answered'
  | 'closed'
  | 'missed'
  | 'usable'
interface Cell {
  readonly step: Step
  readonly happened: Happened
  readonly socket: RelayGateMode
  readonly away: number
}

/**
 * Returns whether the page gets the wallet's answer. The relay stores most messages for 300 s. An open socket delivers at once,
 * but the system may end a page before the page reads the message.
 */
const arrives = ({ away, socket, step }: Cell) => away < 300 || (socket === 'open' && step !== 'killed')

/** The combinations that can't occur, with the reason. */
const impossible: Readonly<Record<Step, Partial<Record<Happened, string>>>> = {
  pairing: { answered: 'there is no request', ended: 'there is no session' },
  killed: { answered: 'there is no request', ended: 'there is no session' },
  connected: {
    approved: 'nothing is proposed',
    declined: 'nothing is requested',
    answered: 'nothing is requested',
  },
  request: { approved: 'nothing is proposed' },
  restore: {
    approved: 'nothing is proposed',
    declined: 'nothing is requested',
    answered: 'nothing is requested',
  },
}

/** Returns the state that the page must have at the end of the test. */
function expectedEnd(cell: Cell): End {
  const { step, happened, away } = cell
  if (step === 'pairing' || step === 'killed') {
    if (happened === 'approved' && arrives(cell)) return 'connected'
    if (happened === 'declined' && arrives(cell)) return step === 'killed' ? 'gone' : 'declined'
    // Pages keep a pairing for ten minutes, but wallets accept a pairing only for five minutes.
    if (step === 'killed') return away < 300 ? 'waits' : 'usable'
    return away > 230 ? 'new code' : 'waits'
  }
  // The relay stores a message about the end of a session for a day.
  if (happened === 'ended') return 'closed'
  if (step !== 'request') return 'usable'
  if (happened === 'answered' && arrives(cell)) return 'answered'
  if (happened === 'declined' && arrives(cell)) return 'declined'
  return away < 300 ? 'waits' : 'missed'
}

const cells: readonly Cell[] = seconds.flatMap((away) =>
  sockets.flatMap((socket) =>
    steps.flatMap((step) =>
      events
        .filter((happened) => impossible[step][happened] === undefined)
        .map((happened) => ({ step, happened, socket, away })),
    ),
  ),
)

function drawn(count: number): readonly Cell[] {
  const random = seeded(seed)
  const left = cells.filter(({ away }) => away <= 31 || away === 310)
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)[0]!)
}
const chosen = process.env.LATCHKEY_SOAK ? cells : drawn(40)
const speed = process.env.LATCHKEY_SOAK ? 1 : 4

const [evm] = networkIds
const nameOf = ({ step, happened, socket }: Cell) => `${step}, ${happened}, ${socket}`
type Rpc = Extract<WalletChannel, { kind: 'rpc' }>
const rpcOf = (session: ConnectorSession) => session.channel('eip155') as Rpc

/** A page in the state that the cell's `step` describes. */
interface Running {
  readonly cell: Cell
  readonly phone: Phone
  readonly by: BareWallet
  readonly uri: string
  readonly opening: Promise<ConnectorSession>
  readonly asked: Promise<unknown> | undefined
  answer(): void
}

describe.each([false, true])(
  'a page over a relay (the relay serves only the newest subscription: %s)',
  (newestOnly) => {
    let relay: Relay
    let time: ReturnType<typeof movableTime>
    const releases: (() => unknown)[] = []
    beforeAll(() => {
      time = movableTime()
    })
    afterAll(() => time.restore())
    beforeEach(async () => {
      relay = await startRelay({ newestOnly })
    })
    afterEach(async () => {
      for (const release of releases.splice(0).reverse()) await release()
      await relay.stop()
    })

    /** Opens a page, and brings the page into the state that the cell's `step` describes. */
    async function begin(cell: Cell): Promise<Running> {
      let answer = () => {}
      const by = await openBareWallet({
        relayUrl: relay.url,
        ...(/pairing|killed/.test(cell.step) &&
          cell.happened === 'declined' && { approve: 'reject' as const }),
        answer: () =>
          new Promise((resolve, reject) => {
            answer = () =>
              cell.happened === 'declined'
                ? reject({ code: 5000, message: 'User rejected.' })
                : resolve('signed')
          }),
      })
      releases.push(() => by.dispose())
      // The soak run uses real time, because its many pages share one process.
      const phone = await openPhone(relay, { speed })
      releases.push(() => phone.app.dispose())
      const opening = phone.app.open()
      opening.catch(() => {})
      const uri = await phone.app.uri()
      let asked: Promise<unknown> | undefined
      if (cell.step !== 'pairing' && cell.step !== 'killed') {
        await by.pair(uri)
        const session = await opening
        if (cell.step === 'request') {
          asked = rpcOf(session).request({ method: 'personal_sign' }, evm)
          asked.catch(() => {})
          await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
        }
      }
      return { cell, phone, by, uri, opening, asked, answer: () => answer() }
    }

    /** Lets the wallet do what the cell says while the page sleeps. */
    async function meanwhile({ cell: { step, happened }, by, uri, answer, phone }: Running): Promise<void> {
      const wallet = await by.client.core.crypto.getClientId()
      const published = () => relay.published.filter(({ from }) => from === wallet).length
      const before = published()
      const { page } = phone.app.platform
      const pairs = step === 'pairing' || step === 'killed'
      if (pairs && (happened === 'approved' || happened === 'declined')) await by.pair(uri)
      else if (happened === 'answered' || happened === 'declined') answer()
      else if (happened === 'ended')
        await by.client.disconnect({
          topic: by.topic(),
          reason: { code: 6000, message: 'User disconnected.' },
        })
      else if (happened === 'offline') return page.setOnline(false)
      else return
      await expect
        .poll(published, { message: "the wallet's message reaches the relay" })
        .toBeGreaterThan(before)
      if (pairs && happened === 'approved')
        await expect.poll(() => by.client.session.length, { message: 'the wallet approves' }).toBe(1)
    }

    /** Brings the page back: wakes it up, or loads it again if the system ended it. */
    async function back({ cell, phone, opening }: Running): Promise<Phone> {
      const { page } = phone.app.platform
      // An open socket delivers at once, so wait until the page has handled the wallet's answer. Then the system ends
      // the page.
      const told = cell.happened === 'approved' || cell.happened === 'declined'
      if (cell.step === 'killed' && told && cell.socket === 'open' && arrives(cell))
        await opening.catch(() => {})
      if (cell.step === 'restore' && cell.happened === 'ended' && cell.socket === 'open')
        await expect
          .poll(() => phone.app.told.closed.length, { message: 'the page gets the end of the session' })
          .toBe(1)
      if (cell.step === 'restore' || cell.step === 'killed') {
        phone.app.dispose()
        page.setOnline(true)
        page.setVisible(true)
        const again = await openPhone(relay, { speed, platform: phone.app.platform })
        releases.push(() => again.app.dispose())
        return again
      }
      await phone.return(cell.away * 1000, { late: cell.away % 2 === 1 })
      if (cell.happened === 'offline') page.setOnline(true)
      if (cell.happened === 'network') page.dispatch('online')
      return phone
    }

    async function ended({ cell, by, uri, opening, asked, answer }: Running, { app }: Phone): Promise<void> {
      const end = expectedEnd(cell)
      const what = `${nameOf(cell)} after ${cell.away} s`
      if (cell.step === 'pairing') {
        if (end === 'declined')
          return expect(opening, what).rejects.toMatchObject({ code: 'wallet/user-rejected' })
        if (end === 'new code') await expect.poll(() => app.uris.length, { message: what }).toBeGreaterThan(1)
        if (end !== 'connected') {
          expect(app.uris.length, what).toBe(end === 'waits' ? 1 : 2)
          const other = await openBareWallet({ relayUrl: relay.url })
          releases.push(() => other.dispose())
          await (end === 'waits' && cell.happened === 'nothing' ? by : other).pair(app.uris.at(-1) ?? uri)
        }
        expect((await opening).accounts, what).toHaveLength(5)
        return
      }
      if (cell.step === 'killed') {
        const taking = app.connector.resume?.() ?? Promise.resolve(null)
        taking.catch(() => {})
        if (end === 'gone') return expect(taking, what).resolves.toBeNull()
        if (end === 'waits') await by.pair(uri)
        if (end === 'usable') {
          const opening = app.open()
          const other = await openBareWallet({ relayUrl: relay.url })
          releases.push(() => other.dispose())
          await other.pair(await app.uri())
          expect((await opening).accounts, what).toHaveLength(5)
          return
        }
        // With an open socket, the page may have connected already before the system ended it.
        const session = (await taking) ?? (cell.socket === 'open' ? await app.connector.restore() : null)
        expect(session?.accounts, what).toHaveLength(5)
        return
      }
      const session = cell.step === 'restore' ? await app.connector.restore() : await opening
      // With an open socket, the page may have got the end of the session before the system ended it.
      if (end === 'closed' && cell.step === 'restore' && cell.socket === 'open' && !session) return
      if (end === 'closed') {
        const closed = () => app.told.closed.map(({ reason }) => reason)
        await expect.poll(closed, { message: what }).toEqual(['wallet'])
        if (asked) await expect(asked, what).rejects.toMatchObject({ code: expect.any(String) })
        return
      }
      if (asked) {
        if (end === 'waits') answer()
        if (end === 'missed')
          await expect(asked, what).rejects.toMatchObject({ code: 'wallet/answer-missed' })
        else if (end === 'declined')
          await expect(asked, what).rejects.toMatchObject({ code: 'wallet/user-rejected' })
        else await expect(asked, what).resolves.toBe('signed')
        expect(by.requests, what).toHaveLength(1)
        return
      }
      if (!session) throw new Error(`${what}: there is no session`)
      const next = rpcOf(session).request({ method: 'personal_sign' }, evm)
      // Also waits for `next`, because the error of a failed request is more helpful than the message of the poll.
      await Promise.race([expect.poll(() => by.requests.length, { message: what }).toBe(1), next])
      answer()
      await expect(next, what).resolves.toBe('signed')
      expect(by.requests, what).toHaveLength(1)
    }

    const groups = seconds.filter((away) => chosen.some((cell) => cell.away === away))
    it.each(groups)(
      'has the same state as the wallet after a sleep of %i s',
      { timeout: 600_000 },
      async (away) => {
        const all = chosen.filter((cell) => cell.away === away)
        // Each kind of relay gets half of the chosen cells. The soak run gives all cells to each kind.
        const own = process.env.LATCHKEY_SOAK
          ? all
          : all.filter((_, index) => (index % 2 === 1) === newestOnly)
        for (let first = 0; first < own.length; first += 12)
          await leaveTogether(own.slice(first, first + 12), away)
      },
    )

    async function leaveTogether(cells: readonly Cell[], away: number): Promise<void> {
      const running = await Promise.all(cells.map(begin))
      for (const { cell, phone } of running) phone.leave(cell.socket)
      await Promise.all(running.map(meanwhile))
      time.move(away * 1000)
      const phones = await Promise.all(running.map(back))
      // Gives real sockets time to deliver, because no event reports that everything is delivered.
      await new Promise((resolve) => setTimeout(resolve, 20))
      time.expire()
      await Promise.all(running.map((one, index) => ended(one, phones[index]!)))
    }
  },
)

it('each combination is either tested or listed as impossible', () => {
  const count = seconds.length * sockets.length * steps.length * events.length
  const left = steps.flatMap((step) => Object.keys(impossible[step])).length * seconds.length * sockets.length
  expect(cells).toHaveLength(count - left)
})
