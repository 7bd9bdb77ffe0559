import type { Query } from '../../database/database.ts'
import { Refused } from '../refused.ts'

const day = 24 * 60 * 60_000

export interface MailingLimits {
  readonly now: number
  /** The minimum time between two mails, in ms. */
  readonly cooldown: number
  /** The maximum number of mails per day. */
  readonly max: number
}

/**
 * Counts a mail for a recipient's limits. Uses a single SQL statement, so that concurrent calls on several servers can't exceed
 * the limits. Ignores stored times in the future, which are possible after the clock was set back. So no recipient waits longer
 * than the limits require.
 * @throws `login/too-soon`, `request/too-many`
 */
export async function takeMailing(
  query: Query,
  recipient: string,
  { now, cooldown, max }: MailingLimits,
): Promise<void> {
  const at = new Date(now)
  const [taken] = await query(
    `insert into wallet_service_mailings as before (recipient, mailed_at, day_began_at, count)
    values ($1, $2, $2, 1)
    on conflict (recipient) do update set
      mailed_at = $2,
      day_began_at = case when before.day_began_at > $4 and before.day_began_at <= $2
        then before.day_began_at else $2 end,
      count = case when before.day_began_at > $4 and before.day_began_at <= $2 then before.count + 1 else 1 end
    where not (before.mailed_at > $3 and before.mailed_at <= $2)
      and not (before.day_began_at > $4 and before.day_began_at <= $2 and before.count >= $5)
    returning recipient`,
    [recipient, at, new Date(now - cooldown), new Date(now - day), max],
  )
  if (taken) return
  const [before] = await query<{ mailed_at: Date; day_began_at: Date }>(
    'select mailed_at, day_began_at from wallet_service_mailings where recipient = $1',
    [recipient],
  )
  const ready = (before?.mailed_at.getTime() ?? now) + cooldown
  if (ready > now) throw new Refused('login/too-soon', { retryAfter: secondsUntil(ready, now) })
  const tomorrow = (before?.day_began_at.getTime() ?? now) + day
  throw new Refused('request/too-many', { retryAfter: secondsUntil(tomorrow, now) })
}

/** Undoes the count of a mail that wasn't sent. */
export async function returnMailing(query: Query, recipient: string): Promise<void> {
  await query(
    `update wallet_service_mailings set mailed_at = to_timestamp(0), count = count - 1 where recipient = $1`,
    [recipient],
  )
}

function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000))
}
