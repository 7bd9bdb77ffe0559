import type { RouterState } from '../../controllers/shell/router-controller.ts'
import type { Language } from '../language/language.ts'
import type { PlainKey } from '../language/strings.ts'
import { networkName, walletConnect, walletName } from '../parts/names.ts'

/** Facts 9.2. What is not listed has none; those views name themselves. */
const titles: Readonly<Record<string, PlainKey>> = {
  Account: 'account.title',
  AllWallets: 'allWallets.title',
  ApproveTransaction: 'approve.title',
  ConnectingMultiChain: 'multiChain.title',
  Networks: 'networks.title',
  SwitchAddress: 'switchAddress.title',
  SwitchActiveChain: 'switchFamily.title',
  SwitchNetwork: 'switchNetwork.title',
  UnsupportedChain: 'unsupported.title',
  Profile: 'profile.title',
}

/** Whose own picture is the title; the name is for who does not see it. */
export function isUntitled(view: string): boolean {
  return view === 'Account'
}

export function titleOf(language: Language, { view, data }: Pick<RouterState, 'view' | 'data'>): string {
  const wallet = data?.connector?.name ?? data?.wallet?.name
  if (view === 'ConnectingExternal' && wallet) return walletName(language, wallet)
  if (view === 'ConnectingWalletConnect' && data?.wallet) return data.wallet.name
  if (/^ConnectingWalletConnect/.test(view)) return walletConnect
  if (view === 'SwitchNetwork' && data?.network) return networkName(language, data.network)
  return language.say(titles[view] ?? 'connect.title')
}
