// The account view, its actions, and the account list.

export const accountWords = {
  name: 'account',
  strings: {
    copyAddress: 'Copy address',
    addressCopied: 'Address copied',
    readingBalance: 'Loading balance',
    noBalance: 'Balance unavailable',
    readAgain: 'Try again',
    oldBalance: 'Not up to date. Try again',
    network: 'Network',
    accounts: 'Your accounts',
    switchAddress: 'Switch address',
    explorer: 'Block explorer',
    chooseName: 'Choose account name',
    settings: 'Account settings',
    toPlain: 'Switch to your standard account',
    toSmart: 'Switch to your smart account',
    plainNote: 'Controlled by your key',
    smartNote: 'A contract you control',
    cutAccounts: 'At least {count} accounts. Your wallet may have more than are listed.',
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
    alsoEnds: 'Also disconnects {families} (same session)',
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
    inUse: 'In use',
  },
} as const
