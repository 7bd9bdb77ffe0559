import { useEffect } from 'react'

/** Loads a feature's code on mount, so that a click reaches the wallet or opens a window at once. */
export function usePrepared(feature: { prepare(): Promise<void> }): void {
  useEffect(() => void feature.prepare(), [feature])
}
