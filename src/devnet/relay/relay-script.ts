/**
 * What the relay does with one call, or with one push (`irn_subscription`).
 * - `answer`: answers normally.
 * - `never`: ignores the call.
 * - `drop`: closes the socket, and doesn't process the call.
 * - `drop-after`: processes the call, then closes the socket instead of answering.
 * - `delay`: answers after this many ms.
 * - `error`: answers with an error.
 */
export type RelayStep =
  | 'answer'
  | 'never'
  | 'drop'
  | 'drop-after'
  | { readonly delay: number }
  | { readonly error: { readonly code: number; readonly message: string } }

export interface RelayScript {
  /** Sets the steps for the next calls of a method, one step per call. After these calls, the step of `always` applies again. */
  next(method: string, ...steps: RelayStep[]): void
  /** Sets the step for all calls of a method. `*` means all methods without a step of their own. */
  always(method: string, step: RelayStep): void
  /** Removes all steps. */
  clear(): void
}

export interface RunningRelayScript extends RelayScript {
  step(method: string): RelayStep
}

export function relayScript(): RunningRelayScript {
  const queued = new Map<string, RelayStep[]>()
  const standing = new Map<string, RelayStep>()
  return {
    next: (method, ...steps) => void queued.set(method, [...(queued.get(method) ?? []), ...steps]),
    always: (method, step) => void standing.set(method, step),
    clear() {
      queued.clear()
      standing.clear()
    },
    step: (method) => queued.get(method)?.shift() ?? standing.get(method) ?? standing.get('*') ?? 'answer',
  }
}
