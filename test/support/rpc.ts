import type { Fetch } from '../../src/ports.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createRpcPool, type RpcPoolOptions } from '../../src/transport/rpc-pool.ts'
import { quickClock } from './loopback.ts'

/** A pool whose clock runs twenty times faster, and its log. */
export function rpcPool(fetch: Fetch, options: Partial<RpcPoolOptions> = {}) {
  const clock = quickClock()
  const { log, logged } = memoryPlatform()
  const pool = createRpcPool({ urls: ['https://node.example/v1/key'], fetch, clock, log, ...options })
  /** The delays between attempts; the others are time limits. */
  const pauses = () => clock.delays.filter((ms) => ms !== (options.timeout ?? 10_000))
  const ask = (method: string, ...params: unknown[]) => pool.request({ method, params })
  return { pool, ask, clock, logged, pauses }
}
