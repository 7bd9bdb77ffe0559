/** The texts of the account and network buttons, which not every page has. */
export const quietWords = {
  switchNetwork: 'Switch Network',
  selectNetwork: 'Select Network',
  unknownNetwork: 'Unknown Network',
} as const
