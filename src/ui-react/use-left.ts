import { type RefObject, useEffect, useRef } from 'react'

/** Aborted when the visitor leaves the view: what it began does not act any more. Read it when something begins. */
export function useLeft(): RefObject<AbortController | undefined> {
  const left = useRef<AbortController>(undefined)
  useEffect(() => {
    left.current = new AbortController()
    return () => left.current?.abort()
  }, [])
  return left
}
