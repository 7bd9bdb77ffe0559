import type { ServiceUser } from '../../core/wallet/wallet-service.ts'
import type { Described } from '../../wallets/describe/described.ts'
import type { CompletedCall, WireCall } from '../../wallets/walletconnect/family-wallet.ts'
import type { WalletNetwork } from '../networks.ts'

/** A request that needs the visitor's approval. It is plain data, so that it can be sent to a window. */
export interface ApprovalRequest {
  /** The origin of the page that sent the request, as the browser reports it. */
  readonly origin: string
  /** The name that the page gives itself. It isn't verified. */
  readonly claimedName?: string | undefined
  readonly network: WalletNetwork
  /** The request that is described and signed. */
  readonly call: WireCall
  /** The request with the fields that the wallet set because the page omitted them, such as the fee. */
  readonly completed?: CompletedCall | undefined
  /** The request as received, followed by the completed request or the user operation. The wallet shows this text to experts. */
  readonly raw: string
}

/** A request as the visitor reads it. */
export interface Approval extends Pick<ApprovalRequest, 'origin' | 'claimedName' | 'raw'> {
  readonly network: string
  readonly described: Described
}

/**
 * Asks the visitor. Resolves if the visitor approves. `user` is the logged-in user, if the caller knows who it is.
 * @throws `ProviderError` 4001 if the visitor declines or closes the request, or the signal aborts; `WindowBlocked` if the
 * wallet's window can't be opened.
 */
export type AskApproval = (
  request: ApprovalRequest,
  approval: Approval,
  signal: AbortSignal,
  user?: ServiceUser,
) => Promise<void>
