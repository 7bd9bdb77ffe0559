import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBackground } from '../../../src/ui-react/background.ts'

/** The callbacks that wait for a frame. `paint` runs them. */
let frames: (() => void)[] = []
function paint(): void {
  const drawn = frames
  frames = []
  for (const frame of drawn) frame()
}
const soon = () => new Promise((resolve) => setImmediate(resolve))
/** Paints two frames, and waits for what they start. */
async function painted(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) {
    paint()
    await soon()
  }
}

const idle = (run: () => void) => {
  run()
  return () => {}
}
const background = (saveData = false) =>
  createBackground({ traits: { saveData }, whenIdle: idle } as Parameters<typeof createBackground>[0])

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a download in the background', () => {
  it('waits for two frames', async () => {
    const load = vi.fn()
    background().later(load)
    await soon()
    expect(load).not.toHaveBeenCalled()
    paint()
    await soon()
    expect(load).not.toHaveBeenCalled()
    paint()
    await soon()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('waits until the page has nothing else to do', async () => {
    const queued: (() => void)[] = []
    const postTask = vi.fn(
      (run: () => void) => new Promise<void>((resolve) => queued.push(() => resolve(run()))),
    )
    vi.stubGlobal('scheduler', { postTask })
    const load = vi.fn()
    background().later(load)
    await painted()
    expect(postTask).toHaveBeenCalledWith(expect.any(Function), { priority: 'background' })
    expect(load).not.toHaveBeenCalled()
    queued[0]?.()
    await soon()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('starts after the previous download succeeds or fails', async () => {
    const { later } = background()
    let finish = () => {}
    const first = new Promise<void>((resolve) => {
      finish = resolve
    })
    const second = vi.fn(() => Promise.reject(new Error('offline')))
    const third = vi.fn(() => {
      throw new Error('broken')
    })
    const fourth = vi.fn()
    later(() => first)
    later(second)
    later(third)
    later(fourth)
    await painted()
    await painted()
    expect(second).not.toHaveBeenCalled()
    finish()
    await soon()
    await painted()
    expect(second).toHaveBeenCalledTimes(1)
    expect(third).not.toHaveBeenCalled()
    await painted()
    await painted()
    expect(third).toHaveBeenCalledTimes(1)
    expect(fourth).toHaveBeenCalledTimes(1)
    expect(frames.length, 'an empty queue asks for a last frame at most').toBeLessThanOrEqual(1)
  })

  it('waits at most five seconds for a previous download that never ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { later } = background()
    const next = vi.fn()
    later(() => new Promise(() => {}))
    later(next)
    await painted()
    vi.advanceTimersByTime(4999)
    await soon()
    await painted()
    expect(next).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    await soon()
    await painted()
    expect(next).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is skipped if it is canceled', async () => {
    const { later } = background()
    const [gone, kept, late] = [vi.fn(), vi.fn(), vi.fn()]
    const stop = later(gone)
    later(kept)
    stop()
    await painted()
    await painted()
    expect(gone).not.toHaveBeenCalled()
    expect(kept).toHaveBeenCalledTimes(1)
    later(late)
    await painted()
    await painted()
    expect(late).toHaveBeenCalledTimes(1)
  })

  it("doesn't start if the browser asks pages to save data", async () => {
    const load = vi.fn()
    background(true).later(load)
    await painted()
    expect(load).not.toHaveBeenCalled()
  })
})
