import { withTimeout } from '../core/async/deadline.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { ranking } from '../core/limits.ts'
import type { Clock } from '../ports.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointCall } from './endpoint-client.ts'
import type { EndpointHealth } from './endpoint-health.ts'
import { retryAfter } from './retry.ts'

/** The durations of the pings in ms, the oldest first. A failed ping is undefined. */
export type Samples = readonly (number | undefined)[]

/**
 * Returns the score of each endpoint, from 0 to 1: 0.3 · (1 − mean latency / highest latency) + 0.7 · success rate. The score is
 * 0 if no ping succeeded. Failed pings don't count for the latency. So failing fast doesn't improve the score (S2.9).
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
  /** Returns the endpoints, the best first. Until the first pings are done, the endpoints have the configured order. */
  order(): readonly E[]
}

export interface Ping<C extends EndpointCall> {
  readonly call: C
  /** Returns whether an error proves that the endpoint is reachable. */
  isAnswer(error: unknown): boolean
}

interface Pinged<C extends EndpointCall> extends Pick<Endpoint<C>, 'deliver' | 'mismatch'> {
  readonly health: Pick<EndpointHealth, 'refusal' | 'failed'>
}

/**
 * Pings the endpoints every 4 seconds until the signal aborts. Pauses while the page is hidden. An endpoint that serves another
 * network, or whose server requested a pause, gets no ping. This counts as a failed ping.
 */
export function startRanking<C extends EndpointCall, E extends Pinged<C>>(
  endpoints: readonly E[],
  { call, isAnswer }: Ping<C>,
  clock: Clock,
  life: AbortSignal,
  visible: () => boolean = () => true,
): Ranking<E> {
  const rows = endpoints.map((endpoint) => ({ endpoint, samples: [] as (number | undefined)[] }))
  let order = endpoints
  const late = () => latchkeyError('http/timeout')

  async function ping(endpoint: E): Promise<number | undefined> {
    if (endpoint.mismatch || endpoint.health.refusal()) return undefined
    const start = clock.now()
    try {
      await withTimeout(clock, ranking.pingTimeout, (signal) => endpoint.deliver(call, signal), late, life)
    } catch (error) {
      if (retryAfter(error, clock.now()) > 0) endpoint.health.failed(error)
      if (!isAnswer(error)) return undefined
    }
    return Math.max(0, clock.now() - start)
  }

  async function pingAll(): Promise<void> {
    if (!visible()) return
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
