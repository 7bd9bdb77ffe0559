import { Hono } from 'hono'
import type { ServiceDevice } from '../../../core/wallet/wallet-service.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { audit } from '../store/audit.ts'
import { forgetDevice, readDevices } from '../store/users.ts'

/** `/api/devices`: the account's approved devices. */
export function devicesRoutes({ database, now }: ServiceParts): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .get('/', async (c) => {
      const devices = await readDevices(database.query, c.var.loggedIn.user, now())
      return c.json(
        devices.map(
          ({ device, known_at, is_logged_in }): ServiceDevice => ({
            device,
            knownAt: known_at.getTime(),
            isThis: device === c.var.device,
            isLoggedIn: is_logged_in,
          }),
        ),
      )
    })
    .delete('/:device', async (c) => {
      const { loggedIn, device, network } = c.var
      await database.transaction(async (query) => {
        await forgetDevice(query, loggedIn.user, c.req.param('device'))
        await audit(query, { what: 'device-forgotten', at: now(), user: loggedIn.user, device, network })
      })
      return c.json({})
    })
}
