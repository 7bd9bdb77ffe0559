// Explanations of wallets and networks, and wallet downloads.

export const helpWords = {
  name: 'help',
  strings: {
    login: 'One login for everything',
    loginText: 'Sign in to any app that supports wallets, without a new account or password.',
    home: 'A home for your assets',
    homeText: 'It stores, sends and receives coins, tokens and collectibles. Only you hold its keys.',
    gateway: 'Your gateway',
    gatewayText: 'Explore apps, trade, lend and collect with the same wallet on many networks.',
    ledger: 'One shared record',
    ledgerText:
      'A network records who owns what. Many computers keep that record, and none can change it alone.',
    several: 'Many networks',
    severalText: "They differ in coins, fees and speed. What you own on one doesn't appear on another.",
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
    extension: 'Chrome extension',
    ios: 'iOS app',
    android: 'Android app',
    website: 'Website',
    none: 'No download link for {wallet}',
    noneAdvice: 'Look for it on its official site.',
    safety: 'Only install wallets from their official sites.',
  },
} as const
