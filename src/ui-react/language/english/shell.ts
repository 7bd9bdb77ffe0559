// The titles and messages around the views, and texts that several views share.

export const titleWords = {
  name: 'title',
  strings: {
    Account: 'Account',
    AccountSettings: 'Account settings',
    AllWallets: 'All wallets',
    ApproveTransaction: 'Approve transaction',
    ChooseAccountName: 'Account name',
    Connect: 'Connect wallet',
    ConnectingFarcaster: 'Farcaster',
    ConnectingMultiChain: 'Select chain',
    ConnectingSocial: 'Connect social',
    ConnectSocials: 'All socials',
    ConnectWallets: 'Connect wallet',
    Downloads: 'Downloads',
    EmailLogin: 'Email login',
    EmailVerifyDevice: 'Register device',
    EmailVerifyOtp: 'Confirm email',
    GetWallet: 'Get a wallet',
    Networks: 'Choose network',
    Profile: 'Your accounts',
    RegisterAccountName: 'Choose name',
    RegisterAccountNameSuccess: 'Account name',
    SIWXSignMessage: 'Sign in to {app}',
    SmartSessionCreated: 'Smart session',
    SmartSessionList: 'Smart sessions',
    SwitchAddress: 'Switch address',
    SwitchActiveChain: 'Switch chain',
    SwitchNetwork: 'Switch network',
    Swap: 'Swap',
    SwapPreview: 'Review swap',
    Swapped: 'Swapped',
    SwapSelectToken: 'Select token',
    Transactions: 'Activity',
    UpdateEmailPrimaryOtp: 'Confirm current email',
    UpdateEmailSecondaryOtp: 'Confirm new email',
    UpdateEmailWallet: 'Edit email',
    UpgradeEmailWallet: 'Upgrade your wallet',
    UnsupportedChain: 'Switch network',
    WalletCompatibleNetworks: 'Compatible networks',
    WalletNft: 'NFT',
    WalletReceive: 'Receive',
    WalletSend: 'Send',
    WalletSendPreview: 'Review send',
    WalletSendSelectToken: 'Select token',
    WalletSent: 'Transaction sent',
    WalletSentFailed: 'Send failed',
    OnRampActivity: 'Activity',
    OnRampFiatSelect: 'Select currency',
    OnRampProviders: 'Buy crypto',
    OnRampTokenSelect: 'Select token',
    BuyInProgress: 'Buy crypto',
    WhatIsABuy: 'What is buy?',
    WhatIsANetwork: 'What is a network?',
    WhatIsAWallet: 'What is a wallet?',
  },
} as const

export const approveWords = {
  name: 'approve',
  strings: {
    check: 'Check what the wallet shows before you confirm.',
    waiting: 'Waiting for the wallet…',
  },
} as const

export const copyWords = {
  name: 'copy',
  strings: {
    done: 'Copied',
    failed: 'Failed to copy',
    selected: 'The text is selected. Copy it from here.',
  },
} as const

export const shellWords = {
  name: 'shell',
  strings: {
    back: 'Back',
    close: 'Close',
    help: 'What is a wallet?',
    partUnreachable: "Part of this page couldn't load. Try again in a moment.",
    unreachable: "This couldn't load",
    unreachableAdvice: 'Wait a moment, then try again.',
    tryAgain: 'Try again',
    dismiss: 'Dismiss',
  },
} as const

export const nameWords = {
  name: 'name',
  strings: {
    theNetwork: 'the network',
    yourWallet: 'your wallet',
    connectedWallet: 'the connected wallet',
    theWallet: 'the wallet',
    browserWallet: 'Browser wallet',
    phoneWallet: 'Solana wallet app',
  },
} as const

export const noticeWords = {
  name: 'notice',
  strings: {
    connected: 'Connected',
    disconnected: 'Disconnected',
    accountChanged: 'Account changed in {wallet}',
    switched: 'Switched to {network}',
    switchDeclined: 'Switch to {network} declined',
    authenticating: 'Authenticating...',
    notAllowed: 'Action not allowed',
  },
} as const
