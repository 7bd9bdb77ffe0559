import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ReceiverWarning } from '../../../core/wallet/receiver.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import type { Amount, Sent } from '../../../core/wallet/transaction.ts'
import type { CallOptions, Clock, Logger } from '../../../ports.ts'
import type { Persistence } from '../../../services/persistence.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'
import type { NamesController } from '../names/names-controller.ts'

/** What is still missing before a send can be looked at; the last that applies. Facts 9.4, `WalletSend`. */
export type SendLacks = 'valid-address' | 'address' | 'funds' | 'amount' | 'value' | 'token'

/** What the visitor is shown before they agree, read from the chain. */
export interface SendReview {
  /** What it will probably cost, in the native coin. */
  readonly fee: Amount
  /** What it costs at most, beside `deposit`: the transaction is held to both. */
  readonly mostFee: Amount
  /** Stays in an account that is made for the receiver. */
  readonly deposit: bigint
  /** In the token's smallest unit: what it keeps of the amount by itself. */
  readonly keptByToken: bigint
  /** No key belongs to the receiver: a program decides who spends from it. */
  readonly offCurve: boolean
}

/** Specification 1, section 3, "Send state". */
export interface SendState {
  readonly token?: TokenBalance | undefined
  /** As it was typed. */
  readonly sendTokenAmount: string
  /** The same in the smallest unit of the token; undefined while it is no amount. */
  readonly amount?: bigint | undefined
  /** As it was typed: an address or a name. */
  readonly receiver: string
  /** In the normal form of its family; undefined while there is none. */
  readonly receiverAddress?: string | undefined
  readonly receiverProfileName?: string | undefined
  /** An `https` URL, where the service of names has a picture of them. */
  readonly receiverProfileImageUrl?: string | undefined
  /** Whether the name is being looked up. */
  readonly resolving: boolean
  readonly warnings: readonly ReceiverWarning[]
  /** The visitor has compared an address that looks like another one. */
  readonly receiverConfirmed: boolean
  /** Undefined: it can be looked at. */
  readonly lacks?: SendLacks | undefined
  readonly review?: SendReview | undefined
  readonly reviewing: boolean
  /** Why it cannot be sent, or was not; until something changes. */
  readonly error?: LatchkeyError | undefined
  /** Whether the wallet is being asked. */
  readonly loading: boolean
}

/** What goes from whom to whom. */
export interface Transfer {
  readonly network: ChainNetwork
  readonly from: CaipAddress
  readonly to: string
  readonly token: TokenBalance
  /** In the smallest unit of the token. */
  readonly amount: bigint
}

/** For who counts. Facts 3.12. */
export interface SendEvents {
  /** The wallet is about to be asked. */
  initiated: Transfer
  /** The network has it. */
  sent: Transfer & Sent
  failed: Transfer & { readonly error: LatchkeyError }
}

/** See `SendController`. */
export interface SendCalls {
  /** Ignored for undefined. Another token is another amount. */
  setToken(token: TokenBalance | undefined): void
  /** Decimal text, as it is typed; nothing is rounded. */
  setAmount(text: string): void
  /** All that can be sent: of the native coin, what is left when the fee is paid. @throws what `ChainAdapter.estimateFee` does. */
  setMaximum(opts?: CallOptions): Promise<void>
  /**
   * An address, or a name, which is looked up half a second after the last key; only the latest text counts, and an earlier
   * receiver is gone at once. Resolves when the state says what came of it.
   */
  setReceiver(text: string): Promise<void>
  /** Confirms, or takes back, that an address that looks like a known one is the one that is meant. */
  confirmReceiver(confirmed: boolean): void
  /**
   * Reads what it costs and prepares it, so that `sendToken` reaches the wallet in the click.
   * @throws as `sendToken`, before anybody is asked.
   */
  prepareReview(opts?: CallOptions): Promise<SendReview>
  /**
   * Asks the wallet, once, and resolves when the network has the transaction. What was reviewed is what is signed: a fee above
   * `mostFee` is refused.
   * @throws `validation/unsupported-chain`, `validation/amount-and-receiver-required`, `validation/token-required`;
   * `validation/receiver-not-confirmed`; `wallet/send-in-progress` while another one waits; what `ChainAdapter.send` does.
   */
  sendToken(opts?: CallOptions): Promise<Sent>
  /** Begins anew: another account, another network, or it was sent. */
  resetSend(): void
}

export interface SendDeps extends FeatureDeps {
  readonly account: Pick<AccountController, 'state' | 'active' | 'watch' | 'updateBalance'>
  readonly network: Pick<NetworkController, 'activeNetwork' | 'watch' | 'find'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly options: Pick<OptionsController, 'state'>
  readonly router: Pick<RouterController, 'reset' | 'pushTransactionStack' | 'popTransactionStack'>
  readonly persistence: Pick<Persistence, 'getCache' | 'setCache'>
  readonly clock: Pick<Clock, 'after' | 'now'>
  readonly log: Pick<Logger, 'error' | 'debug'>
  readonly names: Pick<NamesController, 'resolve'>
}
