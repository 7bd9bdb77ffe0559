import { useEffect, useState } from 'react'
import { formatAmount, truncateAddress } from '../../core/format.ts'
import { Copy } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Row } from '../parts/row.tsx'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'

export function AccountView() {
  const { latchkey } = useRuntime()
  const namespace = useController(latchkey.network, (state) => state.activeNamespace)
  const account = useController(latchkey.account, (state) => state[namespace])
  const [leaving, setLeaving] = useState(false)

  useEffect(() => {
    if (account.caipAddress) latchkey.account.updateBalance(namespace).catch(() => {})
  }, [latchkey, namespace, account.caipAddress])

  const disconnect = async () => {
    setLeaving(true)
    try {
      await latchkey.disconnect()
    } catch (error) {
      latchkey.snackbar.showError(error)
    } finally {
      setLeaving(false)
    }
  }
  if (!account.address) return null
  return (
    <>
      <div className="center">
        <Copy text={account.address} label="Copy address" done="Address copied">
          {account.profileName ?? truncateAddress(account.address)}
        </Copy>
        <p data-testid="balance">{account.balance ? formatAmount(account.balance) : '…'}</p>
      </div>
      <Row
        lead={<Icon name="leave" />}
        name="Disconnect"
        testId="disconnect-button"
        disabled={leaving}
        onClick={disconnect}
      />
    </>
  )
}
