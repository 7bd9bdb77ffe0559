import type { CaipAssetId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { ProviderFeature } from '../../core/options/feature-providers.ts'
import type { CatalogueWallet } from '../../core/wallet/list/catalogue-wallet.ts'
import type { SocialName } from '../../core/wallet/list/socials.ts'
import type { ConnectorView } from '../../core/wallet/list/wallet-list.ts'

/** The views of the modal. The specification names most of them (S1.2). The flows of S4 need some more views. */
export type View =
  | 'Connect'
  | 'Account'
  | 'AllWallets'
  | 'ConnectingWalletConnectBasic'
  | 'ConnectingExternal'
  | 'ConnectingWalletConnect'
  | 'ConnectingFarcaster'
  | 'SwitchNetwork'
  | 'SwitchActiveChain'
  | 'UnsupportedChain'
  | 'SIWXSignMessage'
  | 'ApproveTransaction'
  | 'RegisterAccountName'
  | 'RegisterAccountNameSuccess'
  // Connecting
  | 'ConnectingMultiChain'
  | 'ConnectWallets'
  | 'ConnectSocials'
  | 'ConnectingSocial'
  | 'EmailLogin'
  | 'EmailVerifyOtp'
  | 'EmailVerifyDevice'
  // Account
  | 'Networks'
  | 'Profile'
  | 'AccountSettings'
  | 'SwitchAddress'
  | 'UpdateEmailWallet'
  | 'UpdateEmailPrimaryOtp'
  | 'UpdateEmailSecondaryOtp'
  | 'UpgradeEmailWallet'
  | 'ChooseAccountName'
  | 'SmartSessionList'
  | 'SmartSessionCreated'
  // Transfers, swaps and purchases
  | 'WalletSend'
  | 'WalletSendSelectToken'
  | 'WalletSendPreview'
  | 'WalletSent'
  | 'WalletNft'
  | 'WalletReceive'
  | 'WalletCompatibleNetworks'
  | 'Swap'
  | 'SwapSelectToken'
  | 'SwapPreview'
  | 'OnRampProviders'
  | 'OnRampTokenSelect'
  | 'OnRampFiatSelect'
  | 'OnRampActivity'
  | 'BuyInProgress'
  | 'Transactions'
  // Help
  | 'WhatIsAWallet'
  | 'WhatIsANetwork'
  | 'WhatIsABuy'
  | 'GetWallet'
  | 'Downloads'

/** Returns the feature of a view, if the feature needs a provider. */
export function featureOf(view: View): ProviderFeature | undefined {
  if (view.startsWith('Swap')) return 'swaps'
  return /OnRamp|Buy/.test(view) ? 'onramp' : undefined
}

/** The data of a view (S3.3.1). */
export interface RouterData {
  readonly connector?: ConnectorView | undefined
  readonly connectors?: readonly ConnectorView[] | undefined
  readonly wallet?: CatalogueWallet | undefined
  /** Whether the click that chose the wallet has already opened the wallet's app. */
  readonly opened?: boolean | undefined
  readonly network?: ChainNetwork | undefined
  /** The NFT's CAIP-19 id. */
  readonly nft?: CaipAssetId | undefined
  readonly email?: string | undefined
  readonly social?: SocialName | undefined
  /** The name of the on-ramp provider. */
  readonly onRampProvider?: string | undefined
  readonly newEmail?: string | undefined
  readonly redirectView?: View | undefined
  readonly target?: 'sourceToken' | 'toToken' | undefined
  readonly swapUnsupportedChain?: boolean | undefined
  readonly switchToChain?: ChainNamespace | undefined
  readonly navigateTo?: View | undefined
  readonly navigateWithReplace?: boolean | undefined
  readonly swap?:
    | {
        readonly fromToken?: string | undefined
        readonly toToken?: string | undefined
        readonly amount?: string | undefined
      }
    | undefined
}
