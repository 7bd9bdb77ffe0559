import { useState } from 'react'
import { useController } from '../../hooks/use-controller.ts'
import { useShowError } from '../../hooks/use-show-error.ts'
import { accountWords } from '../../language/english/account.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { IconTile } from '../icon-tile.tsx'
import { Row } from '../row.tsx'

/** Shows a row that switches between the smart account and the standard account, on networks that have both (S3.9.4). */
export function AccountTypeRow() {
  const { say } = useLanguage()
  const { account, connector, embeddedWallet, network } = useRuntime().latchkey
  const showError = useShowError()
  const [busy, setBusy] = useState(false)
  const { smartAccountNetworks } = useController(embeddedWallet)
  const { address, allAccounts } = useController(account).eip155
  const { activeNamespace, activeNetworks } = useController(network)
  useController(connector)
  const isOwn = activeNamespace === 'eip155' && connector.activeOf('eip155')?.type === 'AUTH'
  if (!isOwn || !smartAccountNetworks.includes(Number(activeNetworks.eip155?.id))) return null
  const isSmart = allAccounts.find((one) => one.address === address)?.type === 'smartAccount'
  const change = async () => {
    setBusy(true)
    try {
      await embeddedWallet.setPreferredAccountType(isSmart ? 'eoa' : 'smartAccount')
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Row
      lead={<IconTile name="layers" />}
      name={say(accountWords, isSmart ? 'toPlain' : 'toSmart')}
      note={say(accountWords, isSmart ? 'plainNote' : 'smartNote')}
      tag={busy ? <span className="spin" /> : undefined}
      disabled={busy}
      testId="account-toggle-type"
      onClick={change}
    />
  )
}
