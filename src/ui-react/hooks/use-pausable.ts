import { useMemo } from 'react'
import { useRuntime } from '../runtime.ts'
import { type Readable, useController } from './use-controller.ts'

/** `useController` for the modal's components: pauses updates while the modal closes (see `shell/update-pause.ts`). */
export function usePausable<State, Selected = Readonly<State>>(
  controller: Readable<State>,
  select?: (state: Readonly<State>) => Selected,
  equal?: (a: Selected, b: Selected) => boolean,
): Selected {
  const { pause } = useRuntime()
  const held = useMemo(() => pause?.(controller) ?? controller, [pause, controller])
  return useController(held, select as (state: Readonly<State>) => Selected, equal)
}
