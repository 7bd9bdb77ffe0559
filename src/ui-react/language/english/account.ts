// The account view, its actions, and the account list.

export const accountWords = {
  name: 'account',
  strings: {
    copyAddress: 'Copy address',
    addressCopied: 'Address copied',
    readingBalance: 'Reading the balance',
    noBalance: 'Balance unavailable',
    readAgain: 'Read again',
    oldBalance: 'Not up to date. Read again',
    network: 'Network',
    accounts: 'Your accounts',
    switchAddress: 'Switch Address',
    explorer: 'Block Explorer',
    chooseName: 'Choose account name',
    settings: 'Account Settings',
    toPlain: 'Switch to your EOA',
    toSmart: 'Switch to your smart account',
    plainNote: 'Controlled by your key',
    smartNote: 'A contract that you control',
  },
} as const

export const featureWords = {
  name: 'feature',
  strings: {
    onramp: 'Buy',
    receive: 'Receive',
    send: 'Send',
    swaps: 'Swap',
  },
} as const

export const leavingWords = {
  name: 'leaving',
  strings: {
    disconnect: 'Disconnect',
    disconnectFamily: 'Disconnect {family}',
    disconnectAll: 'Disconnect all',
    alsoEnds: 'Also ends {families}: they share one session',
  },
} as const

export const accountTypeWords = {
  name: 'accountType',
  strings: {
    smartAccount: 'Smart account',
    payment: 'Payment',
    ordinal: 'Ordinals',
    stx: 'Stacks',
  },
} as const

export const accountRowWords = {
  name: 'accountRow',
  strings: {
    switchTo: 'Switch to',
  },
} as const
