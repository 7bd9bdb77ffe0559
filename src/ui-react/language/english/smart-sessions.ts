// Smart sessions.

export const sessionWords = {
  name: 'session',
  strings: {
    label: 'Which sessions',
    active: 'Active',
    expired: 'Expired',
    revoked: 'Revoked',
    noActive: 'No active sessions',
    noExpired: 'No expired sessions',
    noRevoked: 'No revoked sessions',
    advice: 'A page that you allow to act without asking you each time appears here.',
    unsupported: '{wallet} grants no sessions. It asks you each time.',
    loading: 'Loading',
    failed: 'Error fetching smart sessions',
    tryAgain: 'Try again',
    until: 'Until {time}',
    over: 'Expired {time}',
    ended: 'Revoked {time}',
    elsewhere: 'Granted elsewhere',
    revoke: 'Revoke',
    revoking: 'Confirm it in {wallet}',
    created: 'Session granted',
    createdAdvice: 'Until {time}, this page may do the following without asking you again.',
    more: 'Your wallet granted more than this page asked for. Check it, and revoke it if you did not mean to.',
    less: 'Your wallet granted less than this page asked for.',
    manage: 'See all sessions',
    done: 'Done',
  },
} as const

/** The terms of a session. */
export const sessionTermWords = {
  name: 'sessionTerm',
  strings: {
    send: 'May send',
    call: 'May call',
    also: 'Also allows',
    limit: 'Limit',
    user: 'Used by',
    inAll: '{amount} in all',
    every: '{amount} every {time}',
    units: '{amount} units of {token}',
    functions: '{functions} of {contract}',
    calls: { one: '{count} call', other: '{count} calls' },
    gas: '{amount} gas',
    network: 'Network',
    thisPage: 'This page, through your wallet',
    keys: 'Key {keys}',
  },
} as const
