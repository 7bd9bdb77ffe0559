export type { StandardWallet, StandardWalletOptions } from '../shared/standard-wallet.ts'
export { bitcoinStandardWallet, registerBitcoinWallet } from './bitcoin-wallet.ts'
