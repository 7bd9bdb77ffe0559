import type { Query } from '../database/database.ts'
import { newDeviceMail } from './mail/mails.ts'
import type { ServiceParts } from './parts.ts'
import { createToken, hashOf } from './secrets.ts'
import { audit } from './store/audit.ts'
import { keepDevice } from './store/devices.ts'
import { canConfirmDevices } from './store/passkeys.ts'
import { addressesOnFile } from './store/users.ts'

export interface LoggingIn {
  readonly user: string
  /** Whether this login creates the account. */
  readonly isNew: boolean
  readonly device: string
  /** The name that `deviceName` reads from the request. */
  readonly name: string
  /** The origin of the page on which the visitor logs in. Undefined if the service's options don't list this origin. */
  readonly site?: string | undefined
  readonly network: string
  readonly at: number
}

/**
 * Adds a device to an account, in the login's database transaction. The device may belong to an attacker who controls the owner's
 * mailbox or social login. If the account has a passkey that could confirm the device, the device must wait before it can sign,
 * so that the owner can notice the attack.
 * @returns A function that tells the owner about a new device, with a mail to every stored address. Call it after the
 * transaction.
 */
export async function letDeviceIn(
  { mailSender, lifetimes, random, url }: ServiceParts,
  query: Query,
  { user, isNew, device, name, site, network, at }: LoggingIn,
): Promise<() => void> {
  const waits = !isNew && (await canConfirmDevices(query, user))
  const readyAt = waits ? at + lifetimes.newDevice : undefined
  const token = createToken(random)
  // On this device, the wallet shows the devices that were added after `toldAt`. This time lies in the past: a removed device that
  // comes back then also shows the devices that were added in the meantime.
  const toldAt = isNew ? at : at - lifetimes.former
  const added = { device, name, site, toldAt, readyAt, removalHash: hashOf(token) }
  const kept = await keepDevice(query, user, added, at)
  if (!kept || isNew) return () => {}
  await audit(query, { what: 'device-added', at, user, device, network })
  const addresses = await addressesOnFile(query, user, at)
  // The token is in the fragment, which browsers don't send to a server. The page that the link opens sends the token only when
  // the visitor presses a button.
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
        // The mail sender has already reported the failure. The device stays added.
        .catch(() => {})
  }
}
