import { writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { faultGroups } from '../../src/devnet/node-faults/fault-rows.ts'
import type { Clock } from '../../src/ports.ts'
import { quirkCallers } from '../support/quirk-callers.ts'
import { type QuirkNode, quirkNodes } from '../support/quirk-nodes.ts'
import { goodHost, quirkWorld } from '../support/quirk-world.ts'

const current = vi.hoisted(() => ({ clock: undefined as Clock | undefined }))
// The command line and the services have no option for the clock.
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

const all = ['HTTP and connections', 'Batches', 'Answers'] as const
const every = all
  .flatMap((group) => Object.keys(faultGroups[group]))
  .concat(
    'busy:522',
    'status:400',
    'status:403',
    'html:404',
    'odd-identity:error',
    'odd-identity:text',
    'not-offered:-32600',
    'not-offered:-32000',
    'not-offered:403',
    'stuck:3600',
    'no-batch:empty',
    'no-batch:-32005',
    'echoes-url@once',
  )
const quirks = process.env.QUIRKS === 'all' ? every : (process.env.QUIRKS ?? 'html,busy').split(',')
const families = (process.env.FAMILIES ?? 'eip155').split(',') as ChainNamespace[]
const callers = (process.env.CALLERS ?? 'page,keys').split(',')

describe.each(families)('%s', (family) => {
  let node: QuirkNode | undefined
  describe.each(callers.filter((caller) => quirkCallers[caller]!.families.includes(family)))(
    '%s',
    (caller) => {
      const row = quirkCallers[caller]!
      it.each(quirks)('%s', async (quirk) => {
        node ??= await quirkNodes[family]()
        const world = quirkWorld(node, quirk === 'none' ? [] : [quirk], process.env.ALONE ? 1 : 2)
        const { clock } = world
        current.clock = clock
        vi.stubGlobal('fetch', world.fetch)
        const opened = await row.open(world)
        onTestFinished(async () => {
          await opened.dispose?.()
          current.clock = undefined
        })
        const t0 = performance.now()
        let at = clock.now()
        const log: string[] = []
        const step = async (name: string, work: () => Promise<unknown> | undefined) => {
          at = clock.now()
          const [b, g] = [world.count('bad.example'), world.count(goodHost)]
          const promise = work()
          if (!promise) return
          const out = await clock.pass(
            promise.then(
              (v) => `ok ${v}`,
              (e) =>
                `ERR ${e.code} ${e.message} ${e.host ?? ''}|${[...new Set((JSON.stringify([e, e.cause, e.cause?.cause, e.answer, e.all]) ?? '').match(/c4n4ry|bad.example/g))]} dt=${e.details ?? e.cause?.details}`,
            ),
          )
          if (process.env.DBG)
            log.push(
              JSON.stringify(
                world.seen.map((x) => [
                  x.host,
                  x.calls.map((c) => c.method + JSON.stringify(c.params)).join('+'),
                ]),
              ),
            )
          log.push(
            `${name} ${clock.now() - at}ms bad+${world.count('bad.example') - b} good+${world.count(goodHost) - g} ${out}`,
          )
        }
        await step('balance', () => opened.balance())
        await step('balance', () => opened.balance())
        await step('view', () => opened.view?.())
        await step('send', () => opened.send?.(node!.amount))
        writeFileSync(
          '/tmp/w/quirks33.log',
          `## ${family} ${caller} ${quirk} ${Math.round(performance.now() - t0)}ms\n${log.join('\n')}\n`,
          { flag: 'a' },
        )
        expect(new Set(world.broadcast).size).toBeLessThanOrEqual(1)
      })
    },
  )
})
