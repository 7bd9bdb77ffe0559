import type { ServiceSession } from '../../../core/wallet/wallet-service.ts'
import { letDeviceIn } from '../let-device-in.ts'
import type { ServiceParts } from '../parts.ts'
import { audit } from '../store/audit.ts'
import { type KeptIdentity, userOfIdentity } from '../store/identities.ts'
import { createSession } from '../store/sessions.ts'
import { readUser } from '../store/users.ts'

/** A visitor's identity at a provider, and the device that proved this identity. */
export interface ProvenIdentity extends Omit<KeptIdentity, 'hash'> {
  readonly issuer: string
  readonly subject: string
  readonly device: string
  /** The name that `deviceName` reads from the request. */
  readonly deviceName: string
  readonly site: string
  readonly network: string
}

/**
 * Logs a device in to the account of an identity. The owner needn't approve the device, because the device is logged in at the
 * provider as the owner. (A login with a mailed code needs an approval, because an attacker could guess the code.) The owner gets
 * a message about a new device. To sign, a new device must first restore the key with the recovery file or a passkey.
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
