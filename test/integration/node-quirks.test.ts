// Tests how the callers of nodes react to the faults of public nodes, on fake nodes and a manual clock.
// `test/cli/node-matrix.test.ts` does the same on real nodes.
// @module-tag ci
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
// Loads this code before the tests, because a manual clock doesn't wait for code that loads in the background.
import '../../src/client/rpc-pools.ts'
import '../../src/transport/esplora-pool.ts'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { faultGroups } from '../../src/devnet/node-faults/fault-rows.ts'
import type { Clock } from '../../src/ports.ts'
import { type QuirkCaller, quirkCallers } from '../support/quirk-callers.ts'
import { type QuirkNode, quirkNodes } from '../support/quirk-nodes.ts'
import { badHost, goodHost, type QuirkWorld, quirkWorld, secret } from '../support/quirk-world.ts'

const current = vi.hoisted(() => ({ clock: undefined as Clock | undefined }))
// The command line and the services always use the system clock, so the tests replace the system clock.
vi.mock('../../src/platform/system-clock.ts', async (original) => {
  const { systemClock } = await original<{ systemClock: Clock }>()
  const clock = () => current.clock ?? systemClock
  const delegating: Clock = {
    now: () => clock().now(),
    after: (...timer) => clock().after(...timer),
    every: (...timer) => clock().every(...timer),
  }
  return { systemClock: delegating }
})

const quirks = [
  ...(['HTTP and connections', 'Batches', 'Answers'] as const).flatMap((group) =>
    Object.keys(faultGroups[group]),
  ),
  ...['busy:522', 'status:400', 'status:403', 'html:404', 'retry-after:120', 'stuck:3600'],
  ...['odd-identity:error', 'odd-identity:number', 'odd-identity:text'],
  ...['not-offered:-32600', 'not-offered:-32000', 'not-offered:403'],
  ...['no-batch:403', 'no-batch:-32005', 'no-batch:-32003', 'no-batch:array', 'no-batch:empty'],
]
/**
 * The faults with which slow callers are tested. The slow callers are the command line, which loads a client for each command,
 * and a page on polkadot, which loads a runtime.
 */
const sample = ['busy', 'html', 'hung', 'no-batch', 'header-not-found', 'wrong-identity', 'status:400']
const quirksOf = (family: ChainNamespace, caller: string) =>
  caller === 'CLI' ? sample : family === 'polkadot' && caller === 'page' ? [...sample, 'slow'] : quirks

const cells = Object.entries(quirkCallers).flatMap(([caller, { families }]) =>
  families.map((family) => ({ caller, family })),
)

const nodes = new Map<ChainNamespace, Promise<QuirkNode>>()
function nodeOf(family: ChainNamespace): Promise<QuirkNode> {
  const node = nodes.get(family) ?? Promise.resolve(quirkNodes[family]())
  nodes.set(family, node)
  return node
}

interface Step {
  readonly value?: unknown
  readonly error?: unknown
  /** How long the read or the send took on the manual clock, in ms. */
  readonly ms: number
  /** The number of requests to both endpoints. */
  readonly requests: number
}

interface Run {
  readonly world: QuirkWorld
  readonly first: Step
  readonly second: Step
  readonly view: Step | undefined
  readonly sent: Step | undefined
  readonly swapped: Step | undefined
  /** The hashes of the swap's transactions that endpoints received. */
  readonly swaps: readonly string[]
  /** The hashes of the payment's transactions that endpoints received. */
  readonly broadcast: readonly string[]
}

async function run(
  family: ChainNamespace,
  caller: string,
  faults: readonly string[],
  urls: 1 | 2,
): Promise<Run> {
  const node = await nodeOf(family)
  const world = quirkWorld(node, faults, urls)
  const { clock } = world
  current.clock = clock
  vi.stubGlobal('fetch', world.fetch)
  const opened: QuirkCaller = await quirkCallers[caller]!.open(world)
  const count = () => world.count(badHost) + world.count(goodHost)
  async function step(work: () => Promise<unknown>): Promise<Step> {
    const [at, before] = [clock.now(), count()]
    const told = (more: object) => ({ ...more, ms: clock.now() - at, requests: count() - before })
    return clock.pass(
      work().then(
        (value) => told({ value }),
        (error: unknown) => told({ error }),
      ),
    )
  }
  const first = await step(opened.balance)
  const second = await step(opened.balance)
  const view = opened.view && (await step(opened.view))
  const sent = opened.send && (await step(() => opened.send!(node.amount)))
  const payments = world.broadcast.length
  const swapped = opened.swap && (await step(() => opened.swap!(node.amount)))
  await opened.dispose?.()
  const [broadcast, swaps] = [world.broadcast.slice(0, payments), world.broadcast.slice(payments)]
  return { world, first, second, view, sent, swapped, broadcast, swaps }
}

/** Families whose equal transactions have equal hashes, because nothing in the transaction is random or depends on the time. */
const repeatable: readonly string[] = ['eip155', 'cosmos', 'bip122']

/** Returns the texts of an error and its causes. For a command, the error contains the command's output. */
function textOf(error: unknown): string {
  const texts: string[] = []
  for (let one = error, depth = 0; one && depth < 6; one = (one as Error).cause, depth++) {
    texts.push(String((one as Error).message), JSON.stringify(one) ?? '')
  }
  return texts.join(' ')
}

/**
 * One row per fault, caller and family, with the times, the numbers of requests and the errors. `COUNTS=<file>` writes
 * the rows to this file.
 */
const rows: object[] = []
function record(caller: string, family: string, quirk: string, urls: number, ran: Run): void {
  const told = (step?: Step) =>
    step && {
      ...{ ms: step.ms, requests: step.requests },
      ...(step.error !== undefined && {
        error: (step.error as { code?: unknown }).code ?? textOf(step.error),
      }),
    }
  const { first, second, view, sent, swapped, broadcast, swaps } = ran
  rows.push({
    ...{ caller, family, quirk, urls, first: told(first), second: told(second), view: told(view) },
    ...{ sent: told(sent), broadcasts: broadcast.length, swapped: told(swapped), swaps: swaps.length },
  })
}

afterEach(() => {
  current.clock = undefined
  vi.unstubAllGlobals()
})

/**
 * Each command loads a whole client. The other callers test the same code on each family, so most runs test the command
 * line on two families.
 */
const tagsOf = (caller: string, family: ChainNamespace) =>
  caller === 'CLI' && family !== 'bip122' && family !== 'eip155' ? ['all' as const] : []

for (const { caller, family } of cells)
  describe(`the caller '${caller}' on ${family}`, { tags: tagsOf(caller, family) }, () => {
    let honest: Run
    beforeEach(async () => {
      honest ??= await run(family, caller, [], 2)
      const { first, second, view, sent, swapped, broadcast, swaps } = honest
      const { balance } = await nodeOf(family)
      for (const step of [first, second, ...(view ? [view] : [])])
        expect(step).toMatchObject({ value: balance })
      if (sent) expect(sent).toMatchObject({ value: broadcast[0] })
      if (swapped) expect(swapped, textOf(swapped.error)).toMatchObject({ value: swaps[0] })
    })

    it('reads, sends once and swaps once if the first of its two URLs has any fault', async () => {
      const wrong: string[] = []
      for (const quirk of quirksOf(family, caller)) {
        const ran = await run(family, caller, [quirk], 2)
        record(caller, family, quirk, 2, ran)
        const { world, first, second, view, sent, swapped, broadcast, swaps } = ran
        const check = (isRight: boolean, what: string, step?: Step) => {
          if (!isRight)
            wrong.push(
              `${quirk}: ${what} ${step ? `${step.ms} ms, ${step.requests} requests, ${step.value ?? textOf(step.error)}` : ''}`,
            )
        }
        const { balance } = world.node
        check(first.value === balance && first.ms <= 2000, 'the first read', first)
        // Each command opens a new client, which tries the first URL again.
        const isNew = caller === 'CLI'
        check(second.value === balance && second.ms <= 2000, 'the second read', second)
        if (view) check(view.value === balance && view.ms <= 2000, 'the account view', view)
        const most2 = isNew ? first.requests : honest.second.requests + 3
        check(second.requests <= most2, 'requests of the second read', second)
        if (sent) {
          check(sent.value !== undefined && broadcast.every((hash) => hash === sent.value), 'sending', sent)
          check(sent.ms <= 2000, 'the time of the payment', sent)
          check(broadcast.length > 0 && broadcast.length <= 2, `${broadcast.length} broadcasts`)
          if (repeatable.includes(family)) check(sent.value === honest.sent?.value, 'the transaction', sent)
        }
        if (swapped) {
          check(
            swapped.value !== undefined && swaps.every((hash) => hash === swapped.value),
            'swapping',
            swapped,
          )
          check(swaps.length > 0 && swaps.length <= 2, `${swaps.length} broadcasts of the swap`)
          check(swapped.ms <= 2000 && swapped.requests <= 40, 'the cost of the swap', swapped)
        }
      }
      expect(wrong).toEqual([])
    })

    it('reads, or reports the host and the cause, if its only URL has a fault', async () => {
      const wrong: string[] = []
      for (const quirk of quirksOf(family, caller)) {
        // These callers pass on the answer of a single node, even if it is null.
        if (['serve', 'keys'].includes(caller) && quirk === 'null-result' && family !== 'eip155') continue
        if (caller === 'serve' && quirk === 'null-result') continue
        const ran = await run(family, caller, [quirk], 1)
        record(caller, family, quirk, 1, ran)
        const { world, first, sent, swapped, broadcast, swaps } = ran
        for (const step of [first, ...(sent ? [sent] : []), ...(swapped ? [swapped] : [])]) {
          if (step.error === undefined) continue
          const text = textOf(step.error)
          const names = caller === 'serve' || text.includes(badHost)
          if (!names || text.includes(secret) || text.trim() === '') wrong.push(`${quirk}: the error ${text}`)
        }
        if (first.error === undefined && first.value !== world.node.balance)
          wrong.push(`${quirk}: ${first.value}`)
        const hashes = new Set(broadcast)
        if (new Set(swaps).size > 1) wrong.push(`${quirk}: swaps ${swaps}`)
        if (swapped?.value !== undefined && !swaps.includes(String(swapped.value)))
          wrong.push(`${quirk}: swap ${swapped.value}`)
        if (hashes.size > 1) wrong.push(`${quirk}: ${[...hashes]}`)
        if (repeatable.includes(family))
          for (const hash of hashes)
            if (hash !== honest.sent?.value)
              wrong.push(`${quirk}: signed another transaction than with an honest node`)
        if (sent?.value !== undefined && !hashes.has(String(sent.value)))
          wrong.push(`${quirk}: ${sent.value}`)
        if (first.requests > 12) wrong.push(`${quirk}: ${first.requests} requests`)
      }
      expect(wrong).toEqual([])
    })
  })

/** Faults that end after a minute. */
const passing = [
  'busy@60s',
  'hung@60s',
  'html@60s',
  'reset@60s',
  'no-batch@60s',
  'header-not-found@60s',
  'stuck:3600@60s',
]
const lasting = cells.filter(({ caller }) => caller === 'page' || caller === 'keys' || caller === 'embedded')

describe.each(lasting)('after a fault of one minute, the caller $caller on $family', ({ caller, family }) => {
  it.each([
    ['its only URL', 1],
    ['the first of its two URLs', 2],
  ] as const)('reads again from %s when the pause that follows the fault has ended', async (_, urls) => {
    const { balance } = await nodeOf(family)
    const wrong: string[] = []
    for (const quirk of family === 'polkadot' && caller === 'page' ? passing.slice(0, 2) : passing) {
      const world = quirkWorld(await nodeOf(family), [quirk], urls)
      const { clock } = world
      current.clock = clock
      vi.stubGlobal('fetch', world.fetch)
      const opened = await quirkCallers[caller]!.open(world)
      const read = () => clock.pass(opened.balance().catch((error: unknown) => textOf(error)))
      const first = await read()
      if (urls === 2 && first !== balance) wrong.push(`${quirk}: first ${first}`)
      await clock.advance(700_000)
      // The first read after the pause tries the URL again, and later reads use it.
      for (let later = 0; later < 2; later++) {
        const before = world.count(badHost)
        const found = await read()
        if (found !== balance) wrong.push(`${quirk}: later ${found}`)
        if (world.count(badHost) === before) wrong.push(`${quirk}: later read ${later} went elsewhere`)
      }
      await opened.dispose?.()
    }
    expect(wrong).toEqual([])
  })
})

describe.each(quirkCallers.page!.families)('a page on %s', (family) => {
  it('sends no request during 10 minutes in which it is idle or hidden', async () => {
    const world = quirkWorld(await nodeOf(family), [])
    const { clock, seen } = world
    const opened = await quirkCallers.page!.open(world)
    await clock.pass(opened.view!())
    const before = seen.length
    await clock.advance(600_000)
    expect(seen.slice(before)).toEqual([])
    opened.hide!()
    await clock.advance(600_000)
    expect(seen.slice(before)).toEqual([])
    await opened.dispose?.()
  })
})

it.runIf(process.env.COUNTS)(
  'the matrix of faults, callers and families is written to the file that COUNTS names',
  () => writeFileSync(process.env.COUNTS!, rows.map((row) => JSON.stringify(row)).join('\n')),
)
