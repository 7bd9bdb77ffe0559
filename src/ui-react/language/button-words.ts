/** The texts that a page shows before anything is loaded. Translations of them are loaded later. */
export const buttonWords = {
  connect: 'Connect wallet',
  connecting: 'Connecting...',
  connected: 'Connected',
  unreachable: "Couldn't load. Try again.",
} as const
