import type { Query } from '../../database/database.ts'
import { mostTries } from './logins.ts'

/**
 * The step of a change. In `primary`, the visitor must submit the code from the old address. In `mailing`, the code for the new
 * address isn't sent yet. In `secondary`, the visitor must submit the code from the new address.
 */
export type EmailStep = 'primary' | 'mailing' | 'secondary'

export interface NewEmailUpdate {
  readonly id: string
  readonly user: string
  readonly device: string
  readonly email: string
  /** The page on which the visitor started the change. */
  readonly site?: string | undefined
  readonly step: EmailStep
  readonly codeHash: string
  readonly ends: number
}

/** Starts a change of a user's email address. Ends an earlier change by the same user. */
export async function keepEmailUpdate(query: Query, update: NewEmailUpdate): Promise<void> {
  const { id, user, device, email, site, step, codeHash, ends } = update
  await query(
    `insert into wallet_service_email_updates (id, user_id, device, email, step, code_hash, ends_at, site)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (user_id) do update set id = excluded.id, device = excluded.device, email = excluded.email,
    site = excluded.site, step = excluded.step, code_hash = excluded.code_hash, tries = 0, ends_at = excluded.ends_at`,
    [id, user, device, email, step, codeHash, new Date(ends), site ?? null],
  )
}

export interface TriedEmailUpdate {
  readonly id: string
  readonly email: string
  readonly site: string | null
  readonly code_hash: string
}

/** Counts a try before the code is compared, so that concurrent tries all count. */
export async function tryEmailUpdate(
  query: Query,
  asked: { readonly user: string; readonly device: string; readonly step: EmailStep; readonly now: number },
): Promise<TriedEmailUpdate | 'spent' | undefined> {
  const [tried] = await query<TriedEmailUpdate & { tries: number }>(
    `update wallet_service_email_updates set tries = least(tries, $5) + 1
    where user_id = $1 and device = $2 and step = $3 and ends_at > $4 returning id, email, site, code_hash, tries`,
    [asked.user, asked.device, asked.step, new Date(asked.now), mostTries],
  )
  return tried && tried.tries > mostTries ? 'spent' : tried
}

/** Moves a change to another step. Returns false if a concurrent request has already moved it. */
export async function moveEmailUpdate(
  query: Query,
  id: string,
  { from, to }: { readonly from: EmailStep; readonly to: EmailStep },
): Promise<boolean> {
  const moved = await query(
    'update wallet_service_email_updates set step = $3 where id = $1 and step = $2 returning id',
    [id, from, to],
  )
  return moved.length > 0
}

/** Stores the code of the new address. */
export async function awaitSecondCode(
  query: Query,
  { id, codeHash, ends }: Pick<NewEmailUpdate, 'id' | 'codeHash' | 'ends'>,
): Promise<void> {
  await query(
    `update wallet_service_email_updates set step = 'secondary', code_hash = $2, tries = 0, ends_at = $3
    where id = $1 and step = 'mailing'`,
    [id, codeHash, new Date(ends)],
  )
}

/** Deletes a change that is now complete. Returns false if the change has already ended. */
export async function finishEmailUpdate(query: Query, id: string): Promise<boolean> {
  const done = await query(
    `delete from wallet_service_email_updates where id = $1 and step = 'secondary' returning id`,
    [id],
  )
  return done.length > 0
}
