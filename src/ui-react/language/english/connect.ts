// The wallet list, and wallet rows in other views.

export const connectWords = {
  name: 'connect',
  strings: {
    more: { one: 'Show {count} more', other: 'Show {count} more' },
    none: 'No wallet found',
    install: 'Install a wallet in this browser, or switch it on for this site. It shows up here by itself.',
    offersNone: 'This page offers no wallet to connect with.',
    allWallets: 'All Wallets',
    getWallet: 'Get a wallet',
  },
} as const

export const familyWords = {
  name: 'family',
  strings: {
    eip155: 'EVM Networks',
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
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
  },
} as const

export const walletWords = {
  name: 'wallet',
  strings: {
    installed: 'Installed',
    recent: 'Recent',
    noSource: 'Names no source',
    sameSource: 'Several claim to be {source}',
    takesPlace: 'In place of {wallet}',
    anyByCode: 'Any wallet, by code or link',
    byCode: 'QR code',
  },
} as const
