import { useState } from 'react'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { chainNamespaces } from '../../../core/chain/namespace.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useDisconnectWithSnackbar } from '../../hooks/use-disconnect-with-snackbar.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { leavingWords } from '../../language/english/account.ts'
import { familyWords } from '../../language/english/connect.ts'
import { useLanguage } from '../../language/use-language.ts'
import { AccountList } from '../../parts/account/account-list.tsx'
import { DisconnectAllRow } from '../../parts/account/disconnect-row.tsx'
import { Icon } from '../../parts/icon.tsx'
import css from '../../parts/label.css?inline'
import { walletName } from '../../parts/names.ts'
import { useRuntime } from '../../runtime.ts'

/** Shows the visitor's accounts on all families, each with its wallet. */
export function ProfileView() {
  useStyles(css)
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const accounts = useController(latchkey.account)
  const choice = useState<string>()
  const connected = chainNamespaces.filter((namespace) => accounts[namespace].status === 'connected')
  return (
    <>
      {connected.map((namespace) => (
        <section key={namespace}>
          <div className="label">
            <h2>
              {say(familyWords, namespace)}
              <span className="quiet">
                {' · '}
                <bdi>{walletName(language, accounts[namespace].connectedWalletInfo?.name ?? '')}</bdi>
              </span>
            </h2>
            <Leave namespace={namespace} />
          </div>
          <AccountList accounts={accounts[namespace].allAccounts} choice={choice} />
        </section>
      ))}
      {connected.length > 1 && (
        <div className="list">
          <DisconnectAllRow />
        </div>
      )}
    </>
  )
}

function Leave({ namespace }: { readonly namespace: ChainNamespace }) {
  const { say } = useLanguage()
  const { leaving, disconnect } = useDisconnectWithSnackbar(namespace)
  return (
    <button
      type="button"
      className="plain"
      disabled={leaving}
      aria-label={say(leavingWords, 'disconnectFamily', { family: say(familyWords, namespace) })}
      data-testid={`disconnect-${namespace}`}
      onClick={disconnect}
    >
      {leaving ? <span className="spin" /> : <Icon name="leave" size={16} />}
      {say(leavingWords, 'disconnect')}
    </button>
  )
}
