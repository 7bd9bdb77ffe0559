import type { Query } from '../../database/database.ts'
import { wideNetworkOf } from '../http/network-of.ts'

export interface AuditEntry {
  readonly what:
    | 'login-began'
    | 'login'
    | 'login-wrong-code'
    | 'device-let-in'
    | 'social-login-began'
    | 'social-login-failed'
    | 'logout'
    | 'session-reused'
    | 'wallet-made'
    | 'wallet-split'
    | 'share-given'
    | 'former-shares-given'
    | 'email-update-began'
    | 'email-updated'
    | 'passkey-kept'
    | 'device-forgotten'
    | 'device-added'
    | 'device-confirmed'
  /** In ms since the epoch. */
  readonly at: number
  readonly user?: string | undefined
  readonly device?: string | undefined
  /** The client network. To stay anonymous, the entry contains only a wider network. */
  readonly network: string
}

/** Adds an entry to the audit log. An entry contains no codes, tokens, shares or email addresses. */
export async function audit(query: Query, { what, at, user, device, network }: AuditEntry): Promise<void> {
  await query(
    'insert into wallet_service_audit (at, what, user_id, device, network) values ($1, $2, $3, $4, $5)',
    [new Date(at), what, user ?? null, device ?? null, wideNetworkOf(network)],
  )
}
