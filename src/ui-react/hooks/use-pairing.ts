import { useCallback, useEffect, useState } from 'react'
import type { Attempt } from '../parts/waiting.tsx'
import { useRuntime } from '../runtime.ts'
import { useController } from './use-controller.ts'

export interface ShownPairing extends Attempt {
  /** The pairing URI for the wallet. Before this URI expires, a new URI replaces it. */
  readonly uri: string | undefined
  /** When the URI expires, in ms since the Unix epoch. */
  readonly expiresAt: number | undefined
}

/** Pairs through WalletConnect while the view is mounted, and returns the pairing. */
export function usePairing(): ShownPairing {
  const { pairing } = useRuntime().latchkey
  const { uri, expiresAt, error } = useController(pairing)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const control = new AbortController()
    const showing = turn === 0 ? pairing.present(control) : pairing.pair(control)
    // The controller's state contains the error.
    showing.catch(() => {})
    // StrictMode unmounts and remounts at once. Abort later, so that the remounted view uses the same pairing.
    return () => void setTimeout(() => control.abort(), 0)
  }, [pairing, turn])
  const retry = useCallback(() => setTurn((last) => last + 1), [])
  return { uri, expiresAt, error, phase: error ? 'failed' : 'waiting', retry }
}
