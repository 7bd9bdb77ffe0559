import type { CaipNetworkId, ChainNetwork, ConnectorFactory } from 'latchkey'

type Listener = (payload: never) => void

/**
 * The wallet that the program is. It is asked by method: EIP-1193 on eip155, elsewhere the methods or features of the
 * family's wallets. The connector of the family gives it the shape that its channel has.
 */
export interface ActingWallet {
  request(call: { method: string; params?: readonly unknown[] | object | undefined }): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
  /** Opens the wallet where its errors are the program's own; inside a request they would read as a wallet's answer. */
  unlock(): Promise<void>
}

export interface ActingWalletOptions {
  /** Where it starts, then the others that it knows. */
  readonly networks: readonly ChainNetwork[]
  /** Known from an earlier connection: questions about it are answered without opening the wallet. */
  readonly address?: string | undefined
  /** bip122: the sighash types that it signs beside those of the whole transaction. */
  readonly allowSighash?: readonly number[] | undefined
  /** Called once, when something has to be approved or signed. Resolves with the secret. */
  readonly open: () => Promise<string>
}

/** Keys and wallets of one family. */
export interface WalletFamily {
  /** A secret in the family's canonical writing; undefined when the text is none. */
  readSecret(text: string): string | undefined
  /** What a secret of the family is, for who gave something else: `a private key of this chain family (64 hex digits)`. */
  readonly secretForm: string
  /** A new secret, from the system's randomness. */
  makeSecret(): string | Promise<string>
  /** The address of a secret, on a network where that makes a difference. */
  addressOf(secret: string, network?: ChainNetwork): Promise<string>
  /** Stays locked, and asks for no password, until its key is needed. */
  actingWallet(options: ActingWalletOptions): ActingWallet
  /** Reaches the wallet through the library, with whatever channel the family has. */
  connector(options: {
    readonly id: string
    readonly name: string
    readonly wallet: ActingWallet
  }): Promise<ConnectorFactory>
  /** What the wallet itself says, past the library: the accounts that it shows us, the selected one first. */
  accountsOf(wallet: ActingWallet): Promise<readonly string[]>
  /** Where the wallet itself is; undefined for wallets that are on no network. */
  networkOf(wallet: ActingWallet): Promise<CaipNetworkId | undefined>
}
