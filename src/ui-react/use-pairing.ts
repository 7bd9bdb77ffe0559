import { useEffect, useState } from 'react'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { usePairingState } from './catalogue.ts'
import { useRuntime } from './runtime.ts'
import { type Attempt, useAttempt } from './use-attempt.ts'
import { useController } from './use-controller.ts'

export interface ShownPairing extends Attempt {
  /** What the wallet is told; another one takes its place before it expires. */
  readonly uri: string | undefined
  /** In ms of wall time. */
  readonly expiresAt: number | undefined
}

/** Pairs through WalletConnect as long as the view is there. Where the host drives it, only shows what there is. */
export function usePairing(): ShownPairing {
  const { latchkey } = useRuntime()
  const id = useController(
    latchkey.connector,
    ({ connectors }) => connectors.find(({ type }) => type === 'WALLET_CONNECT')?.id,
  )
  const manual = useController(latchkey.options, ({ manualWCControl }) => manualWCControl)
  const state = usePairingState()
  const [told, setTold] = useState<{ readonly uri: string; readonly expiresAt: number }>()
  // Before the attempt, so that its uri is heard.
  useEffect(
    () => (id === undefined ? undefined : latchkey.connector.find(id)?.on('displayUri', setTold)),
    [latchkey, id],
  )
  const attempt = useAttempt(
    async (signal) => {
      if (id === undefined) throw latchkeyError('connection/walletconnect-not-found')
      setTold(undefined)
      await latchkey.connect({ connectorId: id }, { signal })
    },
    { idle: manual },
  )
  const { uri, expiresAt } = told ?? state
  return { ...attempt, uri, expiresAt }
}
