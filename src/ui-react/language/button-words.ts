/** The few words that a page shows before anything is fetched. Another language of them is fetched. */
export const buttonWords = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  connected: 'Connected',
  unreachable: 'Could not be loaded. Check your connection.',
} as const

/** Those of the buttons that show what is connected, which not every page has. */
export const quietWords = {
  switchNetwork: 'Switch Network',
  selectNetwork: 'Select Network',
  unknownNetwork: 'Unknown Network',
} as const
