import type { CaipNetworkId, ChainNetwork, ConnectorFactory } from 'latchkey'

type Listener = (payload: never) => void

/**
 * A wallet run by this program. Requests are EIP-1193 calls on eip155, elsewhere the methods or features of the family's
 * wallets. The family's connector adapts it to the shape of its channel.
 */
export interface ActingWallet {
  request(call: { method: string; params?: readonly unknown[] | object | undefined }): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
  /** Opens the wallet. Call it outside of requests, where errors keep their codes instead of becoming wallet answers. */
  unlock(): Promise<void>
}

export interface ActingWalletOptions {
  /** The initial network first. */
  readonly networks: readonly ChainNetwork[]
  /** Known from an earlier connection; lets the wallet answer questions about it while locked. */
  readonly address?: string | undefined
  /** bip122: sighash types to sign besides those that cover the whole transaction. */
  readonly allowSighash?: readonly number[] | undefined
  /** Called once, before the first approval or signature. Resolves with the secret. */
  readonly open: () => Promise<string>
}

/** Keys and wallets of one family. */
export interface WalletFamily {
  /** Parses a secret into the family's canonical form; undefined if it is malformed. */
  readSecret(text: string): string | undefined
  /** Describes the family's secrets in error messages: `a private key of this chain family (64 hex digits)`. */
  readonly secretForm: string
  /** Creates a secret from the system's randomness. */
  makeSecret(): string | Promise<string>
  /** The address of a secret, spelled for a network if the family does that. */
  addressOf(secret: string, network?: ChainNetwork): Promise<string>
  /** Creates a wallet that stays locked, and asks for no password, until its key is needed. */
  actingWallet(options: ActingWalletOptions): ActingWallet
  /** Creates the connector of the wallet, over the family's kind of channel. */
  connector(options: {
    readonly id: string
    readonly name: string
    readonly wallet: ActingWallet
  }): Promise<ConnectorFactory>
  /** The accounts that the wallet itself exposes, the selected one first. */
  accountsOf(wallet: ActingWallet): Promise<readonly string[]>
  /** The network that the wallet itself reports; undefined for wallets without a current network. */
  networkOf(wallet: ActingWallet): Promise<CaipNetworkId | undefined>
}
