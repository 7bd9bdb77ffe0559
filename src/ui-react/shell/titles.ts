import type { RouterState } from '../../controllers/shell/router-controller.ts'
import { titleWords } from '../language/english/shell.ts'
import type { Language } from '../language/language.ts'
import { networkName, walletConnect, walletName } from '../parts/names.ts'
import { socialLabel } from '../parts/social/social-label.ts'

/** Whether the view has a picture as its title; the text title is then for screen readers only. */
export function isUntitled(view: string): boolean {
  return view === 'Account'
}

/** Titles of views (S3.9.2). Other views are titled after their subject. */
function isTitled(view: string): view is keyof (typeof titleWords)['strings'] {
  return Object.hasOwn(titleWords.strings, view)
}

export function titleOf(language: Language, { view, data }: Pick<RouterState, 'view' | 'data'>): string {
  const wallet = data?.connector?.name ?? data?.wallet?.name
  if (view === 'ConnectingExternal' && wallet) return walletName(language, wallet)
  if (view === 'ConnectingWalletConnect' && data?.wallet) return data.wallet.name
  if (view === 'Downloads' && data?.wallet) return walletName(language, data.wallet.name)
  if (/^ConnectingWalletConnect/.test(view)) return walletConnect
  if (view === 'SwitchNetwork' && data?.network) return networkName(language, data.network)
  if (view === 'ConnectingSocial' && data?.social) return socialLabel(data.social)
  return language.say(titleWords, isTitled(view) ? view : 'Connect')
}
