/** Options that are on unless they are set to false. Facts 10.1. */
export const on = {
  debug: true,
  enableWalletConnect: true,
  enableWallets: true,
  enableEIP6963: true,
  enableInjected: true,
  enableNetworkSwitch: true,
}
/** Those that are off unless they are set to true. */
export const off = {
  enableEmbedded: false,
  allowUnsupportedChain: false,
  manualWCControl: false,
  basic: false,
  experimental_preferUniversalLinks: false,
}
export type Switches = Readonly<Record<keyof typeof on | keyof typeof off, boolean>>
