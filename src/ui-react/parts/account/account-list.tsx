import type { Dispatch } from 'react'
import type { AccountRecord } from '../../../core/wallet/connection.ts'
import { mostAccounts } from '../../../core/wallet-limits.ts'
import { useShowError } from '../../hooks/use-show-error.ts'
import { useUnmountSignal } from '../../hooks/use-unmount-signal.ts'
import { accountWords } from '../../language/english/account.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Windowed } from '../windowed.tsx'
import { AccountRow } from './account-row.tsx'

export interface AccountListProps {
  readonly accounts: readonly AccountRecord[]
  /**
   * The account that is becoming active, as `<namespace>:<address>`, and its setter. All lists of a view share this state, so that
   * the visitor chooses one account at a time.
   */
  readonly choice: readonly [string | undefined, Dispatch<string | undefined>]
}

/**
 * Lists the accounts of a family's wallet. Choosing a row makes the account and its family active. Tells the visitor if the wallet
 * may have more accounts than the list shows.
 */
export function AccountList({ accounts, choice: [chosen, setChosen] }: AccountListProps) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const showError = useShowError()
  const unmounted = useUnmountSignal()
  const choose = async ({ namespace, address, type }: AccountRecord) => {
    const signal = unmounted.current?.signal
    setChosen(`${namespace}:${address}`)
    try {
      // Store the choice between smart account and standard account in the embedded wallet.
      const isOwn = namespace === 'eip155' && latchkey.connector.activeOf(namespace)?.type === 'AUTH'
      if (isOwn && (type === 'eoa' || type === 'smartAccount'))
        await latchkey.embeddedWallet.setPreferredAccountType(type)
      else await latchkey.session.switchAccount(namespace, address)
      // The embedded wallet can take seconds. If the visitor has left the list, don't disturb the view that they are in.
      if (signal?.aborted) return
      latchkey.network.setActiveNamespace(namespace)
      latchkey.close()
    } catch (error) {
      showError(error)
    } finally {
      setChosen(undefined)
    }
  }
  return (
    <>
      <div className="list">
        <Windowed
          items={[...accounts].sort((a, b) => (a.address < b.address ? -1 : 1))}
          draw={(account) => (
            <AccountRow
              key={account.address}
              account={account}
              chosen={chosen}
              onChoose={() => void choose(account)}
            />
          )}
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
