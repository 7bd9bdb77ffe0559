import { useEffect } from 'react'
import type { View } from '../controllers/shell/views.ts'
import { type Runtime, useRuntime } from './runtime.ts'

/**
 * Fetches the views that the visitor may go to from here, since the ways there are drawn now; when the browser has nothing
 * else to do, so that what is drawn is seen first.
 */
export function usePrefetch(...views: readonly View[]): void {
  const runtime = useRuntime()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand in the code.
  useEffect(() => runtime.latchkey.whenIdle(() => prefetchViews(runtime, ...views)), [runtime])
}

/** What fails is fetched again when it is needed. */
export function prefetchViews({ load }: Runtime, ...views: readonly View[]): void {
  for (const view of views) load?.(view).catch(() => {})
}

/** Fetches a part of a view that may be needed in a moment, when the browser has nothing else to do. */
export function usePrefetched(load: () => Promise<unknown>): void {
  const { latchkey } = useRuntime()
  useEffect(() => latchkey.whenIdle(() => void load().catch(() => {})), [latchkey, load])
}
