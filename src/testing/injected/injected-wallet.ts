import type { Eip6963Info } from '../wallets/announce.ts'
import type { Bip122Wallet } from '../wallets/bip122.ts'
import type { CosmosWallet } from '../wallets/cosmos.ts'
import type { Eip155Wallet } from '../wallets/eip155.ts'
import type { PolkadotWallet } from '../wallets/polkadot.ts'
import type { SolanaWallet } from '../wallets/solana.ts'

/** How a page sees a Bitcoin wallet. `at` is its place from window on, where its kind leaves that open. */
export type Bip122Injection =
  | { readonly as: 'wallet-standard' }
  | { readonly as: 'unisat'; readonly at?: string }
  | { readonly as: 'leather' }
  | { readonly as: 'sats-connect'; readonly at: string }

/** One wallet of the page, of one family or of several. Its keys stay here. */
export interface InjectedWallet {
  /** How it is told from the others. */
  readonly id: string
  readonly name: string
  /** A `data:image/svg+xml;base64,` URI. */
  readonly icon: string
  readonly eip155?: {
    readonly wallet: Eip155Wallet
    readonly info: Pick<Eip6963Info, 'uuid' | 'rdns'>
    /** Also `window.ethereum`. */
    readonly legacy?: boolean
  }
  /** By wallet-standard; together with a Bitcoin wallet of that kind it is one wallet with the features of both. */
  readonly solana?: { readonly wallet: SolanaWallet }
  readonly bip122?: { readonly wallet: Bip122Wallet; readonly inject: Bip122Injection }
  /** At `window.injectedWeb3[key]`. */
  readonly polkadot?: { readonly wallet: PolkadotWallet; readonly key: string }
  /**
   * At a place from window on, such as `keplr`, `leap` or `cosmostation.providers.keplr`; another key is told by the event
   * `keystorechange` behind the place's first name, as these wallets do.
   */
  readonly cosmos?: { readonly wallet: CosmosWallet; readonly at: string }
}
