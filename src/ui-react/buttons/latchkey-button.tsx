import { useRuntimeOrThrow } from '../hooks/use-latchkey.ts'
import { useShownAccount, useShownFamily } from '../snapshot.ts'
import { AccountButton, type AccountButtonProps } from './account-button.tsx'
import { ConnectButton, type ConnectButtonProps } from './connect-button.tsx'

export type LatchkeyButtonProps = Pick<ConnectButtonProps, 'label' | 'loadingLabel'> & AccountButtonProps

/** Shows `ConnectButton` while disconnected and `AccountButton` while connected. */
export function LatchkeyButton({ label, loadingLabel, namespace, balance, className }: LatchkeyButtonProps) {
  const { latchkey } = useRuntimeOrThrow()
  const family = useShownFamily(latchkey, namespace)
  const connected = useShownAccount(latchkey, family).address !== undefined
  return connected ? (
    <AccountButton namespace={namespace} balance={balance} className={className} />
  ) : (
    <ConnectButton label={label} loadingLabel={loadingLabel} namespace={namespace} className={className} />
  )
}
