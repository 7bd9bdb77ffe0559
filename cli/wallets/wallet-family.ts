import type { CaipNetworkId, ChainNetwork, ConnectorFactory, NodeHealth } from 'latchkey'
import type { Intercept } from 'latchkey/wallets'

/** A wallet of `latchkey/wallets` whose key this program has. */
export interface LocalWallet {
  /**
   * Opens the wallet. Call this function outside of requests, because within a request, an error of this function would become
   * the wallet's answer.
   */
  unlock(): Promise<void>
  connector(options: { readonly id: string; readonly name: string }): Promise<ConnectorFactory>
  /** Signs without the adapter. The methods are those of the family's wallets. */
  request(call: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>
  /** Asks the wallet itself for its accounts. The selected account comes first. */
  accounts(): Promise<readonly string[]>
  /** Asks the wallet itself for its network. Absent if each request names its network. */
  network?(): Promise<CaipNetworkId | undefined>
}

export interface WalletSettings {
  /** The wallet starts on the first network. */
  readonly networks: readonly ChainNetwork[]
  /** The address of an earlier connection. A locked wallet reports this address. */
  readonly address?: string | undefined
  /** bip122: sighash types to allow, in addition to the types that cover the whole transaction. */
  readonly allowSighash?: readonly number[] | undefined
  /** The health of the nodes, shared with the command's client. */
  readonly health?: NodeHealth | undefined
  /** Gets every request first. Tests use it to return false answers. */
  readonly intercept?: Intercept | undefined
}

export interface WalletParts extends WalletSettings {
  readonly keys: () => Promise<readonly string[]>
  /** The options of `latchkey/wallets` that contain the known address. */
  readonly known: { readonly addresses?: readonly string[]; readonly authorized: boolean }
}

export interface WalletFamily {
  /** Parses a secret into the family's canonical form; undefined if it is malformed. */
  readSecret(text: string): string | undefined
  /** Describes a secret in error messages, such as `a private key of this chain family (64 hex digits)`. */
  readonly secretForm: string
  makeSecret(): string | Promise<string>
  /** Returns the address of a secret. In some families, the address contains the network. */
  addressOf(secret: string, network?: ChainNetwork): Promise<string>
  /** `opened` is called after the secret is read, and before the wallet signs. */
  wallet(parts: WalletParts): Promise<Omit<LocalWallet, 'unlock'> & { opened?(): Promise<unknown> }>
}
