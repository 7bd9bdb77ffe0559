// Choosing networks and chain families.

export const multiChainWords = {
  name: 'multiChain',
  strings: {
    heading: 'Select chain for {wallet}',
    advice: 'This wallet can connect to each of these.',
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
    advice: '{wallet} is not connected to {family}. Choose a wallet that is for it.',
    switch: 'Switch',
  },
} as const

export const switchNetworkWords = {
  name: 'switchNetwork',
  strings: {
    heading: 'Approve in {wallet}',
    advice: 'It is asked to go to {network}.',
    stay: 'Stay where you are',
  },
} as const

export const unsupportedWords = {
  name: 'unsupported',
  strings: {
    heading: '{app} does not use this network',
    onNetwork: 'Your wallet is on {network}. Choose one of these to go on.',
    swapHeading: 'No swaps on {network}',
    swapElsewhere: 'Tokens can be swapped on these networks.',
    swapNowhere: 'None of the networks of this app has swaps.',
    onOther: 'Your wallet is on another one ({id}). Choose one of these to go on.',
    thisApp: 'This app',
    or: 'or',
  },
} as const
