// Searchable lists.

export const allWalletsWords = {
  name: 'allWallets',
  strings: {
    search: 'Search wallet',
    none: 'No wallet found',
    certifiedOnly: 'Only certified wallets',
    certified: 'Certified',
    loading: 'Loading wallets',
    unreachable: "Couldn't load the wallet list.",
    tryAgain: 'Try again',
    noneAdvice: 'Try a shorter name, or connect it with WalletConnect.',
    noneShorter: 'Try a shorter name.',
  },
} as const

export const searchWords = {
  name: 'search',
  strings: {
    clear: 'Clear search',
  },
} as const
