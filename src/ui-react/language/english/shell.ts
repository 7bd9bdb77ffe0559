// The frame around the views, and texts that several of them share.

export const titleWords = {
  name: 'title',
  strings: {
    Account: 'Account',
    AccountSettings: 'Account Settings',
    AllWallets: 'All Wallets',
    ApproveTransaction: 'Approve Transaction',
    ChooseAccountName: 'Account name',
    Connect: 'Connect Wallet',
    ConnectingFarcaster: 'Farcaster',
    ConnectingMultiChain: 'Select chain',
    ConnectingSocial: 'Connect Social',
    ConnectSocials: 'All socials',
    ConnectWallets: 'Connect wallet',
    Downloads: 'Downloads',
    EmailLogin: 'Email Login',
    EmailVerifyDevice: 'Register Device',
    EmailVerifyOtp: 'Confirm Email',
    GetWallet: 'Get a wallet',
    Networks: 'Choose Network',
    Profile: 'Your accounts',
    RegisterAccountName: 'Choose name',
    RegisterAccountNameSuccess: 'Account name',
    SIWXSignMessage: 'Sign In',
    SmartSessionCreated: 'Smart Session',
    SmartSessionList: 'Smart Sessions',
    SwitchAddress: 'Switch Address',
    SwitchActiveChain: 'Switch chain',
    SwitchNetwork: 'Switch Network',
    Swap: 'Swap',
    SwapPreview: 'Preview swap',
    SwapSelectToken: 'Select token',
    Transactions: 'Activity',
    UpdateEmailPrimaryOtp: 'Confirm Current Email',
    UpdateEmailSecondaryOtp: 'Confirm New Email',
    UpdateEmailWallet: 'Edit Email',
    UpgradeEmailWallet: 'Upgrade your Wallet',
    UnsupportedChain: 'Switch Network',
    WalletCompatibleNetworks: 'Compatible Networks',
    WalletReceive: 'Receive',
    WalletSend: 'Send',
    WalletSendPreview: 'Review send',
    WalletSendSelectToken: 'Select Token',
    OnRampActivity: 'Activity',
    OnRampFiatSelect: 'Select Currency',
    OnRampProviders: 'Choose Provider',
    OnRampTokenSelect: 'Select Token',
    BuyInProgress: 'Buy',
    WhatIsABuy: 'What is Buy?',
    WhatIsANetwork: 'What is a network?',
    WhatIsAWallet: 'What is a wallet?',
  },
} as const

export const approveWords = {
  name: 'approve',
  strings: {
    check: 'Check what the wallet shows before you approve it.',
    waiting: 'Waiting for the wallet…',
  },
} as const

export const copyWords = {
  name: 'copy',
  strings: {
    done: 'Copied',
    failed: 'Failed to copy',
  },
} as const

export const shellWords = {
  name: 'shell',
  strings: {
    back: 'Back',
    close: 'Close',
    help: 'What is a wallet?',
    partUnreachable: 'A part of this page could not be loaded. Check the connection to the internet.',
    unreachable: 'This could not be loaded',
    unreachableAdvice: 'Check the connection to the internet, then open it again.',
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
    browserWallet: 'Browser Wallet',
  },
} as const

export const noticeWords = {
  name: 'notice',
  strings: {
    connected: 'Connected',
    disconnected: 'Disconnected',
    switched: 'Switched to {network}',
    switchDeclined: 'Switch to {network} declined',
    authenticating: 'Authenticating...',
  },
} as const
