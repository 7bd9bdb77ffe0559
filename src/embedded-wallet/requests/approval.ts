import type { Described } from '../../wallets/describe/described.ts'

/** A request to approve, as plain data, so that it can also be passed to a window. */
export interface Approval {
  /** The requesting page's origin, as the browser reports it. */
  readonly origin: string
  /** The page's name for itself, unverified. */
  readonly claimedName?: string | undefined
  readonly network: string
  readonly described: Described
  /** The request as received and as signed, for expert readers. */
  readonly raw: string
}

/** Asks the visitor. Resolves when approved. @throws `ProviderError` 4001 when declined, closed or aborted. */
export type AskApproval = (approval: Approval, signal: AbortSignal) => Promise<void>
