import { type Resolvers, withResolvers } from '../../core/async/with-resolvers.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { frameLimits } from '../../core/limits.ts'
import type { AppEventName } from './protocol/app-events.ts'
import type { FrameEvent } from './protocol/read-event.ts'

export interface PendingRequest extends Resolvers<unknown> {
  readonly id: string
  readonly name: AppEventName
  /** Of an RPC_REQUEST. */
  readonly method: string | undefined
}

/** What was asked of the frame and is not answered, by the id of the question. */
export class PendingRequests {
  readonly #open = new Map<string, PendingRequest>()

  add(name: AppEventName, method: string | undefined): PendingRequest {
    const request = { ...withResolvers<unknown>(), id: newId(), name, method }
    this.#open.set(request.id, request)
    return request
  }

  /** Forgets a question: its answer is not heard any more. */
  drop({ id }: PendingRequest): void {
    this.#open.delete(id)
  }

  /** Settles a question by its first answer. One to no question, or of another kind, changes nothing. Facts 1.8. */
  answer(event: Extract<FrameEvent, { readonly name: AppEventName }>): void {
    const request = event.id === undefined ? undefined : this.#open.get(event.id)
    if (!request || request.name !== event.name) return
    this.drop(request)
    if (event.kind === 'success') request.resolve(event.payload)
    else request.reject(refusal(event.message))
  }

  /** Ends the questions that are chosen, by default all, and names them. Specification 2, section 8. */
  abort(chosen: (request: PendingRequest) => boolean = () => true): readonly PendingRequest[] {
    const ended = [...this.#open.values()].filter(chosen)
    for (const request of ended) {
      this.drop(request)
      request.reject(latchkeyError(request.method ? 'frame/request-aborted' : 'frame/aborted'))
    }
    return ended
  }
}

/** 128 random bits, which no other script guesses. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function refusal(message: string | undefined) {
  const reason = message?.slice(0, frameLimits.messageShown)
  return reason ? latchkeyError('frame/failed', { values: { reason } }) : latchkeyError('frame/error')
}
