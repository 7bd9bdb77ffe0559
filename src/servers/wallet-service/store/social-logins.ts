import type { Query } from '../../database/database.ts'

export interface SocialLogin {
  /** The hash of the state. The state is sent to the provider, and comes back with the answer. */
  readonly stateHash: string
  readonly provider: string
  /** The device that started the login. Only this device can complete it. */
  readonly device: string
  /** The device's name, such as "Firefox on Linux", from the headers of the request (`http/device-name.ts`). */
  readonly deviceName: string
  /** The page that started the login. Only this page gets the result. */
  readonly site: string
  readonly ends: number
}

export async function keepSocialLogin(
  query: Query,
  { stateHash, provider, device, deviceName, site, ends }: SocialLogin,
): Promise<void> {
  await query(
    `insert into wallet_service_social_logins (state_hash, provider, device, device_name, site, ends_at)
    values ($1, $2, $3, $4, $5, $6)`,
    [stateHash, provider, device, deviceName, site, new Date(ends)],
  )
}

type Found = Pick<SocialLogin, 'stateHash' | 'provider'> & { readonly now: number }

/**
 * Binds a login to the first browser that opens the provider's page. The visitor can open the page again, but only in the same browser.
 * @returns The page that started the login; undefined if no login is pending, or if the login is bound to another browser.
 */
export async function bindSocialLogin(
  query: Query,
  { stateHash, provider, browserHash, now }: Found & { readonly browserHash: string },
): Promise<string | undefined> {
  const [login] = await query<{ site: string }>(
    `update wallet_service_social_logins set browser_hash = $3
    where state_hash = $1 and provider = $2 and coalesce(browser_hash, $3) = $3 and ends_at > $4 returning site`,
    [stateHash, provider, browserHash, new Date(now)],
  )
  return login?.site
}

/**
 * Stores the hash of the provider's answer, if the answer comes from the browser that the login is bound to. Only this answer can
 * complete the login.
 * @returns The page and the device that started the login. Undefined if there is no login, if it is bound to another browser, or if
 * it already has another answer.
 */
export async function returnSocialLogin(
  query: Query,
  {
    stateHash,
    provider,
    browserHash,
    answerHash,
    now,
  }: Found & { readonly browserHash: string; readonly answerHash: string },
): Promise<Pick<SocialLogin, 'site' | 'deviceName'> | undefined> {
  const [login] = await query<{ site: string; device_name: string | null }>(
    `update wallet_service_social_logins set answer_hash = $4
    where state_hash = $1 and provider = $2 and browser_hash = $3 and coalesce(answer_hash, $4) = $4 and ends_at > $5
    returning site, device_name`,
    [stateHash, provider, browserHash, answerHash, new Date(now)],
  )
  return login && { site: login.site, deviceName: login.device_name ?? 'an unknown browser' }
}

/**
 * Deletes a device's login and returns its page. Returns undefined if the device has no login, or if the provider's answer has
 * another hash than the stored one.
 */
export async function takeSocialLogin(
  query: Query,
  {
    stateHash,
    provider,
    device,
    answerHash,
    now,
  }: Found & { readonly device: string; readonly answerHash: string },
): Promise<string | undefined> {
  const [taken] = await query<{ site: string }>(
    `delete from wallet_service_social_logins
    where state_hash = $1 and provider = $2 and device = $3 and answer_hash = $4 and ends_at > $5 returning site`,
    [stateHash, provider, device, answerHash, new Date(now)],
  )
  return taken?.site
}
