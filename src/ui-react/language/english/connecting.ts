// Waiting for an installed wallet.

export const connectingWords = {
  name: 'connecting',
  strings: {
    heading: 'Open {wallet} and confirm',
    advice: 'No window opened? Open the wallet yourself.',
    // For a hardware wallet.
    deviceHeading: 'Connect your {wallet}',
    deviceAdvice:
      "Plug it in, unlock it and open the network's app on it. Then choose it in the browser's window.",
    other: 'Use another wallet',
  },
} as const
