// The wallet list, and wallet rows in other views.

export const connectWords = {
  name: 'connect',
  strings: {
    more: { one: 'Show {count} more', other: 'Show {count} more' },
    crowded:
      'This page announces too many wallets. Most of them may be fake. Connect only if you trust this site.',
    none: 'No wallet found',
    install: 'Install a wallet in this browser, or turn it on for this site. It will then appear here.',
    offersNone: 'No wallets are available here.',
    allWallets: 'All wallets',
    getWallet: 'Get a wallet',
  },
} as const

export const familyWords = {
  name: 'family',
  strings: {
    eip155: 'EVM networks',
    solana: 'Solana',
    polkadot: 'Polkadot',
    bip122: 'Bitcoin',
    cosmos: 'Cosmos',
  },
} as const

export const legalWords = {
  name: 'legal',
  strings: {
    footer: 'By connecting you agree to our {documents}',
    checkbox: 'I agree to the {documents}',
    terms: 'terms of service',
    privacy: 'privacy policy',
  },
} as const

export const walletWords = {
  name: 'wallet',
  strings: {
    installed: 'Installed',
    recent: 'Recent',
    noSource: 'Unknown source',
    scheme: 'Opens the app for {scheme} links',
    sameSource: 'Several claim to be {source}',
    firstClaim: 'Found first',
    laterClaim: 'No. {number}',
    takesPlace: 'Replaces {wallet}',
    anyByCode: 'Any wallet, by code or link',
    byCode: 'QR code',
  },
} as const

export const methodWords = {
  name: 'method',
  strings: {
    or: 'or',
    continueWithWallet: 'Continue with a wallet',
  },
} as const
