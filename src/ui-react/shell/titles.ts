import type { SwapResult } from '../../controllers/features/swap/swap.ts'
import type { RouterState } from '../../controllers/shell/router-controller.ts'
import { titleWords } from '../language/english/shell.ts'
import { signInWords } from '../language/english/sign-in.ts'
import type { Language } from '../language/language.ts'
import { networkName, walletConnect, walletName } from '../parts/names.ts'
import { socialLabel } from '../parts/social/social-label.ts'

/** Returns whether the view shows a picture as its title. Only screen readers then get the text title. */
export function isUntitled(view: string): boolean {
  return view === 'Account'
}

/** Returns whether `titleWords` has a title for the view (S3.9.2). */
function isTitled(view: string): view is keyof (typeof titleWords)['strings'] {
  return Object.hasOwn(titleWords.strings, view)
}

/** The state that a title depends on. */
export interface Titled extends Pick<RouterState, 'view' | 'data'> {
  /** The app's name, if it has one. */
  readonly app: string | undefined
  /** Whether the wallet is asked to send. */
  readonly sending: boolean
  /** Whether the network refused the transaction that was sent, or another transaction took its place. */
  readonly refused: boolean
  /** The result of the swap, if there is one. */
  readonly swap: SwapResult | undefined
}

/** Returns whether all of the swap's tokens have arrived, also on another network. */
function isSwapped({ phase, short, terms, arrival }: SwapResult): boolean {
  return phase === 'confirmed' && !short && (!terms.bridge || arrival?.phase === 'arrived')
}

export function titleOf(language: Language, { view, data, app, sending, refused, swap }: Titled): string {
  const wallet = data?.connector?.name ?? data?.wallet?.name
  if (view === 'ConnectingExternal' && wallet) return walletName(language, wallet)
  if (view === 'ConnectingWalletConnect' && data?.wallet) return data.wallet.name
  if (view === 'Downloads' && data?.wallet) return walletName(language, data.wallet.name)
  if (/^ConnectingWalletConnect/.test(view)) return walletConnect
  if (view === 'SwitchNetwork' && data?.network) return networkName(language, data.network)
  if (view === 'ConnectingSocial' && data?.social) return socialLabel(data.social)
  return language.say(titleWords, key(), { app: app ?? language.say(signInWords, 'app') })

  function key(): keyof (typeof titleWords)['strings'] {
    if (view === 'WalletSendPreview' && sending) return 'WalletSend'
    if (view === 'WalletSent' && refused) return 'WalletSentFailed'
    if (view === 'SwapPreview' && swap) return isSwapped(swap) ? 'Swapped' : 'Swap'
    return isTitled(view) ? view : 'Connect'
  }
}
