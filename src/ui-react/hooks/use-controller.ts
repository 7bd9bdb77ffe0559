import { useMemo, useSyncExternalStore } from 'react'

/** The part of a controller that a view needs to subscribe to it. */
export interface Readable<State> {
  readonly subscribe: (listener: () => void) => () => void
  readonly getSnapshot: () => Readonly<State>
  readonly getInitialSnapshot: () => Readonly<State>
}

/**
 * Returns a controller's state, or the part that `select` picks. Rerenders only when that part changes, compared by `equal`. On a
 * server and during hydration, returns the initial state, or that part of it.
 *
 * @example const view = useController(latchkey.router, ({ view }) => view)
 */
export function useController<State>(controller: Readable<State>): Readonly<State>
export function useController<State, Selected>(
  controller: Readable<State>,
  select: (state: Readonly<State>) => Selected,
  equal?: (a: Selected, b: Selected) => boolean,
): Selected
export function useController<State, Selected>(
  controller: Readable<State>,
  select: (state: Readonly<State>) => Selected = (state) => state as unknown as Selected,
  equal: (a: Selected, b: Selected) => boolean = Object.is,
): Selected {
  // Remember the last value, and return it while `equal` finds the new value the same, so that its reference stays stable.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one memory for each controller.
  const memory = useMemo<{ last?: { readonly value: Selected } }>(() => ({}), [controller])
  const of = (snapshot: () => Readonly<State>) => () => {
    const value = select(snapshot())
    if (!memory.last || !equal(memory.last.value, value)) memory.last = { value }
    return memory.last.value
  }
  return useSyncExternalStore(
    controller.subscribe,
    of(controller.getSnapshot),
    of(controller.getInitialSnapshot),
  )
}
