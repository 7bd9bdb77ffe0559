import { raceAbort } from '../core/async/abort.ts'
import { loadOnce } from '../core/async/load-once.ts'
import { isLatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import type { RpcRequest } from '../ports.ts'
import { type JsonRpcClient, type RpcCall, rpcCall } from './json-rpc-client.ts'

/** How to tell that an endpoint serves the network that it is configured for. */
export interface Identity {
  /** Such as `eth_chainId`. */
  readonly call: RpcRequest
  matches(answer: unknown): boolean
  /** The network's name in the error, such as `eip155:1`. */
  readonly expected: string
}

/** An endpoint that is believed only once it has shown which network it serves. `reliability` RP10. */
export interface Endpoint extends JsonRpcClient {
  /** Resolves when the endpoint has shown that it may be believed. @throws `network/endpoint-mismatch`. */
  verify(signal?: AbortSignal): Promise<void>
  /** A read; while the endpoint is unknown, the question which network it serves travels with it. */
  read(call: RpcCall, signal?: AbortSignal): Promise<unknown>
}

export interface EndpointOptions {
  readonly client: JsonRpcClient
  readonly identity?: Identity | undefined
  /** Ends the question which network it serves; no caller's signal does, since others wait for it too. */
  readonly life: AbortSignal
  onMismatch(answer: unknown): void
}

export function createEndpoint({ client, identity, life, onMismatch }: EndpointOptions): Endpoint {
  // What an endpoint is stays; that it did not answer may change.
  const proof = loadOnce(prove, (error) => isLatchkeyError(error, 'network/endpoint-mismatch'))

  async function prove(): Promise<void> {
    if (!identity) return
    const { call, matches, expected } = identity
    let answer: unknown
    let same: boolean
    try {
      answer = await client.request(rpcCall(call), life)
      same = matches(answer)
    } catch (cause) {
      // A refusal or nonsense is no proof, and decides nothing about the call that brought us here.
      const unproven = !isLatchkeyError(cause) || /^(rpc|node|wallet)\/(?!unreachable)/.test(cause.code)
      throw unproven ? latchkeyError('rpc/invalid-response', { cause }) : cause
    }
    if (same) return
    onMismatch(answer)
    const actual = String(JSON.stringify(answer)).slice(0, 80)
    throw latchkeyError('network/endpoint-mismatch', { values: { expected, actual } })
  }

  const verify = (signal?: AbortSignal) => raceAbort(proof.load(), signal)

  return {
    ...client,
    verify,
    async read(call, signal) {
      // Both in this tick, so that they share a batch.
      const [proven, answered] = await Promise.allSettled([verify(signal), client.request(call, signal)])
      if (proven.status === 'rejected') throw proven.reason
      if (answered.status === 'rejected') throw answered.reason
      return answered.value
    },
  }
}
