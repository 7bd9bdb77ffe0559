import { type ReactNode, useContext } from 'react'
import { unknownNetwork } from '../../core/chain/unknown-network.ts'
import { useController } from '../hooks/use-controller.ts'
import { useRuntimeOrThrow } from '../hooks/use-latchkey.ts'
import { accountButtonWords } from '../language/account-button-words.ts'
import { WordsContext } from '../language/words-context.ts'
import { loadModal } from '../load-modal.ts'
import { buttonClass } from '../page-styles.ts'
import { useThemeAttributes } from '../theme.ts'
import { useQuietStyles } from './quiet-styles.ts'

export interface NetworkButtonProps {
  /** Replaces the network's name. */
  readonly label?: ReactNode
  /** Disables the button. While the network switches, or the modal loads or is open, clicks do nothing anyway. */
  readonly disabled?: boolean | undefined
  /**
   * A CSS class. With a class, your CSS rules can restyle the button. Without a class, the page's rules for buttons don't affect
   * it.
   */
  readonly className?: string | undefined
}

/** Shows the active network, or "Switch network" if the app doesn't support it. Opens the list of networks on click. */
export function NetworkButton({ label, disabled, className }: NetworkButtonProps) {
  const runtime = useRuntimeOrThrow()
  useQuietStyles(runtime.styles)
  const { latchkey } = runtime
  const themeAttributes = useThemeAttributes()
  const words = { ...accountButtonWords, ...useContext(WordsContext) }
  const { activeNamespace, activeNetworks } = useController(latchkey.network)
  const switching = useController(latchkey.networkSwitch, ({ phase }) => phase === 'switching')
  const loading = useController(latchkey.modal, (state) => state.loading)
  const busy = switching || loading
  const allowed = useController(latchkey.options, (state) => state.allowUnsupportedChain)
  const network = activeNetworks[activeNamespace]
  const unsupported = network && !allowed && !latchkey.network.isSupported(network)
  const images = useController(latchkey.options, (state) => state.chainImages)
  const image = network && (images[String(network.id)] ?? network.assets?.imageUrl)
  const name = network?.name === unknownNetwork ? words.unknownNetwork : network?.name
  const prefetch = () => {
    loadModal(runtime).catch(() => {})
  }
  return (
    <button
      type="button"
      ref={runtime.styles.reach}
      className={buttonClass(unsupported ? 'lk-warn' : 'lk-quiet', className)}
      {...themeAttributes}
      disabled={disabled}
      // Not `disabled`: a disabled button loses the focus, and can't get the focus back when the modal closes.
      aria-disabled={busy || undefined}
      aria-haspopup="dialog"
      data-testid="network-button"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => {
        if (!busy) latchkey.open({ view: unsupported ? 'UnsupportedChain' : 'Networks' }).catch(() => {})
      }}
    >
      {!unsupported && image && <img src={image} alt="" />}
      <bdi>{unsupported ? words.switchNetwork : (label ?? name ?? words.selectNetwork)}</bdi>
    </button>
  )
}
