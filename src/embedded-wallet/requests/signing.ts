import type { ServiceWallet } from '../../core/wallet/wallet-service.ts'
import type { CompletedCall, WireCall } from '../../wallets/walletconnect/family-wallet.ts'
import type { Secrets } from '../keys/secrets.ts'
import type { Family, WalletNetwork } from '../networks.ts'

/** A request that is ready to be shown, and signs exactly what is shown. */
export interface Prepared {
  readonly family: Family
  readonly network: WalletNetwork
  /** The request in the form that describes it. */
  readonly call: WireCall
  /** With what the page left to the wallet, such as the fee. */
  readonly completed?: CompletedCall | undefined
  /** What is signed, where it is another thing than the request: the operation of a smart account. */
  readonly operation?: object | undefined
  /** Signs, and resolves with the answer in the page's form. */
  sign(secrets: Secrets): Promise<unknown>
  /** Makes the page's answer of what was signed, where that takes waiting: the key is locked and the next request asked by then. */
  settle?(signed: unknown): Promise<unknown>
}

/**
 * Prepares the requests of a family. `network` is where it was when the request came. @throws `ProviderError` for what this wallet does not sign.
 */
export type Prepare = (call: WireCall, wallet: ServiceWallet, network: WalletNetwork) => Promise<Prepared>
