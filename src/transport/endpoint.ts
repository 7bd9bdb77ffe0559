import { raceAbort } from '../core/async/abort.ts'
import { loadOnce } from '../core/async/load-once.ts'
import type { Conceal } from '../core/errors/conceal.ts'
import { isLatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import type { EndpointCall, EndpointClient } from './endpoint-client.ts'

/** How to verify which network an endpoint serves. */
export interface Identity<C extends EndpointCall> {
  /** Such as `eth_chainId`. */
  readonly call: C
  /** Throws if the response is invalid. */
  matches(answer: unknown): boolean
  /** The network in error messages, such as `eip155:1`. */
  readonly expected: string
}

/**
 * An endpoint whose responses are used only after it has proved which network it serves. Otherwise a misconfigured URL could
 * return balances of another network.
 */
export interface Endpoint<C extends EndpointCall> extends EndpointClient<C> {
  /** Resolves once the endpoint is verified. @throws `network/endpoint-mismatch` */
  verify(signal?: AbortSignal): Promise<void>
  /** Sends a read; until the endpoint is verified, the verifying call is sent with it. */
  read(call: C, signal?: AbortSignal): Promise<unknown>
}

export interface EndpointOptions<C extends EndpointCall> {
  readonly client: EndpointClient<C>
  readonly identity?: Identity<C> | undefined
  /** Removes the secrets of the endpoint's URL from what it answers. */
  readonly conceal: Conceal
  /** Aborts verification. Callers' signals don't, since other callers wait for it too. */
  readonly life: AbortSignal
  onMismatch(answer: unknown): void
}

export function createEndpoint<C extends EndpointCall>({
  client,
  identity,
  conceal,
  life,
  onMismatch,
}: EndpointOptions<C>): Endpoint<C> {
  // A mismatch is permanent; other failures may be temporary.
  const proof = loadOnce(prove, (error) => isLatchkeyError(error, 'network/endpoint-mismatch'))

  async function prove(): Promise<void> {
    if (!identity) return
    const { call, matches, expected } = identity
    let answer: unknown
    let same: boolean
    try {
      answer = await client.request(call, life)
      same = matches(answer)
    } catch (cause) {
      // An error response or an invalid one proves nothing, and must not become the error of the caller's own request.
      const unproven = !isLatchkeyError(cause) || /^(rpc|node|wallet)\/(?!unreachable)/.test(cause.code)
      throw unproven ? latchkeyError('rpc/invalid-response', { cause }) : cause
    }
    if (same) return
    const bare = conceal(answer)
    const shown = typeof bare === 'string' ? bare.slice(0, 80) : bare
    onMismatch(shown)
    const actual = String(JSON.stringify(shown)).slice(0, 80)
    throw latchkeyError('network/endpoint-mismatch', { values: { host: client.host, expected, actual } })
  }

  const verify = (signal?: AbortSignal) => raceAbort(proof.load(), signal)

  return {
    ...client,
    verify,
    async read(call, signal) {
      // In the same tick, so that both share a batch.
      const [proven, answered] = await Promise.allSettled([verify(signal), client.request(call, signal)])
      if (proven.status === 'rejected') throw proven.reason
      if (answered.status === 'rejected') throw answered.reason
      return answered.value
    },
  }
}
