/** Our time limits for reaching the relay, in ms. */
export const relayLimits = {
  /**
   * How long a caller waits before the relay counts as unreachable. A visitor shouldn't see an empty code for more than ten
   * seconds, and loading and cleanup take three of these seconds.
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
  /** If the relay sends no message for this long after the page has returned, the connection may be dead. */
  signOfLife: 1500,
  /**
   * If the relay doesn't acknowledge a message for this long, the message is sent again over a new connection. The time doubles with each attempt.
   */
  acknowledged: 5000,
  leaveTopic: 1000,
  /** A message without acknowledgement is given up after this time, not counting sleep. */
  delivery: 55_000,
  /** A timer that fires later than this was delayed by sleep. */
  late: 1000,
  /** If a time limit ends this soon after the page returns, the limit is extended until the relay's messages are read. */
  afterReturn: 3000,
  /** The maximum time by which a limit is extended: to reach the relay, to read its messages, and to let the library handle them. */
  back: 30_000,
  mail: 3000,
  handled: 500,
  /** How long the page's server may take to report its time. */
  clock: 2000,
} as const
