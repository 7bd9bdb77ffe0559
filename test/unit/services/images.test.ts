import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createImages } from '../../../src/services/images.ts'

const size = 200_000
const room = 5_000_000

/** The number of object URLs in use. */
let held = 0

beforeEach(() => {
  held = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++held}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => void held--)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const load = async () => new Blob([new Uint8Array(size)], { type: 'image/png' })

describe('the pictures of a catalogue', () => {
  it('take at most 5 MB if 2,000 icons of 200 kB are shown', async () => {
    const images = createImages()
    const urls = await Promise.all(
      Array.from({ length: 2000 }, (_, at) => images.urlOf(`wallet/${at}`, load)),
    )
    expect(held * size).toBe(room)
    expect(urls.filter((url) => url !== undefined)).toHaveLength(room / size)
    images.dispose()
    await expect.poll(() => held, { message: 'all images are released' }).toBe(0)
  })

  it('are shown for each of 2,000 icons that the visitor scrolls past', async () => {
    const images = createImages()
    for (let at = 0; at < 2000; at++) {
      const shown = new AbortController()
      expect(await images.urlOf(`wallet/${at}`, load, { signal: shown.signal })).toBeDefined()
      shown.abort()
      await Promise.resolve()
    }
    expect(held * size).toBeLessThanOrEqual(room)
    const again = vi.fn(load)
    await images.urlOf('wallet/1999', again)
    expect(again, 'the last image is still there').not.toHaveBeenCalled()
    images.dispose()
  })

  it('are shown when an icon is requested again after room is freed', async () => {
    const images = createImages()
    const first = new AbortController()
    await Promise.all(
      Array.from({ length: 25 }, (_, at) => images.urlOf(`wallet/${at}`, load, { signal: first.signal })),
    )
    expect(await images.urlOf('wallet/late', load)).toBeUndefined()
    first.abort()
    expect(await images.urlOf('wallet/late', load)).toBeDefined()
    images.dispose()
  })
})
