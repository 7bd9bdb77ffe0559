/** The texts of the buttons that a page shows before the modal loads. The translations load with the modal. */
export const buttonWords = {
  connect: 'Connect wallet',
  connecting: 'Connecting...',
  connected: 'Connected',
  restoring: 'Reconnecting...',
  reconnect: 'Reconnect {wallet}',
  unreachable: "Couldn't load. Try again.",
} as const
