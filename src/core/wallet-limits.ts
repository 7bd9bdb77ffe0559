/**
 * The limits of wallet discovery. They aren't in `limits.ts`, because the bundle of wallet discovery should share little code
 * with the core.
 */

/** Wallet detection waits 5 s and polls each second (S2.9). */
export const walletDetection = { wait: 5000, poll: 1000 } as const

/**
 * How Latchkey waits for a wallet that approved a network switch but isn't on the new network yet. `wait`: for how long, in ms.
 * `poll`: the pause between two questions to the wallet, in ms. Not in the specification.
 */
export const networkArrival = { wait: 5000, poll: 250 } as const

// The next limits are for what pages and wallets can make the client store. They aren't in the specification. Some are constants of
// their own, because a bundler can't leave out the unused properties of an object.

/** The limits of wallet discovery. */
export const walletBounds = {
  /**
   * The maximum number of unfamiliar wallets (see `Connector.familiar`) for each method of discovery. Repeated claims of an id
   * have their own limit of the same size. The limit is far above the number of wallets that people install, so that even a
   * hundred forged announcements don't crowd out the real wallets.
   */
  announcements: 300,
  /** The maximum number of wallets that may claim the same id. */
  imitations: 100,
  /** The maximum length of a wallet's icon, in characters. */
  iconLength: 262_144,
  /**
   * The maximum total size of the icons of the page's wallets, in characters. The same number limits the catalogue's pictures on
   * screen, in bytes.
   */
  iconsLength: 5_000_000,
} as const

/** The maximum length of a wallet's name, in characters. */
export const longestWalletName = 64

/**
 * The maximum number of accounts of one family. If a wallet reports this many accounts, the list of accounts says that there may be
 * more.
 */
export const mostAccounts = 1000

/** The maximum number of sign-ins (CACAO) in one session. The limit is needed because each sign-in is verified. */
export const mostSignIns = 100
