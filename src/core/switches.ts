/** Options that are on unless they are set to false. Facts 10.1. */
export const on = {
  /** Whether alerts for developers are shown on the page; they are logged in any case. */
  debug: true,
  /** Whether wallets can be reached over WalletConnect. */
  enableWalletConnect: true,
  /** Whether the modal lists wallets. */
  enableWallets: true,
  /** Whether wallets that announce themselves by EIP-6963 are found. */
  enableEIP6963: true,
  /** Whether wallets of the page that announce themselves in other ways are found. */
  enableInjected: true,
  /** Whether the modal offers to switch the network. */
  enableNetworkSwitch: true,
}
/** Those that are off unless they are set to true. */
export const off = {
  /** Draws the modal as a card in its place in the page, which is always open. */
  enableEmbedded: false,
  /** Lets a visitor stay on a network that is not among `networks`. */
  allowUnsupportedChain: false,
  /** The app makes WalletConnect's uris itself, and the modal shows them. */
  manualWCControl: false,
  /** For apps that only pair: the modal never asks by itself for a network that is among `networks`. */
  basic: false,
  /** On a phone, opens a wallet's app by its `https` link where it has one. */
  experimental_preferUniversalLinks: false,
}
export type Switches = { readonly [Name in keyof (typeof on & typeof off)]: boolean }
