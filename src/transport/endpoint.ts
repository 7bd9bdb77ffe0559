import { sharedRuns } from '../core/async/shared-run.ts'
import type { Conceal } from '../core/errors/conceal.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import type { EndpointCall, EndpointClient } from './endpoint-client.ts'
import type { EndpointHealth } from './endpoint-health.ts'

/** How an endpoint shows which network it serves: a call, and the check of its answer. */
export interface Identity<C extends EndpointCall> {
  /** The call, such as `eth_chainId`. */
  readonly call: C
  /**
   * Returns whether the answer identifies the expected network. Throws if the answer isn't an identity. `warn` reports a valid
   * identity in an unusual form.
   */
  matches(answer: unknown, warn: (problem: string) => void): boolean | Promise<boolean>
  /** The expected network, such as `eip155:1`. Used in error messages. */
  readonly expected: string
}

/**
 * An endpoint that must prove which network it serves before its answers are used. Without this proof, a wrong URL could return
 * balances of another network.
 */
export interface Endpoint<C extends EndpointCall> extends EndpointClient<C> {
  readonly url: string
  readonly health: EndpointHealth
  /** The error to throw if the endpoint serves another network. The client then never asks the endpoint again. */
  readonly mismatch: LatchkeyError | undefined
  /** Resolves when the endpoint has proved its network. @throws `network/endpoint-mismatch` */
  verify(signal?: AbortSignal): Promise<void>
  /** Sends a read. If the endpoint isn't verified yet, sends the verifying call together with the read. */
  read(call: C, signal?: AbortSignal): Promise<unknown>
}

export interface EndpointOptions<C extends EndpointCall> {
  readonly url: string
  readonly client: EndpointClient<C>
  readonly health: EndpointHealth
  readonly identity?: Identity<C> | undefined
  /** Removes the secrets of the endpoint's URL from its answers. */
  readonly conceal: Conceal
  /** Aborts the verification. */
  readonly life: AbortSignal
  onMismatch(answer: unknown): void
  warn(problem: string): void
}

export function createEndpoint<C extends EndpointCall>(options: EndpointOptions<C>): Endpoint<C> {
  const { url, client, health, identity, conceal, life, onMismatch, warn } = options
  const proving = sharedRuns<void>({ life })
  let proven = identity === undefined
  let mismatch: LatchkeyError | undefined

  async function prove({ call, matches, expected }: Identity<C>, signal: AbortSignal): Promise<void> {
    let answer: unknown
    let same: boolean
    try {
      answer = await client.request(call, signal)
      same = await matches(answer, warn)
    } catch (cause) {
      // These errors of the verifying call prove nothing, and aren't errors of the caller's own request. So don't throw them.
      const unproven =
        !isLatchkeyError(cause) ||
        /^(rpc|node|wallet)\/(?!unreachable|limit-exceeded|refused|unavailable)/.test(cause.code)
      if (!unproven) throw cause
      const { host } = client
      const details = `${host} doesn't answer ${call.name}, the call that shows its network`
      const values = { method: call.name, host, network: expected }
      throw latchkeyError('rpc/invalid-response', { cause, details, values })
    }
    proven = same
    if (same) return
    const bare = conceal(answer)
    const shown = typeof bare === 'string' ? bare.slice(0, 80) : bare
    onMismatch(shown)
    const actual = String(JSON.stringify(shown)).slice(0, 80)
    mismatch = latchkeyError('network/endpoint-mismatch', { values: { host: client.host, expected, actual } })
    throw mismatch
  }

  async function verify(signal?: AbortSignal): Promise<void> {
    if (mismatch) throw mismatch
    if (identity && !proven) await proving('identity', (inner) => prove(identity, inner), signal)
  }

  return {
    ...client,
    url,
    health,
    get mismatch() {
      return mismatch
    },
    verify,
    async read(call, signal) {
      if (mismatch) throw mismatch
      // Sends both calls in the same tick, so that they share a batch.
      const [verified, answered] = await Promise.allSettled([verify(signal), client.request(call, signal)])
      if (verified.status === 'rejected') throw verified.reason
      if (answered.status === 'rejected') throw answered.reason
      return answered.value
    },
  }
}
