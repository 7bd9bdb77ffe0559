/** The times for reaching the relay, in ms. They are our own: `reliability` WC2, T28. */
export const relayLimits = {
  /**
   * How long a caller waits for the relay before the error says that it cannot be reached. A visitor should not look at an empty
   * code for more than ten seconds; three of them are left for loading and for cleaning up.
   */
  reach: 7000,
  backoff: {
    first: 50,
    most: 30_000,
    /** The longest pause while somebody waits for an answer, here or at the peer. */
    mostAwaited: 1000,
  },
  /** The time for one attempt to connect. */
  attempt: 15_000,
  /** A connection that ends sooner counts as a failed attempt. */
  steady: 1000,
  /** A page that was hidden for longer checks its connection. */
  away: 30_000,
  healthCheck: 5000,
  leaveTopic: 1000,
  /** The library gives a message up after a minute, and such a message must not be sent any more. */
  delivery: 55_000,
} as const
