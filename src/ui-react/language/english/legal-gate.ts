// The list of wallets, until the visitor accepts the host's terms.

export const legalGateWords = {
  name: 'legalGate',
  strings: {
    agreeFirst: 'Check the box to continue.',
  },
} as const
