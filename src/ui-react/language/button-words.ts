/** The few words that a page shows before anything is fetched; `english.ts` has them too, and all others. */
export const buttonWords = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  connected: 'Connected',
  switchNetwork: 'Switch Network',
  selectNetwork: 'Select Network',
  unreachable: 'Could not be loaded. Check your connection.',
} as const
