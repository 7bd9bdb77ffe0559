import { Hono } from 'hono'
import * as z from 'zod'
import { frameDefaults } from '../../../core/limits.ts'
import { type NewPasskey, passkeyProofText } from '../../../core/wallet/wallet-service.ts'
import { deviceName } from '../http/device-name.ts'
import { readBody } from '../http/read-body.ts'
import { isSignedByKey, keyProofForm } from '../key-proof.ts'
import { newPasskeyMail } from '../mail/mails.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { audit } from '../store/audit.ts'
import { isKnownDevice, requireReadyDevice, tellDevice } from '../store/devices.ts'
import { keepPasskey, readPasskeys } from '../store/passkeys.ts'
import { addressesOnFile } from '../store/users.ts'
import { readWallet } from '../store/wallets.ts'
import { toldBody } from './devices.ts'

/** The maximum number of passkeys per user. */
const maxPasskeys = 20

export const passkeyId = z
  .string()
  .regex(/^[\w-]+$/)
  .max(1400)
export const confirmKey = z.string().regex(/^[\w-]{43}$/)

const passkey = z.object({
  id: passkeyId,
  version: z.int().min(1).max(1_000_000),
  sealed: z.base64().min(40).max(400),
  confirmKey: confirmKey.optional(),
  proof: z.string().regex(keyProofForm).optional(),
}) satisfies z.ZodType<NewPasskey>

/** Serves `/api/wallet/passkeys`: the visitor's key shares, each encrypted with a passkey. */
export function passkeyRoutes({ database, mailSender, url, now }: ServiceParts): Hono<ServiceEnv> {
  const { query } = database
  return new Hono<ServiceEnv>()
    .use(async (c, next) => {
      if (!(await isKnownDevice(query, c.var.loggedIn.user, c.var.device)))
        throw new Refused('device/unknown')
      await next()
    })
    .get('/', async (c) => c.json(await readPasskeys(query, c.var.loggedIn.user, c.var.device)))
    .put('/', async (c) => {
      const { proof = '', ...made } = await readBody(c, passkey)
      const { loggedIn, device, network } = c.var
      const { user } = loggedIn
      const at = now()
      await requireReadyDevice(query, user, device, at)
      // A passkey can confirm devices. So an attacker who logs in without the key must not be able to add a passkey.
      const address = (await readWallet(query, user))?.addresses.eip155
      if (!address || !(await isSignedByKey(passkeyProofText(user, made), proof, address)))
        throw new Refused('wallet/wrong-proof')
      const by = { device, name: deviceName(c) }
      if (!(await keepPasskey(query, user, made, { by, now: at, max: maxPasskeys })))
        throw new Refused('wallet/other-version')
      await audit(query, { what: 'passkey-kept', at, user, device, network })
      for (const to of await addressesOnFile(query, user, at))
        mailSender
          .send({
            kind: 'new-passkey',
            device: by.name,
            write: (facts) => newPasskeyMail(to, `${url}/${frameDefaults.dashboardPath}`, facts),
          })
          // The mail sender has already reported the failure. The passkey stays stored.
          .catch(() => {})
      return c.json(made)
    })
    .post('/told', async (c) => {
      const { until } = await readBody(c, toldBody)
      await tellDevice(query, c.var.loggedIn.user, {
        device: c.var.device,
        of: 'passkeys',
        until: Math.min(until, now()),
      })
      return c.json({})
    })
}
