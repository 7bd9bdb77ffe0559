import { describe, expect, it } from 'vitest'
import { FeatureController, type FeatureHost } from '../../../../src/controllers/base/feature-controller.ts'
import { createGuard } from '../../../../src/core/errors/guard.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'

interface State {
  readonly count: number
}
interface Events {
  counted: { readonly count: number }
}

class Counting {
  readonly #host: FeatureHost<State, Events>
  constructor(host: FeatureHost<State, Events>) {
    this.#host = host
  }
  add(): number {
    const count = this.#host.state.count + 1
    this.#host.patch({ count })
    this.#host.emit('counted', { count })
    return count
  }
}

function world() {
  const { clock, log, logged } = memoryPlatform()
  const fetches: { resolve(): void; reject(error: unknown): void }[] = []
  class Counter extends FeatureController<State, Events, Counting> {
    constructor() {
      super({ count: 0 }, { guard: createGuard({ clock, log }), log }, (host) =>
        new Promise<void>((resolve, reject) => fetches.push({ resolve, reject })).then(
          () => new Counting(host),
        ),
      )
    }
    add(signal?: AbortSignal): Promise<number> {
      return this.run((body) => body.add(), { signal })
    }
  }
  return { counter: new Counter(), fetches, logged }
}

describe('a lazily loaded feature', () => {
  it('has its state and events before anything is loaded', () => {
    const { counter, fetches } = world()
    const heard: unknown[] = []
    counter.on('counted', (event) => heard.push(event))
    counter.subscribe(() => {})
    expect([counter.state, counter.getInitialSnapshot(), fetches.length]).toEqual([
      { count: 0 },
      { count: 0 },
      0,
    ])
  })

  it("delays a call until the feature's code is loaded", async () => {
    const { counter, fetches } = world()
    const heard: unknown[] = []
    counter.on('counted', (event) => heard.push(event))
    const both = Promise.all([counter.add(), counter.add()])
    expect(counter.state.count).toBe(0)
    fetches[0]?.resolve()
    expect(await both).toEqual([1, 2])
    expect(fetches).toHaveLength(1)
    expect(heard).toEqual([{ count: 1 }, { count: 2 }])
  })

  it('runs a call within the click if its code is already loaded', async () => {
    const { counter, fetches } = world()
    const prepared = counter.prepare()
    fetches[0]?.resolve()
    await prepared
    const adding = counter.add()
    expect(counter.state.count).toBe(1)
    await adding
  })

  it('lets the caller stop waiting', async () => {
    const { counter, fetches } = world()
    const stop = new AbortController()
    const adding = counter.add(stop.signal)
    stop.abort()
    await expect(adding).rejects.toMatchObject({ code: 'flow/aborted' })
    fetches[0]?.resolve()
    await counter.prepare()
    expect(counter.state.count).toBe(0)
    await expect(counter.add(stop.signal)).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(counter.state.count).toBe(0)
  })

  it('loads again at the next use after a failure', async () => {
    const { counter, fetches } = world()
    const adding = counter.add()
    fetches[0]?.reject(new Error('offline'))
    await expect(adding).rejects.toMatchObject({ code: 'internal/unexpected', message: 'offline' })
    const again = counter.add()
    fetches[1]?.resolve()
    expect(await again).toBe(1)
  })

  it('never throws while it is prefetched', async () => {
    const { counter, fetches } = world()
    const prepared = counter.prepare()
    fetches[0]?.reject(new Error('offline'))
    await expect(prepared).resolves.toBeUndefined()
  })
})
