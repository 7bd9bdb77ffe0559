import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Provided } from '../../core/provided.ts'
import type { CatalogueWallet } from '../../core/wallet/catalogue-wallet.ts'
import type { SocialName } from '../../core/wallet/socials.ts'
import type { ConnectorView } from '../../core/wallet/wallet-list.ts'

/** The views of specification 1, section 2, then those that its flows need and do not name (architecture, 12). */
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
  // The account
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
  // Moving money
  | 'WalletSend'
  | 'WalletSendSelectToken'
  | 'WalletSendPreview'
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

/** Which feature a view is part of, of those that providers do. */
export function featureOf(view: View): Provided | undefined {
  if (view.startsWith('Swap')) return 'swaps'
  return /OnRamp|Buy/.test(view) ? 'onramp' : undefined
}

/** What a view was opened with. Facts 3.1. */
export interface RouterData {
  readonly connector?: ConnectorView | undefined
  readonly connectors?: readonly ConnectorView[] | undefined
  readonly wallet?: CatalogueWallet | undefined
  /** The wallet's app was opened by the click that chose it. */
  readonly opened?: boolean | undefined
  readonly network?: ChainNetwork | undefined
  readonly email?: string | undefined
  readonly social?: SocialName | undefined
  /** By whose name the visitor buys. */
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
