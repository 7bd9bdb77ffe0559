/** Options that default to true (S3.10.1). */
export const enabledByDefault = {
  /** Whether to show alerts for developers on the page. They're always logged. */
  debug: true,
  /** Whether visitors can connect over WalletConnect. */
  enableWalletConnect: true,
  /** Whether the modal lists wallets. */
  enableWallets: true,
  /** Whether to discover wallets through EIP-6963. */
  enableEIP6963: true,
  /** Whether to discover wallets that the page injects in other ways. */
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
  /** For apps that only pair: the modal never asks on its own to switch to a network of `networks`. */
  basic: false,
  /** On phones, opens a wallet's app by the wallet's `https` link, if there is one. */
  experimental_preferUniversalLinks: false,
}
export type Flags = { readonly [Name in keyof (typeof enabledByDefault & typeof disabledByDefault)]: boolean }
