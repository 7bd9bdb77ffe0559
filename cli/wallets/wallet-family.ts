import type { CaipNetworkId, ChainNetwork, ConnectorFactory } from 'latchkey'
import type { Intercept } from 'latchkey/wallets'

/** A wallet of `latchkey/wallets` whose key this program holds. */
export interface LocalWallet {
  /** Opens the wallet. Call it outside of requests, where errors keep their codes instead of becoming wallet answers. */
  unlock(): Promise<void>
  /** Creates the wallet's connector, over the family's kind of channel. */
  connector(options: { readonly id: string; readonly name: string }): Promise<ConnectorFactory>
  /** Signs without the adapter, by the methods of the family's wallets. */
  request(call: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>
  /** The accounts that the wallet itself exposes, the selected one first. */
  accounts(): Promise<readonly string[]>
  /** The network that the wallet itself reports. Absent: each request names its network. */
  network?(): Promise<CaipNetworkId | undefined>
}

export interface WalletSettings {
  /** The initial network first. */
  readonly networks: readonly ChainNetwork[]
  /** The address from an earlier connection. With it, the wallet can answer questions about the address while it is locked. */
  readonly address?: string | undefined
  /** bip122: sighash types to sign besides those that cover the whole transaction. */
  readonly allowSighash?: readonly number[] | undefined
  /** Receives every request first. Tests use it to make the wallet return false answers. */
  readonly intercept?: Intercept | undefined
}

export interface WalletParts extends WalletSettings {
  readonly keys: () => Promise<readonly string[]>
  /** The known address as options of `latchkey/wallets`. */
  readonly known: { readonly addresses?: readonly string[]; readonly authorized: boolean }
}

export interface WalletFamily {
  /** Parses a secret into the family's canonical form; undefined if it is malformed. */
  readSecret(text: string): string | undefined
  /** Describes the family's secrets in error messages: `a private key of this chain family (64 hex digits)`. */
  readonly secretForm: string
  makeSecret(): string | Promise<string>
  /** The address of a secret, on the network if the family's addresses contain the network. */
  addressOf(secret: string, network?: ChainNetwork): Promise<string>
  /** `opened` is called when the secret is there, before it signs. */
  wallet(parts: WalletParts): Promise<Omit<LocalWallet, 'unlock'> & { opened?(): Promise<unknown> }>
}
