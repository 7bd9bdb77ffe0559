// Choosing networks and chain families.

export const multiChainWords = {
  name: 'multiChain',
  strings: {
    heading: 'Select chain for {wallet}',
    advice: 'This wallet can connect to any of these.',
  },
} as const

export const networkWords = {
  name: 'network',
  strings: {
    notApproved: 'Not approved by the wallet',
    test: 'Test',
  },
} as const

export const networksWords = {
  name: 'networks',
  strings: {
    search: 'Search network',
    none: 'No network found',
    what: 'What is a network?',
  },
} as const

export const switchFamilyWords = {
  name: 'switchFamily',
  strings: {
    heading: 'Switch to {family}',
    advice: "{wallet} isn't connected to {family}. Choose a wallet that supports it.",
    switch: 'Switch',
  },
} as const

export const switchNetworkWords = {
  name: 'switchNetwork',
  strings: {
    heading: 'Confirm in {wallet}',
    advice: 'Confirm the switch to {network}.',
    stay: 'Cancel',
  },
} as const

export const unsupportedWords = {
  name: 'unsupported',
  strings: {
    heading: "{app} doesn't support this network",
    onNetwork: 'Your wallet is on {network}. Choose one of these to continue.',
    swapHeading: 'No swaps on {network}',
    swapElsewhere: 'You can swap tokens on these networks.',
    swapNowhere: "None of this app's networks supports swaps.",
    onOther: 'Your wallet is on another network ({id}). Choose one of these to continue.',
    thisApp: 'This app',
    or: 'or',
  },
} as const
