import type { Described } from '../../wallets/describe/described.ts'
import type { CompletedCall, WireCall } from '../../wallets/walletconnect/family-wallet.ts'
import type { WalletNetwork } from '../networks.ts'

/** A prepared request that needs the visitor's approval. It is plain data, so that it can be passed to a window. */
export interface ApprovalRequest {
  /** The requesting page's origin, as the browser reports it. */
  readonly origin: string
  /** The page's name for itself, unverified. */
  readonly claimedName?: string | undefined
  readonly network: WalletNetwork
  /** The request in the form that is described and signed. */
  readonly call: WireCall
  /** The fields that the page left to the wallet, such as the fee. */
  readonly completed?: CompletedCall | undefined
  /** The request as received and as signed, for expert readers. */
  readonly raw: string
}

/** A request in the form that the visitor reads. */
export interface Approval extends Pick<ApprovalRequest, 'origin' | 'claimedName' | 'raw'> {
  readonly network: string
  readonly described: Described
}

/**
 * Asks the visitor. Resolves when approved.
 * @throws `ProviderError` 4001 when declined, closed or aborted; `WindowBlocked` when the wallet's window can't be opened.
 */
export type AskApproval = (request: ApprovalRequest, approval: Approval, signal: AbortSignal) => Promise<void>
