import type { Family } from '../families/families.ts'
import type { WalletFamily } from './wallet-family.ts'

const table: Readonly<Record<Family, () => Promise<WalletFamily>>> = {
  eip155: async () => (await import('./eip155.ts')).eip155Wallets,
  solana: async () => (await import('./solana.ts')).solanaWallets,
  bip122: async () => (await import('./bip122.ts')).bip122Wallets,
  polkadot: async () => (await import('./polkadot.ts')).polkadotWallets,
  cosmos: async () => (await import('./cosmos.ts')).cosmosWallets,
}

export function walletFamily(family: Family): Promise<WalletFamily> {
  return table[family]()
}
