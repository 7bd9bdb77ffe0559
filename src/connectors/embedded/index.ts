export { embeddedWallet } from './embedded-wallet.ts'
export type { EmbeddedWalletOptions } from './options.ts'
