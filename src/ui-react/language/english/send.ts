// Sending and receiving.

export const receiveWords = {
  name: 'receive',
  strings: {
    code: 'Code with which this account is paid',
    advice: 'Scan the code, or copy the address.',
    copy: 'Copy address',
    copied: 'Address copied',
    networks: 'Only on these networks',
    only: 'Receive only from these networks. What is sent from another one may be lost.',
  },
} as const

export const sendWords = {
  name: 'send',
  strings: {
    amount: 'Amount',
    receiver: 'Receiver',
    receiverHint: 'Type or Paste address',
    selectToken: 'Select Token',
    max: 'Max',
    available: 'Available: {amount}',
    incorrectValue: 'Incorrect Value',
    addAmount: 'Add Amount',
    insufficientFunds: 'Insufficient Funds',
    addAddress: 'Add Address',
    invalidAddress: 'Invalid Address',
    previewSend: 'Preview Send',
    lookingUp: 'Looking up {name}…',
    unknownName: 'Nobody is known by {name} on {network}.',
  },
} as const

export const tokenWords = {
  name: 'token',
  strings: {
    search: 'Search token',
    none: 'No tokens found',
  },
} as const
