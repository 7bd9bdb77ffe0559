import type { ServiceWallet } from '../../core/wallet/wallet-service.ts'
import type { CompletedCall, WireCall } from '../../wallets/walletconnect/family-wallet.ts'
import type { Secrets } from '../keys/secrets.ts'
import type { Family, WalletNetwork } from '../networks.ts'

/** A request ready to be shown. It signs exactly what is shown. */
export interface Prepared {
  readonly family: Family
  readonly network: WalletNetwork
  /** The request in the form that is described to the visitor. */
  readonly call: WireCall
  /** The fields that the page left to the wallet, such as the fee. */
  readonly completed?: CompletedCall | undefined
  /** The smart account's user operation, if the wallet signs this operation instead of the request itself. */
  readonly operation?: object | undefined
  /** Signs, and resolves with the answer in the page's format. */
  sign(secrets: Secrets): Promise<unknown>
  /**
   * Turns the signed result into the page's answer. Present if this takes time: meanwhile the key is already locked, and the next request can start.
   */
  settle?(signed: unknown): Promise<unknown>
}

/**
 * Prepares a request of a chain family. `network` is the active one when the request arrived.
 * @throws `ProviderError` when this wallet does not sign the request.
 */
export type Prepare = (call: WireCall, wallet: ServiceWallet, network: WalletNetwork) => Promise<Prepared>
