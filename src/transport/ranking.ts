import { withTimeout } from '../core/async/deadline.ts'
import { latchkeyError, RpcError } from '../core/errors/latchkey-error.ts'
import { ranking } from '../core/limits.ts'
import type { Clock } from '../ports.ts'
import { type JsonRpcClient, rpcCall } from './json-rpc-client.ts'

/** The time that each ping took, in ms; undefined for one that failed. Oldest first. */
export type Samples = readonly (number | undefined)[]

/**
 * How good each endpoint is, 0 to 1: 0.3 · (1 − mean latency / highest latency) + 0.7 · share of successes; one that
 * never succeeded gets 0. Latencies are those of successes: failing quickly is no merit. Specification 2, section 9.
 */
export function scores(all: readonly Samples[]): readonly number[] {
  const highest = Math.max(...all.flat().filter((time) => time !== undefined))
  return all.map((samples) => {
    const times = samples.filter((time) => time !== undefined)
    if (times.length === 0) return 0
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length
    const latency = highest > 0 ? 1 - mean / highest : 1
    const { weights } = ranking
    return weights.latency * latency + weights.stability * (times.length / samples.length)
  })
}

export interface Ranking<E> {
  /** Best first; as configured while nothing is known. */
  order(): readonly E[]
}

/** Pings the endpoints every 4 seconds until the signal aborts. */
export function startRanking<E extends Pick<JsonRpcClient, 'deliver'>>(
  endpoints: readonly E[],
  clock: Clock,
  life: AbortSignal,
): Ranking<E> {
  const rows = endpoints.map((endpoint) => ({ endpoint, samples: [] as (number | undefined)[] }))
  let order = endpoints
  const call = rpcCall({ method: 'net_listening' })
  const overdue = () => latchkeyError('http/timeout')

  async function ping(endpoint: E): Promise<number | undefined> {
    const start = clock.now()
    try {
      await withTimeout(clock, ranking.pingTimeout, (signal) => endpoint.deliver(call, signal), overdue, life)
    } catch (error) {
      // Endpoints of other families do not know the method; that they say so shows that they listen.
      if (!(error instanceof RpcError) || error.rpcCode === undefined) return undefined
    }
    return Math.max(0, clock.now() - start)
  }

  async function pingAll(): Promise<void> {
    const results = await Promise.all(endpoints.map(ping))
    if (life.aborted) return
    rows.forEach(({ samples }, index) => {
      samples.push(results[index])
      if (samples.length > ranking.sampleCount) samples.shift()
    })
    const score = scores(rows.map(({ samples }) => samples))
    order = rows
      .map(({ endpoint }, index) => ({ endpoint, score: score[index] ?? 0 }))
      .sort((a, b) => b.score - a.score)
      .map(({ endpoint }) => endpoint)
  }

  void pingAll()
  life.addEventListener(
    'abort',
    clock.every(ranking.interval, () => void pingAll()),
    { once: true },
  )
  return { order: () => order }
}
