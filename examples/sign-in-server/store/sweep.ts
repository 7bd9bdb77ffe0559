import type { Query } from 'latchkey/servers'
import { coarse } from './browsers.ts'

/** Deletes expired rows. Also deletes browsers without a session, after their nonces have expired. */
export async function sweep(
  query: Query,
  now: number,
  { nonce, idle }: { readonly nonce: number; readonly idle: number },
): Promise<void> {
  const at = new Date(now)
  await query('delete from nonces where ends_at <= $1', [at])
  await query('delete from sessions where ends_at <= $1', [at])
  await query(
    `delete from browsers where used_at <= $1
    or used_at <= $2 and not exists (select from sessions where browser_id = browsers.id)`,
    [new Date(now - idle), new Date(now - nonce - coarse)],
  )
}
