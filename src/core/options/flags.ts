/** Options that default to true (S3.10.1). */
export const enabledByDefault = {
  /** Whether the page shows alerts for developers. The log always contains these alerts. */
  debug: true,
  /** Whether visitors can connect over WalletConnect. */
  enableWalletConnect: true,
  /** Whether the modal lists wallets. */
  enableWallets: true,
  /** Whether to discover wallets through EIP-6963. */
  enableEIP6963: true,
  /** Whether to discover extension wallets that don't use EIP-6963, such as wallets at `window.ethereum`. */
  enableInjected: true,
  /** Whether the modal offers to switch networks. */
  enableNetworkSwitch: true,
}
/** Options that default to false. */
export const disabledByDefault = {
  /** Renders the modal in place, as a card that's always open. */
  enableEmbedded: false,
  /** Lets visitors stay on a network that isn't in `networks`. */
  allowUnsupportedChain: false,
  /** The app creates WalletConnect pairings itself, and the modal shows their URIs. */
  manualWCControl: false,
  /**
   * Turns off email and social logins, swaps, buying and activity. The modal also doesn't open by itself when the wallet is on a
   * network that isn't in `networks`.
   */
  basic: false,
  /** On phones, opens a wallet's app with the wallet's `https` link, if the wallet has such a link. */
  experimental_preferUniversalLinks: false,
}
export type Flags = { readonly [Name in keyof (typeof enabledByDefault & typeof disabledByDefault)]: boolean }
