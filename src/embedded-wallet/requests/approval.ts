import type { Described } from '../../wallets/describe/described.ts'

/** What the visitor is asked, as plain data: it is also handed to a window of its own. */
export interface Approval {
  /** The page that asks, by the browser's word. */
  readonly origin: string
  /** How the page calls itself. */
  readonly claimedName?: string | undefined
  readonly network: string
  readonly described: Described
  /** The request as it came and as it is signed, for those who read it. */
  readonly raw: string
}

/** Asks the visitor. Resolves when approved. @throws `ProviderError` 4001 when declined or closed, or given up by the signal. */
export type AskApproval = (approval: Approval, signal: AbortSignal) => Promise<void>
