import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
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

const quirks = (process.env.QUIRKS ?? 'html,busy').split(',')
const families = (process.env.FAMILIES ?? 'eip155').split(',') as ChainNamespace[]
const callers = (process.env.CALLERS ?? 'page,keys').split(',')

describe.each(families)('%s', (family) => {
  let node: QuirkNode | undefined
  describe.each(callers.filter((caller) => quirkCallers[caller]!.families.includes(family)))('%s', (caller) => {
    const row = quirkCallers[caller]!
    it.each(quirks)('%s', async (quirk) => {
      node ??= await quirkNodes[family]()
      const world = quirkWorld(node, quirk === 'none' ? [] : [quirk])
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
        const out = await clock.pass(promise.then((v) => `ok ${v}`, (e) => `ERR ${e.code} ${e.message} ${e.host ?? ''}|${JSON.stringify(e.answer ?? '')}${e.stack}`))
        log.push(`${name} ${clock.now() - at}ms bad+${world.count('bad.example') - b} good+${world.count(goodHost) - g} ${out}`)
      }
      await step('balance', () => opened.balance())
      await step('balance', () => opened.balance())
      await step('view', () => opened.view?.())
      await step('send', () => opened.send?.(node!.amount))
      console.log(`## ${family} ${caller} ${quirk} ${Math.round(performance.now() - t0)}ms\n${log.join('\n')}`)
      expect(new Set(world.broadcast).size).toBeLessThanOrEqual(1)
    })
  })
})
