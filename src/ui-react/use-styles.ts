import { useInsertionEffect } from 'react'
import { useRuntime } from './runtime.ts'

/** The styles of a part that not every visitor sees come with the part. */
export function useStyles(css: string): void {
  const runtime = useRuntime()
  useInsertionEffect(() => runtime.style?.(css), [runtime, css])
}
