export type { WalletConnectOptions } from './options.ts'
export { walletConnect } from './wallet-connect.ts'
