/** The limits that wallet discovery needs. They are kept apart from `limits`, so that the bundle of wallet discovery shares little with the core. */

/** Wallet detection: wait 5 s, poll each 1 s (S2.9). */
export const walletDetection = { wait: 5000, poll: 1000 } as const

/** How long a wallet may take to arrive on a network after it approved the switch, and how often the wallet is asked. In ms. Our values. */
export const networkArrival = { wait: 5000, poll: 250 } as const

/** Limits on what pages and wallets can make the client store. Not in the specification. */
export const walletBounds = {
  /**
   * The maximum number of wallets per way of discovery. This is far more than anyone installs, so that a hundred forged announcements don't crowd out
   * the real wallets.
   */
  announcements: 300,
  /** The maximum number of wallets that may claim the same id. */
  imitations: 100,
  iconLength: 262_144,
  /** All icons of the page's wallets together, in characters; and all shown pictures of the catalogue together, in bytes. */
  iconsLength: 5_000_000,
  nameLength: 64,
  /** The maximum number of accounts of one family. A wallet with this many accounts may have more, and the list of accounts says so. */
  accounts: 1000,
  /** The maximum number of sign-ins (CACAO) with one session. They are verified one by one. */
  signIns: 100,
} as const
