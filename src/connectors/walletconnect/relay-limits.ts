/** How the relay is reached, in ms. Ours: `reliability` WC2, T28. */
export const relayLimits = {
  /**
   * How long somebody waits for the relay before they are told that it cannot be reached. Whoever looks at a grey code for
   * ten seconds has given up; three of them are left to load what it takes and to take back what was begun.
   */
  reach: 7000,
  backoff: {
    first: 50,
    most: 30_000,
    /** While somebody waits for an answer, here or at the other end. */
    mostAwaited: 1000,
  },
  /** One attempt to connect. */
  attempt: 15_000,
  /** A connection that ended sooner does not count as one. */
  steady: 1000,
  /** After this time out of sight a connection is checked. */
  away: 30_000,
  healthCheck: 5000,
  leaveTopic: 1000,
  /** The library gives a message up after a minute; what it has given up must not be sent any more. */
  delivery: 55_000,
} as const
