import type { ServiceWallet } from '../../core/wallet/wallet-service.ts'
import type { CompletedCall, WireCall } from '../../wallets/walletconnect/family-wallet.ts'
import type { Secrets } from '../keys/secrets.ts'
import type { Family, WalletNetwork } from '../networks.ts'

/** A request that is ready to be shown. Exactly this request is signed. */
export interface Prepared {
  readonly family: Family
  readonly network: WalletNetwork
  /** The request as it is described to the visitor. */
  readonly call: WireCall
  /** The request with the fields that the wallet set because the page omitted them, such as the fee. */
  readonly completed?: CompletedCall | undefined
  /** The user operation of the smart account, if it is signed instead of the request. */
  readonly operation?: object | undefined
  /** Signs the request. Resolves with the page's answer, or with the argument of `settle`. */
  sign(secrets: Secrets): Promise<unknown>
  /**
   * Converts the signed result to the page's answer. Set only if the conversion takes time. During the conversion, the key is
   * no longer in use, and the next request can start.
   */
  settle?(signed: unknown): Promise<unknown>
}

/**
 * Prepares a request of a chain family. `network` is the network that was active when the request arrived.
 * @throws `ProviderError` if this wallet doesn't sign the request.
 */
export type Prepare = (call: WireCall, wallet: ServiceWallet, network: WalletNetwork) => Promise<Prepared>
