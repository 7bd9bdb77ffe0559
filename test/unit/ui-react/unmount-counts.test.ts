// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { useAccount, useBalance, useNetwork } from 'latchkey/react'
import { createElement, Fragment } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Emitter } from '../../../src/core/emitter.ts'
import { mount, options } from './rendering.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Counts the elements of all arrays whose methods `run` calls: each call visits at most all elements of its array. */
async function visited(run: () => unknown): Promise<number> {
  let count = 0
  let isRunning = false
  const spies = (['filter', 'find', 'findIndex', 'indexOf', 'includes', 'splice', 'map'] as const).map(
    (name) => {
      const real = Array.prototype[name] as (...args: unknown[]) => unknown
      return vi.spyOn(Array.prototype, name).mockImplementation(function (
        this: unknown[],
        ...args: unknown[]
      ) {
        if (isRunning) count += this.length
        return real.apply(this, args) as never
      })
    },
  )
  isRunning = true
  const running = run()
  // If there is nothing to await, `run` has ended here, so the calls of other code don't count.
  if (running !== undefined) await running
  isRunning = false
  for (const spy of spies) spy.mockRestore()
  return count
}

describe('thousands of listeners', () => {
  it('are removed from an emitter without a search', async () => {
    const emitter = new Emitter<{ change: number }>()
    let heard = 0
    const releases = Array.from({ length: 5000 }, () => emitter.on('change', () => void heard++))
    emitter.emit('change', 1)
    expect(heard).toBe(5000)
    expect(
      await visited(() => {
        for (const release of releases) release()
      }),
    ).toBe(0)
    expect(emitter.listenerCount()).toBe(0)
  })

  it('are removed with their hooks at a cost proportional to their number', async () => {
    const Probe = () => {
      useAccount()
      useNetwork()
      useBalance()
      return null
    }
    const cost = async (count: number) => {
      const world = options()
      const probes = Array.from({ length: count }, (_, key) => createElement(Probe, { key }))
      const { rerender, unmount } = await mount(
        () => createLatchkey(world.options),
        createElement(Fragment, null, probes),
      )
      const steps = await visited(() => rerender(null))
      await unmount()
      return steps
    }
    const few = await cost(200)
    const many = await cost(800)
    // If each removal searched all listeners, four times the hooks would cost 16 times as much.
    expect(many).toBeLessThan(6 * few + 4000)
  })
})
