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
  /** See `deviceName`. */
  readonly deviceName: string
  /** The page of the login. */
  readonly site: string
  readonly network: string
}

/**
 * Logs a device in to the account of an identity. A mailed code can be guessed, so with a code, a new device needs the owner's
 * approval. A social login can't be guessed: on the device that started it, the visitor was logged in at the provider as the
 * owner. So it needs no approval, but the owner gets a message. The wallet's key isn't on the device yet: signing needs the
 * recovery file or a passkey, as on every new device.
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
