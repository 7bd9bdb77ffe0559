// Explanations of wallets and networks, and wallet downloads.

export const helpWords = {
  name: 'help',
  strings: {
    login: 'One login for everything',
    loginText: 'Sign in to any app that takes wallets, without a new account and a new password.',
    home: 'A home for what you own',
    homeText: 'It stores, sends and receives coins, tokens and collectibles. Only you hold its keys.',
    gateway: 'Your way in',
    gatewayText: 'Explore apps, trade, lend and collect with the same wallet on many networks.',
    ledger: 'One record that everybody shares',
    ledgerText:
      'A network keeps who owns what. Many computers keep the record together, and none alone can change it.',
    several: 'There are several',
    severalText: 'They differ in coins, fees and speed. What you own on one is not seen on another.',
    getWallet: 'Get a wallet',
    what: 'What is a wallet?',
    whatNetwork: 'What is a network?',
    allWallets: 'All wallets',
  },
} as const

export const downloadWords = {
  name: 'download',
  strings: {
    title: 'Get {wallet}',
    extension: 'Chrome Extension',
    ios: 'iOS App',
    android: 'Android App',
    website: 'Website',
    none: 'Nobody says where {wallet} is had',
    noneAdvice: 'Look for it on the site of those who make it.',
    safety: 'Install wallets only from the sites of those who make them.',
  },
} as const
