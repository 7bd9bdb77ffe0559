import { useProvided } from '../hooks/use-latchkey.ts'
import { useController } from '../use-controller.ts'
import { AccountButton, type AccountButtonProps } from './account-button.tsx'
import { ConnectButton, type ConnectButtonProps } from './connect-button.tsx'

export type LatchkeyButtonProps = Pick<ConnectButtonProps, 'label' | 'loadingLabel'> & AccountButtonProps

/** One button for all of it: connects a wallet, and once there is one shows the account, with its balance. */
export function LatchkeyButton({ label, loadingLabel, namespace, balance, className }: LatchkeyButtonProps) {
  const { latchkey } = useProvided()
  const active = useController(latchkey.network, (state) => state.activeNamespace)
  const connected = useController(latchkey.account, (all) => all[namespace ?? active].address !== undefined)
  return connected ? (
    <AccountButton namespace={namespace} balance={balance} className={className} />
  ) : (
    <ConnectButton label={label} loadingLabel={loadingLabel} namespace={namespace} className={className} />
  )
}
