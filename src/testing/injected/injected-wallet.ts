import type { Eip6963Info } from '../wallets/announce.ts'
import type { Bip122Wallet } from '../wallets/bip122.ts'
import type { CosmosWallet } from '../wallets/cosmos.ts'
import type { Eip155Wallet } from '../wallets/eip155.ts'
import type { PolkadotWallet } from '../wallets/polkadot.ts'
import type { SolanaWallet } from '../wallets/solana.ts'

/** How a page finds a Bitcoin wallet. `at` is the wallet's path on `window`. Default for `unisat`: `unisat`. */
export type Bip122Injection =
  | { readonly as: 'wallet-standard' }
  | { readonly as: 'unisat'; readonly at?: string }
  | { readonly as: 'leather' }
  | { readonly as: 'sats-connect'; readonly at: string }

/** A wallet of one or several families that is injected into pages. Its keys stay in this process. */
export interface InjectedWallet {
  /** The wallet's unique id. */
  readonly id: string
  readonly name: string
  /** The icon as a `data:image/svg+xml;base64,` URI. */
  readonly icon: string
  readonly eip155?: {
    readonly wallet: Eip155Wallet
    readonly info: Pick<Eip6963Info, 'uuid' | 'rdns'>
    /** Whether the wallet also sets `window.ethereum`. */
    readonly legacy?: boolean
  }
  /**
   * A wallet that registers itself by wallet-standard. If the Bitcoin wallet also registers itself this way, both register as one
   * wallet.
   */
  readonly solana?: { readonly wallet: SolanaWallet }
  readonly bip122?: { readonly wallet: Bip122Wallet; readonly inject: Bip122Injection }
  /** A wallet at `window.injectedWeb3[key]`. */
  readonly polkadot?: { readonly wallet: PolkadotWallet; readonly key: string }
  /**
   * A wallet at a path on `window`, such as `keplr`, `leap` or `cosmostation.providers.keplr`. When another key is selected,
   * the wallet emits the event `{first name of the path}_keystorechange`, as real wallets of this kind do.
   */
  readonly cosmos?: { readonly wallet: CosmosWallet; readonly at: string }
}
