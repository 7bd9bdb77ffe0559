// Errors and their advice.

export const explainWords = {
  name: 'explain',
  strings: {
    copy: 'Copy the error',
    explain: 'What is this?',
    unknown: 'No details for this error.',
  },
} as const

export const failedWords = {
  name: 'failed',
  strings: {
    title: "That didn't work",
    tryAgain: 'Try again',
    'wallet/user-rejected.title': 'Request declined',
    'wallet/user-rejected.advice': "Nothing was shared. Try again when you're ready.",
    'wallet/request-pending.title': 'A request is waiting',
    'wallet/request-pending.advice': 'Open {wallet} and answer the request there.',
    'wallet/unauthorized.title': 'Not allowed by the wallet',
    'wallet/unauthorized.advice': 'Open {wallet}, allow this site, and try again.',
    'wallet/timeout.title': 'No response',
    'wallet/timeout.advice': "{wallet} didn't respond. Open it, unlock it, and try again.",
    'wallet/disconnected.title': "{wallet} isn't connected",
    'wallet/disconnected.advice': 'Open {wallet}, check its connection, and try again.',
    'connection/no-accounts.title': 'No account shared',
    'connection/no-accounts.advice': 'In {wallet}, choose an account to share with this app.',
    'connection/connector-not-found.title': "{wallet} isn't available",
    'connection/connector-not-found.advice': 'It may have been turned off. Choose another way to connect.',
    'connection/pairing-expired.title': 'The code has expired',
    'connection/pairing-expired.advice': 'Get a new code and scan it.',
    'session/expired.title': 'The clock is wrong',
    'session/expired.advice': 'Turn on automatic date and time on this device, and try again.',
    'session/expired.by': 'This device is off by {time}. Turn on automatic date and time, and try again.',
    'network/switch-failed.title': "The network didn't change",
    'network/switch-failed.advice': 'Switch the network in {wallet}.',
    'network/not-added.title': 'Network not added',
    'network/not-added.advice': "{wallet} doesn't know this network and didn't add it.",
    'onramp/timed-out.title': 'No answer from {wallet}',
    'onramp/timed-out.advice': 'If you paid, your coins will still arrive. Check there before you buy again.',
    'adapter/unsupported.title': "{wallet} can't do this from here",
    'adapter/unsupported.advice': 'Switch the network in the wallet.',
  },
} as const
