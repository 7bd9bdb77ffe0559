import type { Query } from '../database/database.ts'
import { newDeviceMail } from './mail/mails.ts'
import type { ServiceParts } from './parts.ts'
import { createToken, hashOf } from './secrets.ts'
import { audit } from './store/audit.ts'
import { keepDevice } from './store/devices.ts'
import { canConfirmDevices } from './store/passkeys.ts'
import { addressesOnFile } from './store/users.ts'

/** A device at the end of a login. */
export interface LoggingIn {
  readonly user: string
  /** Whether this login creates the account. */
  readonly isNew: boolean
  readonly device: string
  /** The device's name, as `http/device-name.ts` reads it from the request. */
  readonly name: string
  /** The page of the login, if it is a configured one. */
  readonly site?: string | undefined
  readonly network: string
  readonly at: number
}

/**
 * Adds a device to an account, in the transaction of its login. If a passkey could confirm the new device, the device must wait before it may use the
 * key. An attacker can take over a mailbox or an account at a provider, and the owner needs time to notice.
 * @returns A function that tells the owner about a new device, at every stored address. Call it after the transaction.
 */
export async function letDeviceIn(
  { mailSender, lifetimes, random, url }: ServiceParts,
  query: Query,
  { user, isNew, device, name, site, network, at }: LoggingIn,
): Promise<() => void> {
  const waits = !isNew && (await canConfirmDevices(query, user))
  const readyAt = waits ? at + lifetimes.newDevice : undefined
  const token = createToken(random)
  // A device that was removed and added again must show the devices that were added in the meantime.
  const toldAt = isNew ? at : at - lifetimes.former
  const added = { device, name, site, toldAt, readyAt, removalHash: hashOf(token) }
  const kept = await keepDevice(query, user, added, at)
  if (!kept || isNew) return () => {}
  await audit(query, { what: 'device-added', at, user, device, network })
  const addresses = await addressesOnFile(query, user, at)
  // Put the token into the fragment, so that no server receives it before the visitor presses the button.
  const link = `${url}/device/remove#${token}`
  return () => {
    for (const to of addresses)
      mailSender
        .send({
          kind: 'new-device',
          site,
          device: name,
          write: (facts) => newDeviceMail(to, { link, readyAt }, facts),
        })
        // The device is already added, and the mail sender has reported the failure.
        .catch(() => {})
  }
}
