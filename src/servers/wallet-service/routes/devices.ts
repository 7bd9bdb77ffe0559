import { verify } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { confirmDeviceText, type ServiceDevice } from '../../../core/wallet/wallet-service.ts'
import { readBody } from '../http/read-body.ts'
import { takeRate } from '../http/take-rate.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { audit } from '../store/audit.ts'
import {
  type DeviceRow,
  forgetDevice,
  readDevices,
  readyDevice,
  requireReadyDevice,
  tellDevice,
} from '../store/devices.ts'
import { readConfirmKey } from '../store/passkeys.ts'

const time = z.int().min(0)
export const toldBody = z.object({ until: time })
const confirmBody = z.object({
  passkey: z.string().max(1400),
  knownAt: time,
  proof: z.string().regex(/^[\w-]{86}$/),
})

/** Serves `/api/devices`: the account's devices. */
export function devicesRoutes({ database, limits, now }: ServiceParts): Hono<ServiceEnv> {
  const { query } = database
  return new Hono<ServiceEnv>()
    .get('/', async (c) => {
      const at = now()
      const devices = await readDevices(query, c.var.loggedIn.user, at)
      const told = devices.find(({ device }) => device === c.var.device)?.told_at?.getTime() ?? at
      return c.json(devices.map((row) => listed(row, { isThis: row.device === c.var.device, told, at })))
    })
    .post('/told', async (c) => {
      const { until } = await readBody(c, toldBody)
      await tellDevice(query, c.var.loggedIn.user, {
        device: c.var.device,
        of: 'devices',
        until: Math.min(until, now()),
      })
      return c.json({})
    })
    .post('/confirm', async (c) => {
      const { loggedIn, device, network } = c.var
      takeRate(limits.tries, network)
      const { passkey, knownAt, proof } = await readBody(c, confirmBody)
      const { user } = loggedIn
      const key = await readConfirmKey(query, user, passkey)
      const text = confirmDeviceText(user, { device, knownAt })
      if (key === undefined || !isSignedBy(key, text, proof)) throw new Refused('device/wrong-passkey')
      if (!(await readyDevice(query, user, { device, knownAt }))) throw new Refused('device/unknown')
      await audit(query, { what: 'device-confirmed', at: now(), user, device, network })
      return c.json({})
    })
    .delete('/:device', async (c) => {
      const { loggedIn, device, network } = c.var
      const { user } = loggedIn
      const removed = c.req.param('device')
      await database.transaction(async (query) => {
        // A new device that can't use the key yet must not remove the owner's devices.
        if (removed !== device) await requireReadyDevice(query, user, device, now())
        await forgetDevice(query, user, removed)
        await audit(query, { what: 'device-forgotten', at: now(), user, device, network })
      })
      return c.json({})
    })
}

function listed(
  { device, known_at, ready_at, name, site, is_logged_in }: DeviceRow,
  { isThis, told, at }: { readonly isThis: boolean; readonly told: number; readonly at: number },
): ServiceDevice {
  return {
    device,
    knownAt: known_at.getTime(),
    isThis,
    isLoggedIn: is_logged_in,
    isNews: !isThis && known_at.getTime() > told,
    ...(name !== null && { name }),
    ...(site !== null && { site }),
    ...(ready_at !== null && ready_at.getTime() > at && { readyAt: ready_at.getTime() }),
  }
}

/** @param key An Ed25519 public key in base64url (RFC 8037). */
function isSignedBy(key: string, text: string, proof: string): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key }
    return verify(null, Buffer.from(text), { key: jwk, format: 'jwk' }, Buffer.from(proof, 'base64url'))
  } catch {
    // The key isn't a point on the curve.
    return false
  }
}
