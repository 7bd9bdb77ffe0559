import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import * as z from 'zod'
import type { DeviceAnswer, LoginStarted, ServiceSession } from '../../../core/wallet/wallet-service.ts'
import { deviceName } from '../http/device-name.ts'
import { readBody } from '../http/read-body.ts'
import { takeRate } from '../http/take-rate.ts'
import { letDeviceIn } from '../let-device-in.ts'
import { deviceMail, loginCodeMail } from '../mail/mails.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { createCode, createToken, hashOf, isSame } from '../secrets.ts'
import { audit } from '../store/audit.ts'
import { isKnownDevice } from '../store/devices.ts'
import { finishLogin, hasCode, keepLogin, tryLogin } from '../store/logins.ts'
import { createSession } from '../store/sessions.ts'
import { findUser, readUser, userOfEmail } from '../store/users.ts'

/** The maximum length of an email address without the angle brackets (RFC 5321, 4.5.3.1.3). */
const longestEmail = 254
/** Reads an email address, and converts it to lower case, because mail services ignore the case. */
export const emailAddress = z.string().trim().toLowerCase().max(longestEmail).pipe(z.email())
export const oneTimeCode = z.string().regex(/^\d{6}$/)

const loginId = z.uuid()
const startBody = z.object({ email: emailAddress, site: z.string().max(2048).optional() })
const deviceBody = z.object({ login: loginId })
const codeBody = z.object({ login: loginId, code: oneTimeCode })

/**
 * In ms: how often the state of a waiting device's login is read from the database. The state isn't kept in memory, because
 * another server may approve the device.
 */
const lookEvery = 500

export interface LoginOptions {
  /** The service's origin, which is used for links. */
  readonly url: string
  /** The pages that a mail can name. */
  readonly origins: readonly string[]
}

/** Serves `/api/login`: a login with a code that is mailed to the visitor. */
export function loginRoutes(parts: ServiceParts, { url, origins }: LoginOptions): Hono<ServiceEnv> {
  const { database, secrets, random, lifetimes, mailSender, metrics, limits, now } = parts
  const { query } = database

  return new Hono<ServiceEnv>()
    .post('/email', async (c) => {
      const { device, network } = c.var
      const { email, site: named } = await readBody(c, startBody)
      takeRate(limits.loginsOfNetwork, network)
      takeRate(limits.loginsOfDevice, device)
      // Mails name only configured origins, so that a caller can't put text into a mail.
      const site = named !== undefined && origins.includes(named) ? named : undefined
      const user = await findUser(query, email)
      const isKnown = user !== undefined && (await isKnownDevice(query, user, device))
      // Mails for a known device have a separate counter. So strangers who request mails can't lock the owner out.
      const hashed = (...kind: readonly string[]) => secrets.keyedHash('recipient', email, ...kind)
      const kind = user === undefined ? 'first code' : 'device link'
      const recipient = isKnown
        ? { name: hashed('known device', device) }
        : { name: hashed(kind), ofNetwork: hashed(kind, network) }
      const login = randomUUID()
      const name = deviceName(c)
      const begun = { id: login, email, device, name, site, network, ends: now() + lifetimes.code }

      // The answer VERIFY_DEVICE tells an unknown device that the address has an account. To hide this, the service would have to
      // create a code before the owner approves the device. Strangers could then guess the code. Each client network and device
      // can ask only a few times. The owner gets a mail each time.
      const action: LoginStarted['action'] = user !== undefined && !isKnown ? 'VERIFY_DEVICE' : 'VERIFY_OTP'
      if (action === 'VERIFY_DEVICE') {
        const token = createToken(random)
        // Browsers don't send the fragment to a server. So no server log contains the token.
        const link = `${url}/device#${token}`
        await mailSender.send({
          kind: 'device-link',
          recipient,
          site,
          device: name,
          write: (facts) => deviceMail(email, link, facts),
        })
        await keepLogin(query, { ...begun, linkHash: hashOf(token) })
      } else {
        const code = createCode(random)
        await mailSender.send({
          kind: 'login-code',
          recipient,
          site,
          device: name,
          write: (facts) => loginCodeMail(email, code, facts),
        })
        await keepLogin(query, { ...begun, codeHash: secrets.keyedHash('login-code', login, code) })
      }
      await audit(query, { what: 'login-began', at: now(), user, device, network })
      return c.json({ login, action } satisfies LoginStarted)
    })
    .post('/device', async (c) => {
      const { login: id } = await readBody(c, deviceBody)
      const { device } = c.var
      const { signal } = c.req.raw
      const wait = async () => {
        const over = AbortSignal.any([signal, AbortSignal.timeout(lifetimes.wait)])
        for (;;) {
          const approved = await hasCode(query, { id, device, now: now() })
          if (approved === undefined) throw new Refused('login/ended')
          if (approved || over.aborted) return { approved } satisfies DeviceAnswer
          await sleep(lookEvery, undefined, { signal: over }).catch(() => {})
        }
      }
      const { ofDevice, ofNetwork } = parts.waits
      return c.json(await ofNetwork.during(c.var.network, () => ofDevice.during(device, wait)))
    })
    .post('/code', async (c) => {
      const { device, network } = c.var
      const { login: id, code } = await readBody(c, codeBody)
      takeRate(limits.tries, network)
      const at = now()
      const tried = await tryLogin(query, { id, device, now: at })
      if (tried === 'spent') throw new Refused('login/too-many-tries')
      if (!tried) throw new Refused('login/ended')
      if (!isSame(tried.code_hash, secrets.keyedHash('login-code', id, code))) {
        await audit(query, { what: 'login-wrong-code', at, device, network })
        throw new Refused('login/wrong-code')
      }
      let tell = () => {}
      const answer = await database.transaction(async (query): Promise<ServiceSession> => {
        if (!(await finishLogin(query, id, at))) throw new Refused('login/ended')
        const user = await userOfEmail(query, tried.email, at)
        // The account may be newer than this login. The account's owner then hasn't approved this device.
        if (!user.isNew && !tried.approved && !(await isKnownDevice(query, user.id, device)))
          throw new Refused('device/unknown')
        tell = await letDeviceIn(parts, query, {
          ...{ user: user.id, isNew: user.isNew, device, network, at },
          ...{ name: deviceName(c), site: tried.site ?? undefined },
        })
        const tokens = await createSession(query, parts, { user: user.id, device, now: at })
        await audit(query, { what: 'login', at, user: user.id, device, network })
        return { ...tokens, user: await readUser(query, user.id) }
      })
      tell()
      metrics.count('logins', tried.approved ? 'let-in' : 'own')
      return c.json(answer)
    })
}
