/** The texts that a page shows before anything is loaded. Translations of them are loaded later. */
export const buttonWords = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  connected: 'Connected',
  unreachable: 'Could not be loaded. Check your connection.',
} as const
