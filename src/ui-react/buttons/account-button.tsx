import { useContext } from 'react'
import { truncateAddress } from '../../core/amounts/format.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { useBalanceReading } from '../hooks/use-balance-reading.ts'
import { useController } from '../hooks/use-controller.ts'
import { useRuntimeOrThrow } from '../hooks/use-latchkey.ts'
import { accountButtonWords } from '../language/account-button-words.ts'
import { amountIn } from '../language/amount.ts'
import { WordsContext } from '../language/words-context.ts'
import { loadModal } from '../load-modal.ts'
import { buttonClass } from '../page-styles.ts'
import { useShownAccount, useShownFamily } from '../snapshot.ts'
import { useThemeAttributes } from '../theme.ts'
import { useQuietStyles } from './quiet-styles.ts'

export interface AccountButtonProps {
  /** The chain family whose account to show. Default: the active family. */
  readonly namespace?: ChainNamespace | undefined
  /** Whether to show the balance. Default: `show`. */
  readonly balance?: 'show' | 'hide'
  /**
   * A CSS class. With a class, your CSS rules can restyle the button. Without a class, the page's rules for buttons don't affect
   * it.
   */
  readonly className?: string | undefined
}

/**
 * Shows the connected account, or "Switch network" if the app doesn't support the account's network. Opens the modal on
 * click. Renders nothing while disconnected.
 */
export function AccountButton({ namespace, balance = 'show', className }: AccountButtonProps) {
  const runtime = useRuntimeOrThrow()
  useQuietStyles(runtime.styles)
  const { latchkey } = runtime
  const themeAttributes = useThemeAttributes()
  const { switchNetwork, pending, choice } = { ...accountButtonWords, ...useContext(WordsContext) }
  const family = useShownFamily(latchkey, namespace)
  const account = useShownAccount(latchkey, family)
  const network = useController(latchkey.network, (state) => state.activeNetworks[family])
  const shown = balance === 'show'
  const readable = useBalanceReading(latchkey, family, shown ? account.caipAddress : undefined)
  const loading = readable === undefined || account.balanceLoading
  const sending = useController(latchkey.send, (state) => state.pending?.from)
  const unconfirmed = useController(latchkey.activity, (state) =>
    state.transactions.some(({ status }) => status === 'pending') ? state.account : undefined,
  )
  const allowed = useController(latchkey.options, (state) => state.allowUnsupportedChain)
  if (!account.address) return null
  const unsupported = network && !allowed && !latchkey.network.isSupported(network)
  const prefetch = () => {
    loadModal(runtime).catch(() => {})
  }
  return (
    <button
      type="button"
      ref={runtime.styles.reach}
      className={buttonClass(unsupported ? 'lk-warn' : 'lk-quiet', className)}
      {...themeAttributes}
      aria-haspopup="dialog"
      data-testid={namespace ? `account-button-${namespace}` : 'account-button'}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => {
        latchkey.open({ view: unsupported ? 'UnsupportedChain' : undefined, namespace }).catch(() => {})
      }}
    >
      {unsupported ? (
        switchNetwork
      ) : (
        <>
          {shown && (account.balance || loading) && (
            <bdi dir="ltr" className="lk-amount" data-room={`0.000 ${network?.nativeCurrency.symbol ?? ''}`}>
              {account.balance &&
                `${amountIn(choice?.tag ?? 'en', account.balance)} ${account.balance.symbol}`}
            </bdi>
          )}
          {[sending, unconfirmed].some((from) => isSame(from, account.caipAddress)) && (
            <span className="lk-pending" role="img" aria-label={pending} data-testid="account-pending" />
          )}
          <bdi dir="ltr">{truncateAddress(account.address)}</bdi>
        </>
      )}
    </button>
  )
}

/** Returns whether two CAIP-10 ids have the same family and address. The network can differ. */
function isSame(one: CaipAddress | undefined, other: CaipAddress | undefined): boolean {
  const [first, second] = [one, other].map((id) => id?.replace(/:.*:/, ':'))
  return first !== undefined && first === second
}
