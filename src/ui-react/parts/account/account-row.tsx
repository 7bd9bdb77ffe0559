import { truncateAddress } from '../../../core/amounts/format.ts'
import type { AccountRecord } from '../../../core/wallet/connection.ts'
import { useController } from '../../hooks/use-controller.ts'
import { accountRowWords, accountTypeWords } from '../../language/english/account.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { Row } from '../row.tsx'
import { Avatar } from './avatar.tsx'

export interface AccountRowProps {
  readonly account: AccountRecord
  /** The account that is becoming active, as `<namespace>:<address>`. Until then, no other account can be chosen. */
  readonly chosen: string | undefined
  readonly onChoose: () => void
}

/** Shows an account of a connected wallet. */
export function AccountRow({ account, chosen, onChoose }: AccountRowProps) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { namespace, address, type } = account
  const shown = useController(latchkey.account, (state) => state[namespace].address)
  const active = useController(latchkey.network, ({ activeNamespace }) => activeNamespace)
  /** Whether the family uses this account. If the family is active too, this is the current account. */
  const used = shown === address
  const current = used && active === namespace
  const mark = current ? <Icon name="check" size={18} /> : say(accountRowWords, used ? 'inUse' : 'switchTo')
  return (
    <Row
      lead={<Avatar address={address} />}
      name={truncateAddress(address)}
      ltr
      note={type === 'eoa' ? undefined : say(accountTypeWords, type)}
      tag={chosen === `${namespace}:${address}` ? <span className="spin" /> : mark}
      current={current}
      disabled={chosen !== undefined}
      testId={`switch-address-${address}`}
      onClick={() => current || onChoose()}
    />
  )
}
