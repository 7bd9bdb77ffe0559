/** Time limits for reaching the relay, in ms. The specification has no such limits. */
export const relayLimits = {
  /**
   * How long a caller waits before the relay counts as unreachable. A visitor shouldn't wait for the QR code for more than ten
   * seconds, and loading and cleanup take three of these seconds.
   */
  reach: 7000,
  backoff: {
    first: 50,
    most: 30_000,
    /** The longest pause between attempts while a caller or the peer waits. */
    mostAwaited: 1000,
  },
  /** The time limit of one attempt to connect. */
  attempt: 15_000,
  /** A connection that lasts less than this time counts as a failed attempt. */
  steady: 1000,
  /** If the relay sends nothing for this long after the page has returned, the connection may be dead. */
  signOfLife: 1500,
  /**
   * If the relay doesn't acknowledge a message for this long, the message is sent again over a new connection. Each attempt
   * doubles the time.
   */
  acknowledged: 5000,
  leaveTopic: 1000,
  /** A message that isn't acknowledged is given up after this time, not counting sleep. */
  delivery: 55_000,
  /** If a timer is late by more than this time, the page slept. */
  late: 1000,
  /** A time limit that ends within this time after the page's return is extended until the relay's messages are read. */
  afterReturn: 3000,
  /** If a time limit ends while the page sleeps, how long the page may then take to reach the relay. */
  back: 30_000,
  /** How long reading the relay's messages may then take. */
  mail: 3000,
  /** How long to wait then, so that the WalletConnect library handles the messages. */
  handled: 500,
  /** How long the page's server may take to report its time. */
  clock: 2000,
} as const
