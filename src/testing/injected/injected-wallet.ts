import type { Eip6963Info } from '../wallets/announce.ts'
import type { Bip122Wallet } from '../wallets/bip122.ts'
import type { CosmosWallet } from '../wallets/cosmos.ts'
import type { Eip155Wallet } from '../wallets/eip155.ts'
import type { PolkadotWallet } from '../wallets/polkadot.ts'
import type { SolanaWallet } from '../wallets/solana.ts'

/** How a page finds a Bitcoin wallet. `at` is the wallet's path on `window`, for kinds without a fixed path. */
export type Bip122Injection =
  | { readonly as: 'wallet-standard' }
  | { readonly as: 'unisat'; readonly at?: string }
  | { readonly as: 'leather' }
  | { readonly as: 'sats-connect'; readonly at: string }

/** A wallet for the page, with one or several families. Its keys stay in this process. */
export interface InjectedWallet {
  /** Identifies the wallet among the others. */
  readonly id: string
  readonly name: string
  /** A `data:image/svg+xml;base64,` URI. */
  readonly icon: string
  readonly eip155?: {
    readonly wallet: Eip155Wallet
    readonly info: Pick<Eip6963Info, 'uuid' | 'rdns'>
    /** Whether the wallet also sets `window.ethereum`. */
    readonly legacy?: boolean
  }
  /** A wallet that registers by wallet-standard. If the Bitcoin wallet also does, the two register as one wallet. */
  readonly solana?: { readonly wallet: SolanaWallet }
  readonly bip122?: { readonly wallet: Bip122Wallet; readonly inject: Bip122Injection }
  /** A wallet at `window.injectedWeb3[key]`. */
  readonly polkadot?: { readonly wallet: PolkadotWallet; readonly key: string }
  /**
   * A wallet at a path on `window`, such as `keplr`, `leap` or `cosmostation.providers.keplr`. When another key is selected,
   * the wallet dispatches the event `{first name of the path}_keystorechange`, as these wallets do.
   */
  readonly cosmos?: { readonly wallet: CosmosWallet; readonly at: string }
}
