import { manualClock, memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'

describe('the memory platform', () => {
  it('dispatches plain and custom events to listeners until they are removed', () => {
    const { page } = memoryPlatform()
    const seen: unknown[] = []
    const stop = page.listen('greeting', (event) => seen.push((event as CustomEvent).detail))
    page.dispatch('greeting', 'hello')
    page.dispatch('greeting')
    page.dispatch('other', 'nobody listens')
    expect(seen).toEqual(['hello', undefined])
    expect(page.listenerCount()).toBe(1)
    stop()
    stop()
    page.dispatch('greeting', 'again')
    expect(seen).toHaveLength(2)
    expect(page.listenerCount()).toBe(0)
  })

  it('calls a listener twice if it was added twice', () => {
    const { page } = memoryPlatform()
    let calls = 0
    const listener = () => void calls++
    const [first] = [page.listen('x', listener), page.listen('x', listener)]
    page.dispatch('x')
    expect(calls).toBe(2)
    first()
    page.dispatch('x')
    expect(calls).toBe(3)
    expect(page.listenerCount('x')).toBe(1)
  })

  it('returns undefined for a global with a getter that throws', () => {
    const globals = {
      ethereum: { isWallet: true },
      get hostile(): never {
        throw new Error('a getter of another extension')
      },
    }
    const { page } = memoryPlatform({ globals })
    expect(page.global('ethereum')).toBe(globals.ethereum)
    expect(page.global('hostile')).toBeUndefined()
    expect(page.global('toString')).toBeUndefined()
    page.setGlobal('keplr', 1)
    expect(page.global('keplr')).toBe(1)
  })

  it('reports visibility and connectivity', () => {
    const { page } = memoryPlatform()
    const events: string[] = []
    for (const name of ['visibilitychange', 'online', 'offline'])
      page.listen(name, (event) => events.push(event.type))
    page.setVisible(false)
    page.setOnline(false)
    page.setOnline(true)
    expect(page.visible()).toBe(false)
    expect(page.online()).toBe(true)
    expect(events).toEqual(['visibilitychange', 'offline', 'online'])
  })

  it('reports changes from another tab, but not its own', () => {
    const { storage } = memoryPlatform()
    const changed: unknown[] = []
    const stop = storage.onExternalChange((key) => changed.push(key))
    storage.set('own', '1')
    storage.changeElsewhere('other', '2')
    storage.changeElsewhere('own', null)
    expect(storage.get('other')).toBe('2')
    expect(storage.keys()).toEqual(['other'])
    stop()
    storage.changeElsewhere('other', '3')
    expect(changed).toEqual(['other', 'own'])
  })

  it('keeps log entries and refuses unexpected requests', async () => {
    const clock = manualClock()
    const platform = memoryPlatform({ clock })
    platform.log.warn('careful', 1)
    expect(platform.clock).toBe(clock)
    expect(platform.logged).toEqual([{ level: 'warn', message: 'careful', details: [1] }])
    await expect(platform.fetch('https://data.example/x')).rejects.toThrow(
      'not expected: https://data.example/x',
    )
  })
})
