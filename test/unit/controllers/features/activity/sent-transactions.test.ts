import { describe, expect, it } from 'vitest'
import type {
  ActivityDeps,
  ActivityEvents,
} from '../../../../../src/controllers/features/activity/activity.ts'
import { SentTransactions } from '../../../../../src/controllers/features/activity/sent-transactions.ts'
import { latchkeyError } from '../../../../../src/core/errors/latchkey-error.ts'
import type { TransactionStatus } from '../../../../../src/core/wallet/transaction.ts'
import { memoryStore } from '../../../../../src/platform/memory-store.ts'
import type { KeyValueStore } from '../../../../../src/ports.ts'
import { createPersistence } from '../../../../../src/services/persistence.ts'
import { manualClock } from '../../../../../src/testing/manual-clock.ts'

const network = 'eip155:1'
const account = `${network}:0xaa` as const
const log = { debug() {}, warn() {}, error() {} }
const gone = () => latchkeyError('node/transaction-unknown', { values: { hash: '0x1', reason: 'x' } })

/** Returns a browser with tabs that share one storage. `says` returns the status that the nodes report. */
function browser() {
  const clock = manualClock()
  const store = memoryStore()
  const hearing = new Set<(key: string) => void>()
  let held: Promise<void> | undefined
  /** Returns the store of one tab. Each write of this store causes an event in the other tabs. */
  function seen(): KeyValueStore {
    let own = (_: string) => {}
    const tell = (key: string) => {
      for (const hear of hearing) if (hear !== own) hear(key)
    }
    return {
      ...store,
      exclusively: (run) => (held ? held.then(run) : run()),
      set(key, value) {
        store.set(key, value)
        tell(key)
      },
      remove(key) {
        store.remove(key)
        tell(key)
      },
      onExternalChange(listener) {
        own = listener
        hearing.add(listener)
        return () => void hearing.delete(listener)
      },
    }
  }
  let says: () => TransactionStatus = () => ({ phase: 'pending' })
  const reads: number[] = []
  let heldRead: Promise<void> | undefined
  const adapter = {
    async getTransactionStatus() {
      reads.push(clock.now())
      const status = says()
      const answered = heldRead
      heldRead = undefined
      await answered
      return status
    },
    async waitForTransaction() {
      const status = says()
      if (status.phase === 'unknown' || status.phase === 'pending') throw gone()
      return status
    },
  }
  function tab() {
    const settled: ActivityEvents['settled'][] = []
    const persistence = createPersistence({ store: seen(), log, name: 'app' })
    const deps = {
      ...{ clock, log, persistence },
      adapters: { get: async () => adapter },
      network: { state: { requestedNetworks: [] }, subscribe: () => () => {} },
    } as unknown as ActivityDeps
    /** The statuses after each change of the list. */
    const shown: string[] = []
    const statuses = () => sent.of(account).map(({ hash, status }) => `${hash} ${status}`)
    const sent = new SentTransactions(deps, {
      changed: () => void shown.push(...statuses()),
      settled: (one) => void settled.push(one),
    })
    return {
      ...{ settled, shown, statuses },
      add: (hash: string) =>
        sent.add({ connectionId: 'c', namespace: 'eip155', network, hash, from: account, sent: { hash } }),
      step: (hash: string, step: 'signed' | 'refused') =>
        sent.add({ connectionId: 'c', namespace: 'eip155', network, hash, from: account, step }),
      resume: () => sent.resume(),
      look: () => sent.look(account),
      forget: (hash: string, status: 'confirmed' | 'failed') =>
        sent.forget(account, new Map([[hash, status]])),
      close() {
        sent.dispose()
        persistence.dispose()
      },
      hashes: () => sent.of(account).map(({ hash }) => hash),
    }
  }
  const pass = (ms: number) => clock.advance(ms)
  return {
    ...{ clock, store, tab, pass, reads },
    say(status: TransactionStatus) {
      says = () => status
    },
    /** Holds the lock of the store, as another tab would, until the returned function is called. */
    lock() {
      let free = () => {}
      held = new Promise((resolve) => {
        free = resolve
      })
      return free
    },
    /** Holds the answer to the next read until the returned function is called. */
    holdNextRead() {
      let answer = () => {}
      heldRead = new Promise((resolve) => {
        answer = resolve
      })
      return answer
    },
    stored: () =>
      store
        .keys()
        .filter((key) => key.endsWith('/sent'))
        .map((key) => store.get(key)),
  }
}
const confirmed = { phase: 'confirmed', confirmations: 1 } as const

describe('a sent transaction', () => {
  it('is still stored, without a timer, if it is added after the client is disposed of', async () => {
    const { clock, tab, pass, stored, reads } = browser()
    const closed = tab()
    closed.close()
    await closed.add('0x1')
    await pass(60_000)
    expect([stored().length, clock.pending, reads]).toEqual([1, 0, []])
  })

  it('is looked up again after the tab was closed, until it is final', async () => {
    const { tab, pass, say } = browser()
    const first = tab()
    first.add('0x1')
    await pass(1000)
    first.close()

    const second = tab()
    second.resume()
    await pass(1000)
    expect(second.statuses()).toEqual(['0x1 pending'])
    say(confirmed)
    await pass(30_000)
    expect(second.statuses()).toEqual(['0x1 confirmed'])
    expect(second.settled).toMatchObject([{ hash: '0x1', status: 'confirmed' }])
    say({ phase: 'finalized' })
    await pass(300_000)

    const third = tab()
    third.resume()
    expect(third.statuses()).toEqual([])
  })

  it('is found by the next visit if the tab closes during the broadcast', async () => {
    const { tab, pass, say, reads } = browser()
    const first = tab()
    first.step('0x1', 'signed')
    await pass(60_000)
    expect(first.hashes()).toEqual(['0x1'])
    expect(reads).toEqual([])
    first.close()

    const second = tab()
    second.resume()
    say(confirmed)
    await pass(1000)
    expect(second.statuses()).toEqual(['0x1 confirmed'])
    second.close()
  })

  it('is stored when the call that adds it resolves, even while another tab has the lock', async () => {
    const { tab, stored, lock } = browser()
    const free = lock()
    const first = tab()
    let done = false
    const adding = first.step('0x1', 'signed').then(() => {
      done = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect([done, stored()]).toEqual([false, []])
    free()
    await adding
    expect(stored()).toHaveLength(1)
    first.close()
  })

  it('is removed if a node refuses it after it was signed', async () => {
    const { tab, pass, stored } = browser()
    const first = tab()
    first.step('0x1', 'signed')
    first.step('0x1', 'refused')
    await pass(60_000)
    expect(first.hashes()).toEqual([])
    first.close()
    expect(stored()).toEqual([])
  })

  it('stays listed and stored if another attempt with the same hash is refused', async () => {
    const { tab, pass, say, stored } = browser()
    const page = tab()
    page.add('0x1')
    await pass(1000)
    say({ phase: 'unknown' })
    page.step('0x1', 'signed')
    page.step('0x1', 'refused')
    await pass(1000)
    expect(page.statuses()).toEqual(['0x1 unknown'])
    expect(stored()).not.toEqual([])
    say(confirmed)
    await pass(60_000)
    expect(page.statuses()).toEqual(['0x1 confirmed'])
    page.close()
  })

  it('disappears from all tabs and from storage when it is refused', async () => {
    const { tab, pass, say, stored } = browser()
    say({ phase: 'unknown' })
    const first = tab()
    first.step('0x1', 'signed')
    const second = tab()
    second.resume()
    await pass(1000)
    const third = tab()
    third.resume()
    await pass(100_000)
    expect([second.hashes(), third.hashes()]).toEqual([['0x1'], ['0x1']])
    first.step('0x1', 'refused')
    say(confirmed)
    await pass(4_000_000)
    for (const each of [first, second, third]) expect(each.hashes()).toEqual([])
    expect(stored()).toEqual([])
    for (const each of [first, second, third]) each.close()
  })

  it('is listed as confirmed by each open tab, and no longer stored, after it is final', async () => {
    const { tab, pass, say, stored } = browser()
    const first = tab()
    first.step('0x1', 'signed')
    const second = tab()
    second.resume()
    first.add('0x1')
    say({ phase: 'finalized' })
    await pass(100_000)
    expect([first.statuses(), second.statuses()]).toEqual([['0x1 confirmed'], ['0x1 confirmed']])
    expect(stored()).toEqual([])
    for (const each of [first, second]) each.close()
  })

  it('has its outcome reported by each open tab, once, whichever tab sees it first', async () => {
    const { tab, pass, say } = browser()
    const [first, second] = [tab(), tab()]
    first.add('0x1')
    second.resume()
    await pass(20_000)
    say(confirmed)
    first.look()
    await pass(200_000)
    for (const { statuses, settled } of [first, second]) {
      expect(statuses()).toEqual(['0x1 confirmed'])
      expect(settled).toMatchObject([{ account, network, hash: '0x1', status: 'confirmed' }])
    }
    for (const each of [first, second]) each.close()
  })

  it('has its outcome reported once if another tab sees it while this tab reads it', async () => {
    const { tab, pass, say, holdNextRead } = browser()
    const [first, second] = [tab(), tab()]
    first.add('0x1')
    second.resume()
    await pass(20_000)
    say(confirmed)
    const answer = holdNextRead()
    second.look()
    await pass(1)
    first.look()
    await pass(1)
    expect(second.settled).toHaveLength(1)
    answer()
    await pass(200_000)
    expect(second.settled).toHaveLength(1)
    for (const each of [first, second]) each.close()
  })

  it('stays confirmed if another tab stores something else about it at the same time', async () => {
    const { tab, pass, say, holdNextRead, lock, stored } = browser()
    const first = tab()
    say({ phase: 'pending', reference: '7' })
    const answer = holdNextRead()
    first.add('0x1')
    await pass(1)
    say({ phase: 'pending' })
    const second = tab()
    second.resume()
    await pass(1)
    const unlock = lock()
    say(confirmed)
    second.look()
    await pass(1)
    // The first tab learns the reference before it hears that the second tab has seen the block.
    answer()
    await pass(1)
    unlock()
    await pass(1)
    const { shown, statuses } = second
    expect(statuses()).toEqual(['0x1 confirmed'])
    expect(shown.lastIndexOf('0x1 pending')).toBeLessThan(shown.indexOf('0x1 confirmed'))
    expect(stored().join()).toMatch(/reference[\\":]+7/)
    for (const each of [first, second]) each.close()
  })

  it('is not failed because the history says so, but because a node says so', async () => {
    const { tab, pass, say, reads } = browser()
    const page = tab()
    page.add('0x1')
    await pass(100_000)
    const before = reads.length
    page.forget('0x1', 'failed')
    await pass(0)
    expect(reads.length, 'a node was asked at once').toBe(before + 1)
    expect([page.settled, page.statuses()]).toEqual([[], ['0x1 pending']])
    say({ phase: 'failed', reason: 'reverted' })
    page.forget('0x1', 'failed')
    await pass(0)
    expect(page.settled).toMatchObject([{ account, hash: '0x1', status: 'failed' }])
    page.forget('0x1', 'failed')
    expect([page.settled.length, page.statuses()]).toEqual([1, []])
    page.close()
  })

  it('has its outcome reported once, even if the service lists the outcome before a node shows it', async () => {
    const { tab, pass, say } = browser()
    const page = tab()
    page.add('0x1')
    await pass(1000)
    page.forget('0x1', 'confirmed')
    expect(page.settled).toMatchObject([{ account, hash: '0x1', status: 'confirmed' }])
    page.forget('0x1', 'confirmed')
    say(confirmed)
    await pass(60_000)
    expect(page.settled).toHaveLength(1)
    page.close()
  })

  it('is listed as unknown while no node shows it, and as confirmed if a node shows it hours later', async () => {
    const { tab, pass, say } = browser()
    say({ phase: 'unknown' })
    const page = tab()
    page.add('0x1')
    await pass(1000)
    expect(page.statuses()).toEqual(['0x1 unknown'])
    expect(page.settled).toEqual([])
    await pass(20_000_000)
    say(confirmed)
    await pass(3_700_000)
    expect(page.statuses()).toEqual(['0x1 confirmed'])
    page.close()
  })

  it('is looked up at growing intervals of at most an hour, and at once when the visitor looks at it', async () => {
    const { tab, pass, say, reads, clock } = browser()
    say({ phase: 'unknown' })
    const page = tab()
    page.add('0x1')
    await pass(30_000_000)
    const gaps = reads.slice(2).map((at, index) => Math.round((at - (reads[index + 1] ?? 0)) / 1000))
    expect(gaps.slice(0, 4)).toEqual([15, 30, 60, 120])
    expect(Math.max(...gaps)).toBe(3600)
    const before = reads.length
    page.look()
    await clock.advance(1)
    expect(reads).toHaveLength(before + 1)
    page.close()
  })

  it('returns to pending when its block is dropped', async () => {
    const { tab, pass, say } = browser()
    say(confirmed)
    const page = tab()
    page.add('0x1')
    await pass(1000)
    expect(page.statuses()).toEqual(['0x1 confirmed'])
    say({ phase: 'pending' })
    await pass(16_000)
    expect(page.statuses()).toEqual(['0x1 pending'])
    say({ phase: 'finalized' })
    await pass(60_000)
    expect(page.statuses()).toEqual(['0x1 confirmed'])
    page.close()
  })

  it('is listed with the hash of its replacement in the block if the wallet raised the fee', async () => {
    const { tab, pass, say } = browser()
    const page = tab()
    say({ ...confirmed, hash: '0x2' })
    page.add('0x1')
    await pass(1000)
    expect(page.statuses()).toEqual(['0x2 confirmed'])
    expect(page.settled).toMatchObject([{ hash: '0x2' }])
    page.close()
  })
})

describe('the stored transactions', () => {
  it('include the entries of all tabs', async () => {
    const { tab, pass } = browser()
    const [one, two] = [tab(), tab()]
    one.add('0x1')
    two.add('0x2')
    await pass(1000)
    one.resume()
    two.resume()
    expect(one.hashes().sort()).toEqual(['0x1', '0x2'])
    expect(two.hashes().sort()).toEqual(['0x1', '0x2'])
    const late = tab()
    late.resume()
    expect(late.hashes()).toEqual(['0x1', '0x2'])
    for (const each of [one, two, late]) each.close()
  })

  it('are the newest 99', async () => {
    const { tab, clock } = browser()
    const page = tab()
    for (let at = 1; at <= 105; at++) {
      page.add(`0x${at}`)
      await clock.advance(1)
    }
    page.close()
    const next = tab()
    next.resume()
    expect(next.hashes()).toHaveLength(99)
    expect(next.hashes()[98]).toBe('0x105')
    expect(next.hashes()).not.toContain('0x6')
    next.close()
  })

  it('are skipped if they are damaged', () => {
    const { tab, store } = browser()
    const page = tab()
    page.add('0x1')
    page.close()
    const [key] = store.keys()
    const value = JSON.parse(store.get(key!)!)
    value.data.push('{', '[]', '{"account":1}', JSON.stringify({ account, transaction: { id: 'x' } }))
    store.set(key!, JSON.stringify(value))
    const next = tab()
    next.resume()
    expect(next.hashes()).toEqual(['0x1'])
    next.close()
  })
})
