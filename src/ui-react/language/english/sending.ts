// A transfer that waits for the wallet's approval, and a transfer that was sent.

export const sendingWords = {
  name: 'sending',
  strings: {
    transfer: '{amount} to {recipient}',
    stop: 'Stop waiting',
    mayHappen:
      'If you stop waiting, the request stays open in {wallet}. Once you confirm it there, the payment is sent and appears in your activity.',
  },
} as const

export const sentWords = {
  name: 'sent',
  strings: {
    pending: 'Waiting for the network to confirm. You can close this window.',
    confirmed: 'Confirmed by the network.',
    failed: 'The network refused the transaction. Only the fee was spent.',
    replaced: 'Another transaction took its place. Nothing was sent.',
    unknown: 'No node shows the transaction. It may still happen. Check your activity before you send again.',
    candidate: 'Possible transaction: {hash}',
    explorer: 'Block explorer',
    done: 'Done',
  },
} as const
