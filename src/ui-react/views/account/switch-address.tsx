import { useState } from 'react'
import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { useLanguage } from '../../language/use-language.ts'
import { AccountList } from '../../parts/account/account-list.tsx'
import { walletName } from '../../parts/names.ts'
import { WalletIcon } from '../../parts/wallet/wallet-icon.tsx'
import { useRuntime } from '../../runtime.ts'
import css from './switch-address.css?inline'

/** Shows the accounts of the active family's wallet (S3.9.4). */
export function SwitchAddressView() {
  useStyles(css)
  const language = useLanguage()
  const { latchkey } = useRuntime()
  const namespace = useController(latchkey.network, ({ activeNamespace }) => activeNamespace)
  const choice = useState<string>()
  const { allAccounts, connectedWalletInfo: wallet } = useController(
    latchkey.account,
    (all) => all[namespace],
  )
  return (
    <>
      {wallet && (
        <p className="banner">
          <WalletIcon name={wallet.name} src={wallet.icon} size={24} />
          <bdi>{walletName(language, wallet.name)}</bdi>
        </p>
      )}
      <AccountList accounts={allAccounts} choice={choice} />
    </>
  )
}
