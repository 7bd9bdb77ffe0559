/**
 * The relay's behavior for one call, or for one push (`irn_subscription`).
 * - `answer` is the normal behavior; `never` ignores the call.
 * - `drop` closes the socket before the call is processed; `drop-after` processes it and closes the socket before the answer.
 * - `delay` (ms) answers normally, but later; `error` answers with an error.
 */
export type RelayStep =
  | 'answer'
  | 'never'
  | 'drop'
  | 'drop-after'
  | { readonly delay: number }
  | { readonly error: { readonly code: number; readonly message: string } }

export interface RelayScript {
  /** Sets the steps for the next calls of this method, one each. After them, its standing step applies again. */
  next(method: string, ...steps: RelayStep[]): void
  /** Sets the standing step for this method; `*` is for every method without its own. */
  always(method: string, step: RelayStep): void
  /** Removes every step. */
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
