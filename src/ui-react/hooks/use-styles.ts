import { useInsertionEffect } from 'react'
import { useRuntime } from '../runtime.ts'

/** Adds the styles of a part when the part first renders, since not every visitor sees every part. */
export function useStyles(css: string): void {
  const runtime = useRuntime()
  useInsertionEffect(() => runtime.style?.(css), [runtime, css])
}
