/** The few words that a page shows before anything is fetched. Other languages of them are fetched. */
export const buttonWords = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  connected: 'Connected',
  unreachable: 'Could not be loaded. Check your connection.',
} as const
