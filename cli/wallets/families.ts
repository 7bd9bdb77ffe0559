import { loadOnce } from '../../src/core/async/load-once.ts'
import { type Family, familyOf } from '../families/families.ts'
import type { LocalWallet, WalletFamily, WalletSettings } from './wallet-family.ts'

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

export interface LocalWalletOptions extends WalletSettings {
  /** Resolves with the secret. Is called before the first approval or signature, and again only after a failure. */
  readonly open: () => Promise<string>
}

/** Creates a local wallet. The wallet stays locked, and asks for no password, until its key is needed. */
export async function localWallet({ open, ...settings }: LocalWalletOptions): Promise<LocalWallet> {
  const { networks, address } = settings
  const [network] = networks
  const { wallet } = await walletFamily(familyOf(network ?? { chainNamespace: 'eip155' }))
  const keys = loadOnce(async () => [await open()]).load
  const known = address === undefined ? { authorized: false } : { addresses: [address], authorized: true }
  const { opened, ...made } = await wallet({ ...settings, keys, known })
  return {
    ...made,
    async unlock() {
      await keys()
      await opened?.()
    },
  }
}
