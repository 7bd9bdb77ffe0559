import { Hono } from 'hono'
import * as z from 'zod'
import type { ServicePasskey } from '../../../core/wallet/wallet-service.ts'
import { readBody } from '../http/read-body.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { audit } from '../store/audit.ts'
import { isKnownDevice, requireReadyDevice } from '../store/devices.ts'
import { keepPasskey, readPasskeys } from '../store/passkeys.ts'

/** The most passkeys per user. */
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
}) satisfies z.ZodType<ServicePasskey>

/** `/api/wallet/passkeys`: the visitor's key shares, each encrypted with a passkey. */
export function passkeyRoutes({ database, now }: ServiceParts): Hono<ServiceEnv> {
  const { query } = database
  return new Hono<ServiceEnv>()
    .use(async (c, next) => {
      if (!(await isKnownDevice(query, c.var.loggedIn.user, c.var.device)))
        throw new Refused('device/unknown')
      await next()
    })
    .get('/', async (c) => c.json(await readPasskeys(query, c.var.loggedIn.user)))
    .put('/', async (c) => {
      const made = await readBody(c, passkey)
      const { loggedIn, device, network } = c.var
      const at = now()
      await requireReadyDevice(query, loggedIn.user, device, at)
      if (!(await keepPasskey(query, loggedIn.user, made, { now: at, max: maxPasskeys })))
        throw new Refused('wallet/other-version')
      await audit(query, { what: 'passkey-kept', at, user: loggedIn.user, device, network })
      return c.json(made)
    })
}
