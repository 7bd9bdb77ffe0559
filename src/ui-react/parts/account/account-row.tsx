import { truncateAddress } from '../../../core/amounts/format.ts'
import type { AccountRecord } from '../../../core/wallet/connection.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useShowError } from '../../hooks/use-show-error.ts'
import { accountRowWords, accountTypeWords } from '../../language/english/account.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { Row } from '../row.tsx'
import { Avatar } from './avatar.tsx'

/** Shows an account of a connected wallet. Choosing the row makes the account and its family active. */
export function AccountRow({ account }: { readonly account: AccountRecord }) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const showError = useShowError()
  const { namespace, address, type } = account
  const shown = useController(latchkey.account, (state) => state[namespace].address)
  const active = useController(latchkey.network, ({ activeNamespace }) => activeNamespace)
  /** Whether the family uses this account. If the family is active too, this is the current account. */
  const used = shown === address
  const current = used && active === namespace
  const choose = async () => {
    if (current) return
    try {
      // Store the choice between smart account and standard account in the embedded wallet.
      const isOwn = namespace === 'eip155' && latchkey.connector.activeOf(namespace)?.type === 'AUTH'
      if (isOwn && (type === 'eoa' || type === 'smartAccount'))
        await latchkey.embeddedWallet.setPreferredAccountType(type)
      else await latchkey.session.switchAccount(namespace, address)
      latchkey.network.setActiveNamespace(namespace)
      latchkey.close()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <Row
      lead={<Avatar address={address} />}
      name={truncateAddress(address)}
      ltr
      note={type === 'eoa' ? undefined : say(accountTypeWords, type)}
      tag={current ? <Icon name="check" size={18} /> : say(accountRowWords, used ? 'inUse' : 'switchTo')}
      current={current}
      testId={`switch-address-${address}`}
      onClick={choose}
    />
  )
}
