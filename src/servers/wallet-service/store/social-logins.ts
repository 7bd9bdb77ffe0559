import type { Query } from '../../database/database.ts'

/** A pending login at a provider. */
export interface SocialLogin {
  /** The hash of the state that goes to the provider and comes back. */
  readonly stateHash: string
  readonly provider: string
  /** The device that started the login; only it may complete it. */
  readonly device: string
  /** The page that started the login; only it receives the result. */
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

/** The page that started a login; undefined if none is pending. */
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

/** Consumes a device's login; undefined if none is pending. */
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
