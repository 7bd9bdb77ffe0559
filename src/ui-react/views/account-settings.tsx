import { accountTypeWords, accountWords } from '../language/english/account.ts'
import { upgradeWords } from '../language/english/embedded.ts'
import { useLanguage } from '../language/use-language.ts'
import { AccountTypeRow } from '../parts/account-type-row.tsx'
import { AddressCopy } from '../parts/address-copy.tsx'
import { AuthRow } from '../parts/auth-row.tsx'
import { Avatar } from '../parts/avatar.tsx'
import { DisconnectRow } from '../parts/disconnect-row.tsx'
import { Icon } from '../parts/icon.tsx'
import { networkName } from '../parts/names.ts'
import { NetworkPicture } from '../parts/network-row.tsx'
import { Row } from '../parts/row.tsx'
import { SmartSessionsRow } from '../parts/smart-sessions-row.tsx'
import { usePrefetch } from '../prefetch.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'

/** The account of the embedded wallet, and what the visitor may change about it. Facts 9.4. */
export function AccountSettingsView() {
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const { activeNamespace: namespace, activeNetworks, requestedNetworks } = useController(latchkey.network)
  const { address, allAccounts } = useController(latchkey.account)[namespace]
  const { enableNetworkSwitch } = useController(latchkey.options)
  const { ownPage } = useController(latchkey.embeddedWallet)
  usePrefetch('Networks', 'UpgradeEmailWallet')
  const network = activeNetworks[namespace]
  if (!address || !network) return null
  const type = allAccounts.find((one) => one.address === address)?.type
  const switchable = enableNetworkSwitch && requestedNetworks.length > 1
  return (
    <>
      <div className="center">
        <Avatar address={address} size={64} />
        <AddressCopy address={address} />
        {type === 'smartAccount' && <p className="quiet">{say(accountTypeWords, type)}</p>}
      </div>
      <div className="list">
        {ownPage && (
          <Row
            lead={
              <span className="tile s40 round">
                <Icon name="key" size={20} />
              </span>
            }
            name={say(upgradeWords, 'upgrade')}
            note={say(upgradeWords, 'upgradeNote')}
            tag={<Icon name="forward" size={18} />}
            testId="account-upgrade"
            onClick={() => latchkey.router.push('UpgradeEmailWallet')}
          />
        )}
        <AuthRow namespace={namespace} />
        <Row
          lead={<NetworkPicture network={network} />}
          name={networkName(language, network)}
          note={say(accountWords, 'network')}
          tag={switchable ? <Icon name="forward" size={18} /> : undefined}
          disabled={!switchable}
          testId="account-network"
          onClick={() => latchkey.router.push('Networks')}
        />
        <AccountTypeRow />
        <SmartSessionsRow namespace={namespace} />
        <DisconnectRow />
      </div>
    </>
  )
}
