import { type DependencyList, type EffectCallback, useEffect } from 'react'

/** How long to wait for an animation frame, in ms. A hidden tab has no animation frames, so its effects start after this time. */
const longest = 200

/**
 * Like `useEffect`, but starts the effect only after the next frame is painted. React runs the effects of a click before the
 * browser paints its result. Use this hook for an effect that starts a read: the read changes the state, and rendering that state
 * would delay the paint.
 */
export function useAfterPaint(effect: EffectCallback, deps: DependencyList): void {
  useEffect(() => {
    let end: (() => void) | undefined
    let timer = setTimeout(start, longest)
    // A timer that starts in an animation frame ends after the frame is painted.
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer)
      timer = setTimeout(start, 0)
    })
    function start() {
      cancelAnimationFrame(frame)
      end = effect() as typeof end
    }
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      end?.()
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: callers pass the dependencies, as for `useEffect`.
  }, deps)
}
