import type { RouterState } from '../../controllers/shell/router-controller.ts'

/** Facts 9.2. What is not listed has none; those views name themselves. */
const titles: Readonly<Record<string, string>> = {
  Connect: 'Connect Wallet',
  AllWallets: 'All Wallets',
  ApproveTransaction: 'Approve Transaction',
  ConnectingWalletConnectBasic: 'WalletConnect',
  ConnectingMultiChain: 'Select chain',
  Networks: 'Choose Network',
  SwitchAddress: 'Switch Address',
  SwitchActiveChain: 'Switch chain',
  UnsupportedChain: 'Switch Network',
  Profile: 'Your accounts',
}

/** Whose own picture is the title; the name is for who does not see it. */
export function isUntitled(view: string): boolean {
  return view === 'Account'
}

export function titleOf({ view, data }: Pick<RouterState, 'view' | 'data'>): string {
  if (view === 'ConnectingExternal') return data?.connector?.name ?? data?.wallet?.name ?? 'Connect Wallet'
  if (view === 'ConnectingWalletConnect') return data?.wallet?.name ?? 'WalletConnect'
  if (view === 'SwitchNetwork') return data?.network?.name ?? 'Switch Network'
  return titles[view] ?? (isUntitled(view) ? view : 'Connect Wallet')
}
