/**
 * What the relay does with one call, or with one push (`irn_subscription`).
 * - `answer` is what an honest relay does; `never` takes nothing and says nothing.
 * - `drop` cuts the socket before anything is taken; `drop-after` takes the call and cuts the socket before it answers.
 * - `delay` (ms) answers honestly, later; `error` refuses.
 */
export type RelayStep =
  | 'answer'
  | 'never'
  | 'drop'
  | 'drop-after'
  | { readonly delay: number }
  | { readonly error: { readonly code: number; readonly message: string } }

export interface RelayScript {
  /** For the next calls of this method, one step each; after them the method's standing step holds again. */
  next(method: string, ...steps: RelayStep[]): void
  /** For all calls of this method from now on; `*` is for every method that has no step of its own. */
  always(method: string, step: RelayStep): void
  /** Forgets every step. */
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
