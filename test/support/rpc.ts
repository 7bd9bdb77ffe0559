import { expect } from 'vitest'
import type { Fetch } from '../../src/ports.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createRpcPool, type RpcPoolOptions } from '../../src/transport/json-rpc/rpc-pool.ts'
import { quickClock } from './loopback.ts'

/** Creates a pool on a clock that runs twenty times faster. A test can let the endpoints return any value. */
export function rpcPool(fetch: Fetch, options: Partial<RpcPoolOptions> = {}) {
  const clock = quickClock()
  const { log, logged } = memoryPlatform()
  const urls = ['https://node.example/v1/key']
  const pool = createRpcPool({ urls, fetch, clock, log, checkValues: false, ...options })
  // The pool's time limits. All other delays of the pool are pauses between attempts.
  const limits: unknown[] = [options.timeout ?? 10_000, options.hedge ?? 1500]
  const pauses = () => clock.delays.filter((ms) => !limits.includes(ms))
  const ask = (method: string, ...params: unknown[]) => pool.request({ method, params })
  return { pool, ask, clock, logged, pauses }
}

/** Creates a pool on a clock that moves only when the test advances it. */
export function manualRpcPool(fetch: Fetch, options: Partial<RpcPoolOptions> = {}) {
  const clock = manualClock()
  const { log, logged } = memoryPlatform()
  const urls = ['https://a.example/', 'https://b.example/']
  const pool = createRpcPool({ urls, fetch, clock, log, checkValues: false, ...options })
  const ask = (method: string, ...params: unknown[]) => pool.request({ method, params })
  /** Advances the clock by `ms`. Fails if the promise `read` hasn't settled by then. */
  async function within<T>(ms: number, read: Promise<T>): Promise<T> {
    let settled = false
    const done = () => {
      settled = true
    }
    read.then(done, done)
    await clock.advance(ms)
    expect(settled, `it settles within ${ms} ms`).toBe(true)
    return read
  }
  return { pool, ask, clock, logged, within }
}
