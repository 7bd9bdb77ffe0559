/** Our time limits for reaching the relay, in ms. */
export const relayLimits = {
  /**
   * How long a caller waits before the relay counts as unreachable. A visitor shouldn't see an empty code for more than ten
   * seconds; loading and cleanup take three of them.
   */
  reach: 7000,
  backoff: {
    first: 50,
    most: 30_000,
    /** The longest pause while a caller or the peer waits for an answer. */
    mostAwaited: 1000,
  },
  /** The time limit of one attempt to connect. */
  attempt: 15_000,
  /** A connection that ends sooner counts as a failed attempt. */
  steady: 1000,
  /** A page that was hidden for longer checks its connection. */
  away: 30_000,
  healthCheck: 5000,
  leaveTopic: 1000,
  /** The library gives a message up after a minute; after that it must not be sent. */
  delivery: 55_000,
} as const
