import type { Handler } from 'hono'
import * as z from 'zod'
import type { ServiceSession } from '../../../core/wallet/wallet-service.ts'
import { readBody } from '../http/read-body.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { audit } from '../store/audit.ts'
import { endSessionOf, refreshSession } from '../store/sessions.ts'
import { readUser } from '../store/users.ts'

const refreshBody = z.object({
  refresh: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}$/),
})

/** Answers `POST /api/session`. Requires no access token, because it has usually expired. */
export function refreshHandler(parts: ServiceParts): Handler<ServiceEnv> {
  const { database, now } = parts
  return async (c) => {
    const { device, network } = c.var
    const { refresh } = await readBody(c, refreshBody)
    const at = now()
    const { session, user } = await database.transaction(async (query) => {
      const session = await refreshSession(query, parts, { refresh, device, now: at })
      if (session.is === 'reused')
        await audit(query, { what: 'session-reused', at, user: session.user, device, network })
      return { session, user: session.is === 'refreshed' ? await readUser(query, session.user) : undefined }
    })
    if (session.is === 'reused') throw new Refused('session/reused')
    if (session.is === 'ended' || !user) throw new Refused('session/ended')
    return c.json({ ...session.tokens, user } satisfies ServiceSession)
  }
}

/** Answers `DELETE /api/session`. Uses the refresh token, because the access token may have expired long ago. */
export function signOutHandler({ database, now }: ServiceParts): Handler<ServiceEnv> {
  return async (c) => {
    const { device, network } = c.var
    const { refresh } = await readBody(c, refreshBody)
    const user = await endSessionOf(database.query, { refresh, device })
    if (user !== undefined) await audit(database.query, { what: 'logout', at: now(), user, device, network })
    // If the session has already ended, the request succeeds too.
    return c.json({})
  }
}
