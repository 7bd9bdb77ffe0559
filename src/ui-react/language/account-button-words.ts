/** The texts of the account and network buttons, which not every page has. */
export const accountButtonWords = {
  switchNetwork: 'Switch network',
  selectNetwork: 'Select network',
  unknownNetwork: 'Unknown network',
  pending: 'Transaction pending',
} as const
