import { useEffect } from 'react'
import type { View } from '../controllers/shell/views.ts'
import { type Background, createBackground } from './background.ts'
import { type Runtime, useRuntime } from './runtime.ts'

/** Prefetches the views that the current view leads to, once the current view is painted. Pass the most likely view first. */
export function usePrefetch(...views: readonly View[]): void {
  const runtime = useRuntime()
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers pass constant view names.
  useEffect(() => {
    const stops = views.map((view) => backgroundOf(runtime).later(() => runtime.load?.(view)))
    return () => {
      for (const stop of stops) stop()
    }
  }, [runtime])
}

/** Prefetches views. Ignores errors, because a view that failed to load is fetched again when it is needed. */
export function prefetchViews({ load }: Runtime, ...views: readonly View[]): void {
  for (const view of views) load?.(view).catch(() => {})
}

/** Prefetches a part of a view once the view is painted. */
export function usePrefetched(load: () => Promise<unknown>): void {
  const runtime = useRuntime()
  useEffect(() => backgroundOf(runtime).later(load), [runtime, load])
}

/** Returns the queue that all parts of a modal share. It fetches one chunk at a time. */
export function backgroundOf(runtime: Runtime): Background {
  runtime.background ??= createBackground(runtime.latchkey)
  return runtime.background
}
