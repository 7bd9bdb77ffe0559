export type { StandardWallet, StandardWalletOptions } from '../shared/standard-wallet.ts'
export { registerSolanaWallet, solanaStandardWallet } from './solana-wallet.ts'
