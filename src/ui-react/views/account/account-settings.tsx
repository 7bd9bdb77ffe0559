import { useController } from '../../hooks/use-controller.ts'
import { accountTypeWords } from '../../language/english/account.ts'
import { upgradeWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { AccountTypeRow } from '../../parts/account/account-type-row.tsx'
import { AddressCopy } from '../../parts/account/address-copy.tsx'
import { AuthRow } from '../../parts/account/auth-row.tsx'
import { Avatar } from '../../parts/account/avatar.tsx'
import { DisconnectRow } from '../../parts/account/disconnect-row.tsx'
import { SmartSessionsRow } from '../../parts/account/smart-sessions-row.tsx'
import { useAccountStyles } from '../../parts/account/use-account-styles.ts'
import { NavRow } from '../../parts/nav-row.tsx'
import { ActiveNetworkRow } from '../../parts/network/active-network-row.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Shows the embedded wallet's account, and its settings (S3.9.4). */
export function AccountSettingsView() {
  useAccountStyles()
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const { activeNamespace: namespace, activeNetworks } = useController(latchkey.network)
  const { address, allAccounts, profileImage } = useController(latchkey.account)[namespace]
  const { dashboardUrl } = useController(latchkey.embeddedWallet)
  usePrefetch('Networks', 'UpgradeEmailWallet')
  const network = activeNetworks[namespace]
  if (!address || !network) return null
  const type = allAccounts.find((one) => one.address === address)?.type
  return (
    <>
      <div className="center who">
        <Avatar address={address} src={profileImage} size={64} />
        <AddressCopy address={address} className="plain strong" />
        {type === 'smartAccount' && <p className="quiet">{say(accountTypeWords, type)}</p>}
      </div>
      <div className="list">
        {dashboardUrl && (
          <NavRow
            icon="key"
            name={say(upgradeWords, 'upgrade')}
            note={say(upgradeWords, 'upgradeNote')}
            testId="account-upgrade"
            onClick={() => latchkey.router.push('UpgradeEmailWallet')}
          />
        )}
        <AuthRow namespace={namespace} />
        <ActiveNetworkRow network={network} />
        <AccountTypeRow />
        <SmartSessionsRow namespace={namespace} />
        <DisconnectRow />
      </div>
    </>
  )
}
