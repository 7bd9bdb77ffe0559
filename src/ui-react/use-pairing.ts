import { useCallback, useEffect, useState } from 'react'
import type { Attempt } from './parts/waiting.tsx'
import { useRuntime } from './runtime.ts'
import { useController } from './use-controller.ts'

export interface ShownPairing extends Attempt {
  /** What the wallet is told; another one takes its place before it expires. */
  readonly uri: string | undefined
  /** In ms of wall time. */
  readonly expiresAt: number | undefined
}

/** Pairs through WalletConnect as long as the view is there, and shows what the pairing is. */
export function usePairing(): ShownPairing {
  const { pairing } = useRuntime().latchkey
  const { uri, expiresAt, error } = useController(pairing)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const control = new AbortController()
    const showing = turn === 0 ? pairing.present(control) : pairing.pair(control)
    // Its state tells.
    showing.catch(() => {})
    // StrictMode leaves and comes back at once: the abort waits for that, and the second pairing joins the first.
    return () => void setTimeout(() => control.abort(), 0)
  }, [pairing, turn])
  const retry = useCallback(() => setTurn((last) => last + 1), [])
  return { uri, expiresAt, error, phase: error ? 'failed' : 'waiting', retry }
}
