import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import * as z from 'zod'
import type { FarcasterAnswer, FarcasterStarted } from '../../../core/wallet/wallet-service.ts'
import { deviceName } from '../http/device-name.ts'
import { readBody } from '../http/read-body.ts'
import { takeRate } from '../http/take-rate.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { hashOf } from '../secrets.ts'
import type { FarcasterApproval, FarcasterClient } from '../social/farcaster-client.ts'
import { logInIdentity } from '../social/log-in-identity.ts'
import { audit } from '../store/audit.ts'
import { hasFarcasterLogin, keepFarcasterLogin, takeFarcasterLogin } from '../store/farcaster-logins.ts'

export interface FarcasterRouteOptions {
  readonly origins: readonly string[]
  /** The client for login with Farcaster. Undefined if the login is off. */
  readonly farcaster: FarcasterClient | undefined
  readonly onError: (error: unknown) => void
}

const startBody = z.object({ site: z.string().max(2048) })
/**
 * `login` consists of our id for the login and the relay's channel token. The token isn't secret, because the QR code contains
 * it.
 */
const waitBody = z.object({
  login: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} [\w.-]{8,256}$/),
})

/** How often to ask the relay whether the visitor has approved the login, in ms. */
const askEvery = 1000

/** Serves `/api/login/farcaster`: a login that the visitor approves on a phone. */
export function farcasterRoutes(parts: ServiceParts, options: FarcasterRouteOptions): Hono<ServiceEnv> {
  const { database, secrets, lifetimes, limits, now } = parts
  const { query } = database
  const { origins, farcaster, onError } = options
  const client = () => {
    if (!farcaster) throw new Refused('social/unknown')
    return farcaster
  }
  const nonceOf = (id: string) => secrets.keyedHash('farcaster nonce', id)
  const failed = (error: unknown) => {
    onError(new Error(`A login by Farcaster failed: ${error instanceof Error ? error.message : 'unknown'}`))
    return new Refused('farcaster/failed')
  }

  return new Hono<ServiceEnv>()
    .post('/', async (c) => {
      const { device, network } = c.var
      const { site } = await readBody(c, startBody)
      if (!origins.includes(site)) throw new Refused('request/foreign-origin')
      takeRate(limits.loginsOfNetwork, network)
      takeRate(limits.loginsOfDevice, device)
      const id = randomUUID()
      const asked = await client()
        .ask(nonceOf(id), c.req.raw.signal)
        .catch((error: unknown) => {
          throw failed(error)
        })
      const at = now()
      const channelHash = hashOf(asked.channel)
      await keepFarcasterLogin(query, { id, channelHash, device, site, ends: at + lifetimes.code })
      await audit(query, { what: 'social-login-began', at, device, network })
      return c.json({ login: `${id} ${asked.channel}`, url: asked.url } satisfies FarcasterStarted)
    })
    .post('/wait', async (c) => {
      const { device, network } = c.var
      const [id = '', channel = ''] = (await readBody(c, waitBody)).login.split(' ')
      const login = { id, channelHash: hashOf(channel), device }
      const { ofDevice, ofNetwork } = parts.waits
      const wait = () => approvalOf(login, channel, c.req.raw.signal)
      const approval = await ofNetwork.during(network, () => ofDevice.during(device, wait))
      if (!approval) return c.json({ approved: false } satisfies FarcasterAnswer)
      const identity = await client()
        .verify(approval, nonceOf(id))
        .catch(async (error: unknown) => {
          await audit(query, { what: 'social-login-failed', at: now(), device, network })
          throw failed(error)
        })
      // The login is deleted last, so that the visitor can try again if the node that checks the message didn't answer.
      const site = await takeFarcasterLogin(query, id, now())
      if (site === undefined) throw new Refused('login/ended')
      const session = await logInIdentity(parts, {
        ...identity,
        ...{ provider: 'farcaster', device, deviceName: deviceName(c), site, network },
      })
      return c.json({ approved: true, ...session } satisfies FarcasterAnswer)
    })

  /** Returns undefined if the visitor doesn't approve in time. */
  async function approvalOf(
    login: Parameters<typeof hasFarcasterLogin>[1],
    channel: string,
    signal: AbortSignal,
  ): Promise<FarcasterApproval | undefined> {
    const over = AbortSignal.any([signal, AbortSignal.timeout(lifetimes.wait)])
    let fault: unknown
    let isHeard = false
    while (!over.aborted) {
      if (!(await hasFarcasterLogin(query, login, now()))) throw new Refused('login/ended')
      try {
        const approval = await client().answer(channel, over)
        isHeard = true
        if (approval) return approval
      } catch (error) {
        // Continue, because the next request to the relay may succeed.
        fault = error
      }
      await sleep(askEvery, undefined, { signal: over }).catch(() => {})
    }
    if (!isHeard && !signal.aborted) throw failed(fault)
    return undefined
  }
}
