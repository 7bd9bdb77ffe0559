// Searchable lists.

export const allWalletsWords = {
  name: 'allWallets',
  strings: {
    search: 'Search wallet',
    none: 'No Wallet found',
    certifiedOnly: 'Only certified wallets',
    certified: 'Certified',
    loading: 'Loading wallets',
    unreachable: 'The list of all wallets could not be loaded.',
    tryAgain: 'Try again',
    noneAdvice: 'Try a shorter name, or connect it with WalletConnect.',
  },
} as const

export const searchWords = {
  name: 'search',
  strings: {
    clear: 'Clear the search',
  },
} as const
