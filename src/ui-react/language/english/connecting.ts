// Waiting for an installed wallet.

export const connectingWords = {
  name: 'connecting',
  strings: {
    heading: 'Open {wallet} and confirm',
    advice: 'Confirm the connection in the wallet.',
    other: 'Use another wallet',
  },
} as const
