// Paying, and being paid.

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

export const reviewWords = {
  name: 'review',
  strings: {
    sends: 'You send',
    to: 'To',
    network: 'Network',
    fee: 'Network fee',
    readingFee: 'Reading what it costs',
    about: 'about {amount}',
    most: 'at most {amount}',
    deposit: 'Deposit for a new account',
    arrives: 'Arrives',
    careful: 'Review it carefully: what was sent cannot be called back.',
    firstTime: 'You have not paid this address from here before.',
    own: 'This is the account that you send from.',
    tokenItself: 'This is the token itself. What is sent there does not come back.',
    lookAlike: 'This looks like an address that you know, but is another one.',
    offCurve: 'Nobody has the key of this address: a program decides who spends from it.',
    compared: 'I have compared the whole address',
    cancel: 'Cancel',
    send: 'Send',
    inWallet: 'Approve it in {wallet}',
    started: 'Transaction started',
    again: 'Read again',
    declined: 'Declined',
    nothingSent: 'Nothing was sent.',
  },
} as const
