import { describe, expect, it, vi } from 'vitest'
import { detectPlatform } from '../../../src/platform/detect.ts'
import { memoryStore } from '../../../src/platform/memory-store.ts'
import { nodePlatform } from '../../../src/platform/node.ts'

const timeouts = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

describe('the Node platform', () => {
  it('is chosen if there is no window', () => {
    expect(detectPlatform().page.kind).toBe('node')
  })

  it('has no page', () => {
    const { page } = nodePlatform()
    expect(page.location).toBeUndefined()
    expect(page.global('process')).toBeUndefined()
    expect(Object.values(page.traits)).not.toContain(true)
    expect([page.visible(), page.online()]).toEqual([true, true])
    const heard = vi.fn()
    page.listen('hello', heard)()
    page.dispatch('hello')
    expect(heard).not.toHaveBeenCalled()
    expect(page.realm).toBe(globalThis)
  })

  it('keeps the process alive for a delay, but not for an interval', () => {
    const { clock } = nodePlatform()
    const before = timeouts()
    const stopRepeating = clock.every(60_000, () => {})
    expect(timeouts()).toBe(before)
    const stop = clock.after(60_000, () => {})
    expect(timeouts()).toBe(before + 1)
    stop()
    stopRepeating()
    expect(timeouts()).toBe(before)
  })

  it('waits for a delay that is longer than timers can count', async () => {
    const { clock } = nodePlatform()
    const fired = vi.fn()
    const stop = clock.after(2 ** 40, fired)
    // A delay that overflows counts as 1 ms, so its timer would fire before this one.
    await new Promise<void>((resolve) => clock.after(1, resolve))
    stop()
    expect(fired).not.toHaveBeenCalled()
  })

  it('calls a delayed function once, and a repeated function several times', async () => {
    const { clock } = nodePlatform()
    let once = 0
    await new Promise<void>((resolve) => {
      let times = 0
      clock.after(1, () => once++)
      const stop = clock.every(1, () => {
        if (++times < 3) return
        stop()
        resolve()
      })
      // This delay keeps the process alive during the test, because the interval doesn't.
      clock.after(1000, () => {})
    })
    expect(once).toBe(1)
  })

  it('writes nothing to standard output', () => {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const spies = ['log', 'info', 'debug'].map((name) => vi.spyOn(console, name as 'log'))
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { log } = nodePlatform()
    log.debug('a')
    log.warn('b', 1)
    log.error('c', 2)
    expect(out).not.toHaveBeenCalled()
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
    expect(warned).toHaveBeenCalledWith('b', 1)
    expect(failed).toHaveBeenCalledWith('c', 2)
  })

  it("keeps data in memory or in the host's storage", () => {
    const storage = memoryStore()
    expect(nodePlatform({ storage }).storage).toBe(storage)
    const own = nodePlatform().storage
    own.set('a', '1')
    own.set('b', '2')
    own.remove('a')
    expect([own.get('a'), own.get('b'), own.keys()]).toEqual([null, '2', ['b']])
    expect(nodePlatform().storage.get('b')).toBeNull()
  })

  it('calls the global fetch that exists at the time of the call', async () => {
    const { fetch } = nodePlatform()
    vi.stubGlobal('fetch', async () => new Response('replaced'))
    expect(await (await fetch('http://nowhere.example/')).text()).toBe('replaced')
  })
})
