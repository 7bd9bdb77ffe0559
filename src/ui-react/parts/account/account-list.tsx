import type { AccountRecord } from '../../../core/wallet/connection.ts'
import { mostAccounts } from '../../../core/wallet-limits.ts'
import { accountWords } from '../../language/english/account.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Windowed } from '../windowed.tsx'
import { AccountRow } from './account-row.tsx'

/** Lists the accounts of a family's wallet. Tells the visitor if the wallet may have more accounts than the list shows. */
export function AccountList({ accounts }: { readonly accounts: readonly AccountRecord[] }) {
  const { say } = useLanguage()
  return (
    <>
      <div className="list">
        <Windowed
          items={[...accounts].sort((a, b) => (a.address < b.address ? -1 : 1))}
          draw={(account) => <AccountRow key={account.address} account={account} />}
        />
      </div>
      {accounts.length >= mostAccounts && (
        <p className="quiet" data-testid="accounts-cut">
          {say(accountWords, 'cutAccounts', { count: accounts.length })}
        </p>
      )}
    </>
  )
}
