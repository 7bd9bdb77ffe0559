import { useEffect } from 'react'
import type { View } from '../controllers/shell/views.ts'
import { type Runtime, useRuntime } from './runtime.ts'

/** Prefetches the views that the current one leads to, when the browser is idle, so that the current view paints first. */
export function usePrefetch(...views: readonly View[]): void {
  const runtime = useRuntime()
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers pass constant view names.
  useEffect(() => runtime.latchkey.whenIdle(() => prefetchViews(runtime, ...views)), [runtime])
}

/** Errors are ignored: a view that failed is fetched again when it is needed. */
export function prefetchViews({ load }: Runtime, ...views: readonly View[]): void {
  for (const view of views) load?.(view).catch(() => {})
}

/** Prefetches a part of a view when the browser is idle. */
export function usePrefetched(load: () => Promise<unknown>): void {
  const { latchkey } = useRuntime()
  useEffect(() => latchkey.whenIdle(() => void load().catch(() => {})), [latchkey, load])
}
