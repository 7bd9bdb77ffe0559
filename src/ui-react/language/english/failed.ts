// Errors and their advice.

export const explainWords = {
  name: 'explain',
  strings: {
    copy: 'Copy the error',
    explain: 'What is this?',
    unknown: 'Nothing more is known of this error.',
  },
} as const

export const failedWords = {
  name: 'failed',
  strings: {
    title: 'That did not work',
    tryAgain: 'Try again',
    'wallet/user-rejected.title': 'Request declined',
    'wallet/user-rejected.advice': 'Nothing was shared. Try again whenever you are ready.',
    'wallet/request-pending.title': 'A request is waiting',
    'wallet/request-pending.advice': 'Open {wallet} and answer the request that is there.',
    'wallet/unauthorized.title': 'Not allowed by the wallet',
    'wallet/unauthorized.advice': 'Open {wallet}, allow this site, and try again.',
    'wallet/timeout.title': 'No answer',
    'wallet/timeout.advice': '{wallet} did not answer. Open it, unlock it, and try again.',
    'wallet/disconnected.title': '{wallet} is not connected',
    'wallet/disconnected.advice': 'Open {wallet}, check its connection, and try again.',
    'connection/no-accounts.title': 'No account shared',
    'connection/no-accounts.advice': 'Choose an account in {wallet} that this app may see.',
    'connection/connector-not-found.title': '{wallet} is gone',
    'connection/connector-not-found.advice': 'It may have been switched off. Choose another way.',
    'connection/pairing-expired.title': 'The code has expired',
    'connection/pairing-expired.advice': 'Make a new one and scan it again.',
    'network/switch-failed.title': 'The network did not change',
    'network/switch-failed.advice': '{wallet} stayed where it was. Switch it there.',
    'network/not-added.title': 'Unknown to the wallet',
    'network/not-added.advice': '{wallet} does not know this network and did not add it.',
    'onramp/timed-out.title': '{wallet} has reported nothing',
    'onramp/timed-out.advice': 'If you have paid, your coins still arrive. Look there before you buy again.',
    'adapter/unsupported.title': '{wallet} cannot do this by itself',
    'adapter/unsupported.advice': 'Switch the network inside the wallet.',
  },
} as const
