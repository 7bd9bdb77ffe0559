// Smart sessions.

export const sessionWords = {
  name: 'session',
  strings: {
    label: 'Smart sessions',
    active: 'Active',
    expired: 'Expired',
    revoked: 'Revoked',
    noActive: 'No active sessions',
    noExpired: 'No expired sessions',
    noRevoked: 'No revoked sessions',
    advice: 'Pages that you allow to act without asking each time will appear here.',
    unsupported: "{wallet} doesn't support sessions. It asks you each time.",
    loading: 'Loading',
    failed: 'Error fetching smart sessions',
    tryAgain: 'Try again',
    until: 'Until {time}',
    over: 'Expired {time}',
    ended: 'Revoked {time}',
    elsewhere: 'Granted elsewhere',
    revoke: 'Revoke',
    revoking: 'Confirm in {wallet}',
    created: 'Session granted',
    createdAdvice: 'Until {time}, this page can do the following without asking you again.',
    more: "Your wallet granted more than this page asked for. Check it, and revoke it if you didn't mean to.",
    less: 'Your wallet granted less than this page asked for.',
    manage: 'See all sessions',
    done: 'Done',
  },
} as const

/** The terms of a session. */
export const sessionTermWords = {
  name: 'sessionTerm',
  strings: {
    permission: 'Permission',
    spend: 'May spend up to {amount} until {day}',
    spendEvery: 'May spend up to {amount} per {time} until {day}',
    call: 'May call {functions} of {contract} until {day}',
    also: 'Also allows',
    limit: 'Limit',
    user: 'Used by',
    inAll: '{amount} total',
    every: '{amount} per {time}',
    units: '{amount} units of {token}',
    calls: { one: '{count} call', other: '{count} calls' },
    gas: '{amount} gas',
    network: 'Network',
    thisPage: 'This page, through your wallet',
    keys: 'Key {keys}',
  },
} as const
