import { describe, expect, it, vi } from 'vitest'
import { loadEach, loadOnce } from '../../../../src/core/async/load-once.ts'

describe('loadOnce', () => {
  it('loads once, at first use, and then exposes the value', async () => {
    const load = vi.fn(async () => 'part')
    const part = loadOnce(load)
    expect(load).not.toHaveBeenCalled()
    expect(part.value).toBeUndefined()
    expect(await Promise.all([part.load(), part.load()])).toEqual(['part', 'part'])
    expect(await part.load()).toBe('part')
    expect(part.value).toBe('part')
    expect(load).toHaveBeenCalledOnce()
  })

  it('reports a failure to all callers, and loads again at the next use', async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue('part')
    const part = loadOnce(load)
    const results = await Promise.allSettled([part.load(), part.load()])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await part.load()).toBe('part')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('reports a final failure to each later caller, without another attempt', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('another chain'))
    const part = loadOnce(load, (error) => (error as Error).message === 'another chain')
    await expect(part.load()).rejects.toThrow('another chain')
    await expect(part.load()).rejects.toThrow('another chain')
    expect(load).toHaveBeenCalledOnce()
  })
})

describe('loadEach', () => {
  it('loads each key once, and loads a key again after a failure', async () => {
    const load = vi.fn(async (key: string) => key.toUpperCase())
    load.mockRejectedValueOnce(new Error('offline'))
    const parts = loadEach(load)
    await expect(parts.load('a')).rejects.toThrow('offline')
    expect(parts.all()).toEqual([])
    expect(await Promise.all([parts.load('a'), parts.load('a'), parts.load('b')])).toEqual(['A', 'A', 'B'])
    expect(load.mock.calls).toEqual([['a'], ['a'], ['b']])
    expect(await Promise.all(parts.all())).toEqual(['A', 'B'])
  })
})
