export type { CatalogueWallet as Listed } from '../core/wallet/catalogue-wallet.ts'
