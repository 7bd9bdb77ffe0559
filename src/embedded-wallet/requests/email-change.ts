import type { ApprovalRequest } from './approval.ts'

/** A change of the email address with which the visitor logs in. */
export interface EmailChange {
  /** The current address. Undefined if the account has no address yet. */
  readonly old?: string | undefined
  readonly email: string
}

/** The event of the page that requests the change (S2.7). No RPC method has this name. */
const method = 'UPDATE_EMAIL'

/** Returns the change as a request, which the visitor approves like a request to sign. */
export function emailChangeRequest(
  { old, email }: EmailChange,
  asker: Pick<ApprovalRequest, 'origin' | 'claimedName' | 'network'>,
): ApprovalRequest {
  const call = { method, params: { old, email } }
  return { ...asker, call, raw: JSON.stringify(call.params) }
}

/** Returns the change in a request. Returns undefined for other requests. */
export function emailChangeIn({ call }: Pick<ApprovalRequest, 'call'>): EmailChange | undefined {
  return call.method === method ? (call.params as EmailChange) : undefined
}
