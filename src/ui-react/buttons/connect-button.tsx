import { type ReactNode, useContext } from 'react'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { useProvided } from '../hooks/use-latchkey.ts'
import { WordsContext } from '../language/words-context.ts'
import { loadModal } from '../load-modal.ts'
import { useMarks } from '../theme.ts'
import { useController } from '../use-controller.ts'

export interface ConnectButtonProps {
  /** Default: Connect Wallet, in the language of the options; so are the others. */
  readonly label?: ReactNode
  /** While the modal is open and nobody is connected. Default: Connecting... */
  readonly loadingLabel?: ReactNode
  /** While a wallet is connected, of the family where one is named; it then opens the account. Default: Connected. */
  readonly connectedLabel?: ReactNode
  /** Shows the wallets of this family only. */
  readonly namespace?: ChainNamespace | undefined
  readonly className?: string | undefined
}

/** Opens the modal, for the wallets or for the account, or closes it. What it opens is fetched when the pointer or the focus comes near. */
export function ConnectButton(props: ConnectButtonProps) {
  const words = useContext(WordsContext)
  const {
    label = words.connect,
    loadingLabel = words.connecting,
    connectedLabel = words.connected,
    namespace,
    className = '',
  } = props
  const runtime = useProvided()
  const { latchkey } = runtime
  const open = useController(latchkey.modal, (state) => state.open)
  const loading = useController(latchkey.modal, (state) =>
    namespace ? state.loadingNamespaceMap[namespace] === true : state.loading,
  )
  const active = useController(latchkey.network, (state) => state.activeNamespace)
  const connected = useController(latchkey.account, (all) => all[namespace ?? active].address !== undefined)
  const prefetch = () => {
    loadModal(runtime).catch(() => {})
  }
  return (
    <button
      type="button"
      dir="auto"
      className={`lk-button ${className}`}
      {...useMarks()}
      aria-haspopup="dialog"
      aria-expanded={open}
      data-testid={namespace ? `connect-button-${namespace}` : 'connect-button'}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => {
        if (open) latchkey.close()
        else latchkey.open({ view: connected ? undefined : 'Connect', namespace }).catch(() => {})
      }}
    >
      {connected ? connectedLabel : loading ? loadingLabel : label}
    </button>
  )
}
