// Sending and receiving.

export const receiveWords = {
  name: 'receive',
  strings: {
    code: 'QR code of your address',
    copy: 'Copy address',
    copied: 'Address copied',
    networks: 'Supported networks',
    only: 'Receive only on these networks. Funds sent on others may be lost.',
  },
} as const

export const sendWords = {
  name: 'send',
  strings: {
    amount: 'Amount',
    receiver: 'Recipient',
    receiverHint: 'Enter or paste an address',
    selectToken: 'Select token',
    max: 'Max',
    available: 'Available: {amount}',
    vesting: '{amount} locked until it vests',
    frozen: '{amount} frozen',
    reserved: '{amount} held for deposits',
    protected: '{amount} left aside: may carry inscriptions',
    scattered: '{amount} in more accounts than one send can collect',
    incorrectValue: 'Incorrect value',
    whichAmount: 'Which amount do you mean?',
    addAmount: 'Add amount',
    insufficientFunds: 'Insufficient funds',
    addAddress: 'Add address',
    invalidAddress: 'Invalid address',
    tooMuch: 'More than your balance.',
    tooPrecise: 'Use at most {digits} decimals.',
    notAnAddress: "This isn't a valid address on {network}.",
    previewSend: 'Review send',
    lookingUp: 'Looking up {name}…',
    unknownName: 'No address found for {name} on {network}.',
  },
} as const

export const tokenWords = {
  name: 'token',
  strings: {
    search: 'Search token',
    none: 'No tokens found',
  },
} as const
