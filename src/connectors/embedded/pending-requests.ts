import { type Resolvers, withResolvers } from '../../core/async/with-resolvers.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { maybeSent } from '../../core/errors/rpc-errors.ts'
import { frameLimits } from '../../core/limits.ts'
import type { AppEventName } from './protocol/app-events.ts'
import type { FrameEvent } from './protocol/read-event.ts'

export interface PendingRequest extends Resolvers<unknown> {
  readonly id: string
  readonly name: AppEventName
  /** The method of an RPC_REQUEST. */
  readonly method: string | undefined
}

/** The unanswered requests to the frame, by request id. */
export class PendingRequests {
  readonly #open = new Map<string, PendingRequest>()

  add(name: AppEventName, method: string | undefined): PendingRequest {
    const request = { ...withResolvers<unknown>(), id: newId(), name, method }
    this.#open.set(request.id, request)
    return request
  }

  /** Drops a request. Later answers are ignored. */
  drop({ id }: PendingRequest): void {
    this.#open.delete(id)
  }

  /** Settles a request with its first answer. Ignores answers with an unknown id or of another kind (S3.1.8). */
  answer(event: Extract<FrameEvent, { readonly name: AppEventName }>): void {
    const request = event.id === undefined ? undefined : this.#open.get(event.id)
    if (!request || request.name !== event.name) return
    this.drop(request)
    if (event.kind === 'success') request.resolve(event.payload)
    else request.reject(refusal(event))
  }

  /** Aborts requests, by default all, and returns them (S2.8). */
  abort(chosen: (request: PendingRequest) => boolean = () => true): readonly PendingRequest[] {
    const ended = [...this.#open.values()].filter(chosen)
    for (const request of ended) {
      this.drop(request)
      request.reject(latchkeyError(request.method ? 'frame/request-aborted' : 'frame/aborted'))
    }
    return ended
  }
}

/** Returns a random id of 128 bits, so that no other script can guess it. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function refusal({ message, code, hash }: Extract<FrameEvent, { readonly kind: 'error' }>) {
  if (code === 'window-blocked') return latchkeyError('frame/window-blocked')
  const reason = message?.slice(0, frameLimits.messageShown)
  // Don't look for a transaction's hash in `message`: it may contain the hash of a smart account's operation.
  if (code === 'maybe-sent') return maybeSent(undefined, hash, reason)
  return reason ? latchkeyError('frame/failed', { values: { reason } }) : latchkeyError('frame/error')
}
