/** Those of `limits` that finding wallets takes, apart: what looks for wallets shares no more than these with the core. */

/** S2.9 "Wallet-detection wait 5 s, poll 1 s" */
export const walletDetection = { wait: 5000, poll: 1000 } as const

/** Ours: what pages and wallets may make us hold. `reliability` IN2, IN4, IN5. */
export const walletBounds = {
  /** More than anybody installs, so that a hundred forged ones leave room for those that are genuine. */
  announcements: 300,
  iconLength: 262_144,
  nameLength: 64,
  accounts: 100,
} as const
