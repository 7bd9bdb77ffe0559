import type { ComponentType } from 'react'
import type { View } from '../../controllers/shell/views.ts'
import type { Runtime } from '../runtime.ts'
import { ConnectView } from './connect.tsx'

/**
 * Connect is part of the shell's chunk, since most visits start with it; each other view is its own chunk. An unknown
 * view shows Connect (S3.3.1).
 */
const loaders: Readonly<Partial<Record<View, () => Promise<ComponentType>>>> = {
  Connect: async () => ConnectView,
  ConnectingExternal: async () => (await import('./connecting-external.tsx')).ConnectingExternalView,
  ConnectingMultiChain: async () => (await import('./connecting-multi-chain.tsx')).ConnectingMultiChainView,
  ConnectingWalletConnect: async () =>
    (await import('./connecting-wallet-connect.tsx')).ConnectingWalletConnectView,
  ConnectingWalletConnectBasic: async () =>
    (await import('./connecting-wallet-connect-basic.tsx')).ConnectingWalletConnectBasicView,
  AllWallets: async () => (await import('./all-wallets.tsx')).AllWalletsView,
  Networks: async () => (await import('./networks.tsx')).NetworksView,
  SwitchNetwork: async () => (await import('./switch-network.tsx')).SwitchNetworkView,
  SwitchActiveChain: async () => (await import('./switch-active-chain.tsx')).SwitchActiveChainView,
  UnsupportedChain: async () => (await import('./unsupported-chain.tsx')).UnsupportedChainView,
  ApproveTransaction: async () => (await import('./approve-transaction.tsx')).ApproveTransactionView,
  SwitchAddress: async () => (await import('./switch-address.tsx')).SwitchAddressView,
  AccountSettings: async () => (await import('./account-settings.tsx')).AccountSettingsView,
  Profile: async () => (await import('./profile.tsx')).ProfileView,
  WhatIsAWallet: async () => (await import('./what-is-a-wallet.tsx')).WhatIsAWalletView,
  WhatIsANetwork: async () => (await import('./what-is-a-network.tsx')).WhatIsANetworkView,
  GetWallet: async () => (await import('./get-wallet.tsx')).GetWalletView,
  Downloads: async () => (await import('./downloads.tsx')).DownloadsView,
  ChooseAccountName: async () => (await import('./choose-account-name.tsx')).ChooseAccountNameView,
  RegisterAccountName: async () => (await import('./register-account-name.tsx')).RegisterAccountNameView,
  RegisterAccountNameSuccess: async () =>
    (await import('./register-account-name-success.tsx')).RegisterAccountNameSuccessView,
  Transactions: async () => (await import('./transactions.tsx')).TransactionsView,
  WalletReceive: async () => (await import('./wallet-receive.tsx')).WalletReceiveView,
  WalletCompatibleNetworks: async () =>
    (await import('./wallet-compatible-networks.tsx')).WalletCompatibleNetworksView,
  WalletSend: async () => (await import('./wallet-send.tsx')).WalletSendView,
  WalletSendSelectToken: async () =>
    (await import('./wallet-send-select-token.tsx')).WalletSendSelectTokenView,
  WalletSendPreview: async () => (await import('./wallet-send-preview.tsx')).WalletSendPreviewView,
  Swap: async () => (await import('./swap.tsx')).SwapView,
  SwapSelectToken: async () => (await import('./swap-select-token.tsx')).SwapSelectTokenView,
  SwapPreview: async () => (await import('./swap-preview.tsx')).SwapPreviewView,
  ConnectWallets: async () => (await import('./connect-wallets.tsx')).ConnectWalletsView,
  ConnectSocials: async () => (await import('./connect-socials.tsx')).ConnectSocialsView,
  ConnectingSocial: async () => (await import('./connecting-social.tsx')).ConnectingSocialView,
  ConnectingFarcaster: async () => (await import('./connecting-farcaster.tsx')).ConnectingFarcasterView,
  EmailLogin: async () => (await import('./email-login.tsx')).EmailLoginView,
  EmailVerifyOtp: async () => (await import('./email-verify-otp.tsx')).EmailVerifyOtpView,
  EmailVerifyDevice: async () => (await import('./email-verify-device.tsx')).EmailVerifyDeviceView,
  UpdateEmailWallet: async () => (await import('./update-email-wallet.tsx')).UpdateEmailWalletView,
  UpdateEmailPrimaryOtp: async () =>
    (await import('./update-email-primary-otp.tsx')).UpdateEmailPrimaryOtpView,
  UpdateEmailSecondaryOtp: async () =>
    (await import('./update-email-secondary-otp.tsx')).UpdateEmailSecondaryOtpView,
  OnRampProviders: async () => (await import('./on-ramp-providers.tsx')).OnRampProvidersView,
  OnRampFiatSelect: async () => (await import('./on-ramp-fiat-select.tsx')).OnRampFiatSelectView,
  OnRampTokenSelect: async () => (await import('./on-ramp-token-select.tsx')).OnRampTokenSelectView,
  BuyInProgress: async () => (await import('./buy-in-progress.tsx')).BuyInProgressView,
  OnRampActivity: async () => (await import('./on-ramp-activity.tsx')).OnRampActivityView,
  WhatIsABuy: async () => (await import('./what-is-a-buy.tsx')).WhatIsABuyView,
  SmartSessionList: async () => (await import('./smart-session-list.tsx')).SmartSessionListView,
  SmartSessionCreated: async () => (await import('./smart-session-created.tsx')).SmartSessionCreatedView,
  UpgradeEmailWallet: async () => (await import('./upgrade-email-wallet.tsx')).UpgradeEmailWalletView,
  SIWXSignMessage: async () => (await import('./siwx-sign-message.tsx')).SIWXSignMessageView,
  Account: async () => (await import('./account.tsx')).AccountView,
}

/** The view to show for a name. */
export function knownView(view: View): View {
  return loaders[view] ? view : 'Connect'
}

export async function loadView({ views }: Runtime, view: View): Promise<void> {
  if (views.has(view)) return
  const component = await loaders[view]?.()
  if (component) views.set(view, component)
}

/** All views. */
export const viewNames = Object.keys(loaders) as readonly View[]
