import type { Query } from '../../database/database.ts'

/** A login at a provider under way. */
export interface SocialLogin {
  /** Of the state that goes to the provider and comes back. */
  readonly stateHash: string
  readonly provider: string
  /** The device that began it, which alone may end it. */
  readonly device: string
  /** The page that began it: nobody else is told what came of it. */
  readonly site: string
  readonly ends: number
}

export async function keepSocialLogin(
  query: Query,
  { stateHash, provider, device, site, ends }: SocialLogin,
): Promise<void> {
  await query(
    `insert into wallet_service_social_logins (state_hash, provider, device, site, ends_at)
    values ($1, $2, $3, $4, $5)`,
    [stateHash, provider, device, site, new Date(ends)],
  )
}

/** The page that began a login; undefined where there is none under way. */
export async function siteOfSocialLogin(
  query: Query,
  {
    stateHash,
    provider,
    now,
  }: { readonly stateHash: string; readonly provider: string; readonly now: number },
): Promise<string | undefined> {
  const [login] = await query<{ site: string }>(
    'select site from wallet_service_social_logins where state_hash = $1 and provider = $2 and ends_at > $3',
    [stateHash, provider, new Date(now)],
  )
  return login?.site
}

/** Takes a login of a device, once. Undefined where there is none. */
export async function takeSocialLogin(
  query: Query,
  {
    stateHash,
    provider,
    device,
    now,
  }: Pick<SocialLogin, 'stateHash' | 'provider' | 'device'> & { readonly now: number },
): Promise<boolean> {
  const taken = await query(
    `delete from wallet_service_social_logins
    where state_hash = $1 and provider = $2 and device = $3 and ends_at > $4 returning state_hash`,
    [stateHash, provider, device, new Date(now)],
  )
  return taken.length > 0
}
