import type { ComponentType } from 'react'
import type { View } from '../../controllers/shell/views.ts'
import type { Runtime } from '../runtime.ts'
import { ConnectView } from './connect/connect.tsx'

/**
 * Every view except `Connect` has its own chunk. `Connect`, with which most visits start, is in the
 * chunk of the shell around the views. For an unknown name, `Connect` is shown (S3.3.1).
 */
const loaders: Readonly<Partial<Record<View, (latchkey: Runtime['latchkey']) => Promise<ComponentType>>>> = {
  Connect: async () => ConnectView,
  ConnectingExternal: async () => (await import('./connect/connecting-external.tsx')).ConnectingExternalView,
  ConnectingMultiChain: async () =>
    (await import('./connect/connecting-multi-chain.tsx')).ConnectingMultiChainView,
  ConnectingWalletConnect: async () =>
    (await import('./connect/connecting-wallet-connect.tsx')).ConnectingWalletConnectView,
  ConnectingWalletConnectBasic: async () =>
    (await import('./connect/connecting-wallet-connect-basic.tsx')).ConnectingWalletConnectBasicView,
  AllWallets: async () => (await import('./connect/all-wallets.tsx')).AllWalletsView,
  Networks: async () => (await import('./network/networks.tsx')).NetworksView,
  SwitchNetwork: async () => (await import('./network/switch-network.tsx')).SwitchNetworkView,
  SwitchActiveChain: async () => (await import('./network/switch-active-chain.tsx')).SwitchActiveChainView,
  UnsupportedChain: async () => (await import('./network/unsupported-chain.tsx')).UnsupportedChainView,
  ApproveTransaction: async () => (await import('./approve-transaction.tsx')).ApproveTransactionView,
  SwitchAddress: async () => (await import('./account/switch-address.tsx')).SwitchAddressView,
  AccountSettings: async () => (await import('./account/account-settings.tsx')).AccountSettingsView,
  Profile: async () => (await import('./account/profile.tsx')).ProfileView,
  WhatIsAWallet: async () => (await import('./connect/what-is-a-wallet.tsx')).WhatIsAWalletView,
  WhatIsANetwork: async () => (await import('./network/what-is-a-network.tsx')).WhatIsANetworkView,
  GetWallet: async () => (await import('./connect/get-wallet.tsx')).GetWalletView,
  Downloads: async () => (await import('./connect/downloads.tsx')).DownloadsView,
  ChooseAccountName: async () => (await import('./account/choose-account-name.tsx')).ChooseAccountNameView,
  RegisterAccountName: async () =>
    (await import('./account/register-account-name.tsx')).RegisterAccountNameView,
  RegisterAccountNameSuccess: async () =>
    (await import('./account/register-account-name-success.tsx')).RegisterAccountNameSuccessView,
  Transactions: async () => (await import('./account/transactions.tsx')).TransactionsView,
  WalletReceive: async () => (await import('./account/wallet-receive.tsx')).WalletReceiveView,
  WalletCompatibleNetworks: async () =>
    (await import('./account/wallet-compatible-networks.tsx')).WalletCompatibleNetworksView,
  WalletSend: async ({ send }) => {
    // Load the code of the send feature at the same time.
    void send.prepare()
    return (await import('./send/wallet-send.tsx')).WalletSendView
  },
  WalletSendSelectToken: async () =>
    (await import('./send/wallet-send-select-token.tsx')).WalletSendSelectTokenView,
  WalletSendPreview: async () => (await import('./send/wallet-send-preview.tsx')).WalletSendPreviewView,
  WalletSent: async () => (await import('./send/wallet-sent.tsx')).WalletSentView,
  WalletNft: async () => (await import('./account/wallet-nft.tsx')).WalletNftView,
  Swap: async ({ swap }) => {
    void swap.prepare()
    return (await import('./swap/swap.tsx')).SwapView
  },
  SwapSelectToken: async () => (await import('./swap/swap-select-token.tsx')).SwapSelectTokenView,
  SwapPreview: async () => (await import('./swap/swap-preview.tsx')).SwapPreviewView,
  ConnectWallets: async () => (await import('./connect/connect-wallets.tsx')).ConnectWalletsView,
  ConnectSocials: async () => (await import('./connect/connect-socials.tsx')).ConnectSocialsView,
  ConnectingSocial: async () => (await import('./connect/connecting-social.tsx')).ConnectingSocialView,
  ConnectingFarcaster: async () =>
    (await import('./connect/connecting-farcaster.tsx')).ConnectingFarcasterView,
  EmailLogin: async () => (await import('./email/email-login.tsx')).EmailLoginView,
  EmailVerifyOtp: async () => (await import('./email/email-verify-otp.tsx')).EmailVerifyOtpView,
  EmailVerifyDevice: async () => (await import('./email/email-verify-device.tsx')).EmailVerifyDeviceView,
  UpdateEmailWallet: async () => (await import('./email/update-email-wallet.tsx')).UpdateEmailWalletView,
  UpdateEmailPrimaryOtp: async () =>
    (await import('./email/update-email-primary-otp.tsx')).UpdateEmailPrimaryOtpView,
  UpdateEmailSecondaryOtp: async () =>
    (await import('./email/update-email-secondary-otp.tsx')).UpdateEmailSecondaryOtpView,
  OnRampProviders: async () => (await import('./buy/on-ramp-providers.tsx')).OnRampProvidersView,
  OnRampFiatSelect: async () => (await import('./buy/on-ramp-fiat-select.tsx')).OnRampFiatSelectView,
  OnRampTokenSelect: async () => (await import('./buy/on-ramp-token-select.tsx')).OnRampTokenSelectView,
  BuyInProgress: async () => (await import('./buy/buy-in-progress.tsx')).BuyInProgressView,
  OnRampActivity: async () => (await import('./buy/on-ramp-activity.tsx')).OnRampActivityView,
  WhatIsABuy: async () => (await import('./buy/what-is-a-buy.tsx')).WhatIsABuyView,
  SmartSessionList: async () => (await import('./account/smart-session-list.tsx')).SmartSessionListView,
  SmartSessionCreated: async () =>
    (await import('./account/smart-session-created.tsx')).SmartSessionCreatedView,
  UpgradeEmailWallet: async () => (await import('./email/upgrade-email-wallet.tsx')).UpgradeEmailWalletView,
  SIWXSignMessage: async () => (await import('./siwx-sign-message.tsx')).SIWXSignMessageView,
  Account: async () => {
    // Load the code of the holdings at the same time. If that fails, the view loads the code again.
    import('../parts/token/holdings.tsx').catch(() => {})
    const { AccountView, holdings } = await import('./account/account.tsx')
    holdings.load().catch(() => {})
    return AccountView
  },
}

/** Returns the view to show for a name. */
export function knownView(view: View): View {
  return loaders[view] ? view : 'Connect'
}

export async function loadView({ views, latchkey }: Runtime, view: View): Promise<void> {
  if (views.has(view)) return
  const component = await loaders[view]?.(latchkey)
  if (component) views.set(view, component)
}

/** All views. */
export const viewNames = Object.keys(loaders) as readonly View[]
