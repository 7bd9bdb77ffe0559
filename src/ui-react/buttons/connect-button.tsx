import { type ReactNode, useContext } from 'react'
import type { Latchkey } from '../../client/create-latchkey.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { useController } from '../hooks/use-controller.ts'
import { useRuntimeOrThrow } from '../hooks/use-latchkey.ts'
import { WordsContext } from '../language/words-context.ts'
import { loadModal } from '../load-modal.ts'
import { buttonClass } from '../page-styles.ts'
import { useShownAccount, useShownFamily } from '../snapshot.ts'
import { useThemeAttributes } from '../theme.ts'

export interface ConnectButtonProps {
  /** Label while disconnected. The default of each label is a text in the client's language. */
  readonly label?: ReactNode
  /**
   * Label while a stored connection waits for its wallet. Default: a text with the wallet's name, such as "Reconnect MetaMask".
   */
  readonly reconnectLabel?: ReactNode
  /** Label while the modal loads or is open, and no wallet is connected. */
  readonly loadingLabel?: ReactNode
  /**
   * Label while a wallet is connected in the family `namespace`, or by default in the active family. While this label shows, a
   * click opens the account.
   */
  readonly connectedLabel?: ReactNode
  /** Offers wallets of this chain family only. */
  readonly namespace?: ChainNamespace | undefined
  /**
   * A CSS class. With a class, your CSS rules can restyle the button. Without a class, the page's rules for buttons don't affect
   * it.
   */
  readonly className?: string | undefined
}

/**
 * Returns the connector of an installed wallet. The visitor chooses other wallets, such as a wallet on a phone, from the list.
 */
function connectorOf({ connector }: Latchkey, id: string | undefined) {
  const remote = ['WALLET_CONNECT', 'AUTH', 'ID_AUTH']
  return connector.state.connectors.find((one) => one.id === id && !remote.includes(one.type))
}

/**
 * Opens the modal on the wallet list or the account. Closes the modal if it is open. While a stored connection waits for its
 * wallet, asks that wallet to connect, if it is installed. Prefetches the modal on hover or focus.
 */
export function ConnectButton(props: ConnectButtonProps) {
  const words = useContext(WordsContext)
  const {
    label = words.connect,
    loadingLabel = words.connecting,
    connectedLabel = words.connected,
    reconnectLabel,
    namespace,
    className,
  } = props
  const runtime = useRuntimeOrThrow()
  const { latchkey } = runtime
  const open = useController(latchkey.modal, (state) => state.open)
  const loading = useController(latchkey.modal, (state) =>
    namespace ? state.loadingNamespaceMap[namespace] === true : state.loading,
  )
  const family = useShownFamily(latchkey, namespace)
  const { status, rememberedWallet } = useShownAccount(latchkey, family)
  // The button doesn't name the embedded wallet, because visitors know no name for that wallet.
  const remembered = rememberedWallet?.type === 'AUTH' ? undefined : rememberedWallet
  const connected = status === 'connected'
  const restoring = status === 'restoring'
  const prefetch = () => {
    loadModal(runtime).catch(() => {})
  }
  return (
    <button
      type="button"
      dir="auto"
      ref={runtime.styles.reach}
      className={buttonClass('', className)}
      {...useThemeAttributes()}
      aria-haspopup="dialog"
      aria-expanded={open}
      data-testid={namespace ? `connect-button-${namespace}` : 'connect-button'}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => {
        if (open) latchkey.close()
        else {
          // A connected account has no remembered wallet.
          const connector = connectorOf(latchkey, remembered?.connectorId)
          const view = connector ? 'ConnectingExternal' : connected ? undefined : 'Connect'
          const data = connector && { connector, switchToChain: family }
          if (connector) {
            // For a family that isn't active, `open` would only switch to this family.
            latchkey.network.setActiveNamespace(family)
            latchkey.session.ask({ connectorId: connector.id, namespaces: [family] })
          }
          latchkey.open({ view, data, namespace }).catch(() => {})
        }
      }}
    >
      {connected
        ? connectedLabel
        : restoring
          ? words.restoring
          : loading
            ? loadingLabel
            : remembered
              ? (reconnectLabel ?? words.reconnect.replace('{wallet}', () => remembered.name))
              : label}
    </button>
  )
}
