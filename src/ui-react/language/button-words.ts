/** The texts that a page shows before anything is loaded. Translations of them are loaded later. */
export const buttonWords = {
  connect: 'Connect wallet',
  connecting: 'Connecting...',
  connected: 'Connected',
  restoring: 'Reconnecting...',
  reconnect: 'Reconnect {wallet}',
  unreachable: "Couldn't load. Try again.",
} as const
