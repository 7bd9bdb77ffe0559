import type { ApprovalRequest } from './approval.ts'

/** A change of the address that can log in. */
export interface EmailChange {
  /** Absent if the account has no address yet. */
  readonly old?: string | undefined
  readonly email: string
}

/** The message of the page that asks for the change (S2.7). No RPC method has this name. */
const method = 'UPDATE_EMAIL'

/** Returns the change as a request that the visitor approves like a signing request. */
export function emailChangeRequest(
  { old, email }: EmailChange,
  asker: Pick<ApprovalRequest, 'origin' | 'claimedName' | 'network'>,
): ApprovalRequest {
  const call = { method, params: { old, email } }
  return { ...asker, call, raw: JSON.stringify(call.params) }
}

/** Returns the change that a request asks for, or undefined for any other request. */
export function emailChangeIn({ call }: Pick<ApprovalRequest, 'call'>): EmailChange | undefined {
  return call.method === method ? (call.params as EmailChange) : undefined
}
