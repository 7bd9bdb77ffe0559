import { truncateAddress } from '../../core/format.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'
import { Avatar } from './avatar.tsx'
import { Icon } from './icon.tsx'
import { Row } from './row.tsx'

const kinds: Readonly<Record<string, string>> = {
  smartAccount: 'Smart account',
  payment: 'Payment',
  ordinal: 'Ordinals',
  stx: 'Stacks',
}

/** An account that a wallet shows: choosing it makes it the active one, and its family. */
export function AccountRow({ account }: { readonly account: AccountRecord }) {
  const { latchkey } = useRuntime()
  const { namespace, address, type } = account
  const shown = useController(latchkey.account, (state) => state[namespace].address)
  const active = useController(latchkey.network, ({ activeNamespace }) => activeNamespace)
  const current = shown === address && active === namespace
  const choose = async () => {
    if (current) return
    try {
      await latchkey.session.switchAccount(namespace, address)
      latchkey.network.setActiveNamespace(namespace)
      latchkey.close()
    } catch (error) {
      latchkey.snackbar.showError(error)
    }
  }
  return (
    <Row
      lead={<Avatar address={address} />}
      name={truncateAddress(address)}
      note={kinds[type]}
      tag={current ? <Icon name="check" size={18} /> : 'Switch to'}
      current={current}
      testId={`switch-address-${address}`}
      onClick={choose}
    />
  )
}
