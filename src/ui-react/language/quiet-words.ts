/** What the buttons say that show what is connected, which not every page has. */
export const quietWords = {
  switchNetwork: 'Switch Network',
  selectNetwork: 'Select Network',
  unknownNetwork: 'Unknown Network',
} as const
