import type { ServiceSession } from '../../../core/wallet/wallet-service.ts'
import { letDeviceIn } from '../let-device-in.ts'
import type { ServiceParts } from '../parts.ts'
import { audit } from '../store/audit.ts'
import { type KeptIdentity, userOfIdentity } from '../store/identities.ts'
import { createSession } from '../store/sessions.ts'
import { readUser } from '../store/users.ts'

/** An identity proven at a provider, and the device that proved it. */
export interface ProvenIdentity extends Omit<KeptIdentity, 'hash'> {
  readonly issuer: string
  readonly subject: string
  readonly device: string
  /** The device's name, as `http/device-name.ts` reads it from the request. */
  readonly deviceName: string
  /** The page of the login. */
  readonly site: string
  readonly network: string
}

/**
 * Logs a device in to the account of an identity. An attacker could guess a mailed code, so a new device that logs in with a code needs the owner's
 * approval. A social login can't be guessed: the device that started the login was logged in at the provider as the owner. So a social login needs no
 * approval, but the owner gets a message. The device can't sign yet, because it doesn't hold the wallet's key. As on every new device, signing needs
 * the recovery file or a passkey.
 */
export async function logInIdentity(
  parts: ServiceParts,
  { issuer, subject, provider, name, device, deviceName, site, network }: ProvenIdentity,
): Promise<ServiceSession> {
  const { database, secrets, metrics, now } = parts
  const hash = secrets.keyedHash('identity', issuer, subject)
  const at = now()
  let tell = () => {}
  const session = await database.transaction(async (query) => {
    const user = await userOfIdentity(query, { hash, provider, name }, at)
    tell = await letDeviceIn(parts, query, {
      ...{ user: user.id, isNew: user.isNew, device, name: deviceName, site, network, at },
    })
    const tokens = await createSession(query, parts, { user: user.id, device, now: at })
    await audit(query, { what: 'login', at, user: user.id, device, network })
    metrics.count('logins', provider)
    return { ...tokens, user: await readUser(query, user.id) }
  })
  tell()
  return session
}
