import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref to an abort controller that aborts pending requests on unmount. Read `current` when a request starts.
 */
export function useUnmountSignal(): RefObject<AbortController | undefined> {
  const left = useRef<AbortController>(undefined)
  useEffect(() => {
    left.current = new AbortController()
    return () => left.current?.abort()
  }, [])
  return left
}
