import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import type { EmailUpdateStarted } from '../../../core/wallet/wallet-service.ts'
import { deviceName } from '../http/device-name.ts'
import { readBody } from '../http/read-body.ts'
import { takeRate } from '../http/take-rate.ts'
import { emailChangedMail, newEmailMail, oldEmailMail } from '../mail/mails.ts'
import type { ServiceContext, ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { createCode, isSame } from '../secrets.ts'
import { audit } from '../store/audit.ts'
import { requireReadyDevice } from '../store/devices.ts'
import {
  awaitSecondCode,
  type EmailStep,
  finishEmailUpdate,
  keepEmailUpdate,
  moveEmailUpdate,
  type TriedEmailUpdate,
  tryEmailUpdate,
} from '../store/email-updates.ts'
import { addressesOnFile, keepFormerAddress, readUser } from '../store/users.ts'
import { emailAddress, oneTimeCode } from './logins.ts'

/** The Postgres error code of a unique violation (Postgres manual, appendix A). */
const uniqueViolation = '23505'

const startBody = z.object({ email: emailAddress, site: z.string().max(2048).optional() })
const codeBody = z.object({ code: oneTimeCode })

/**
 * Serves `/api/email`: changes the email address soon after a login. A code confirms the old address, if there is one. Then
 * another code confirms the new address. Both addresses get a mail about the change.
 */
export function emailRoutes(
  { database, secrets, random, lifetimes, mailSender, limits, now }: ServiceParts,
  { origins }: { readonly origins: readonly string[] },
): Hono<ServiceEnv> {
  const { query } = database
  const hashed = (email: string, ...kind: readonly string[]) => secrets.keyedHash('recipient', email, ...kind)

  /**
   * Mails a code to the new address. The answer doesn't show whether another account has this address. Only a caller with the
   * code can find that out.
   */
  const mailNew = async (
    email: string,
    network: string,
    from: { readonly site?: string | undefined; readonly device: string },
  ): Promise<string> => {
    const code = createCode(random)
    const write = (facts: Parameters<typeof newEmailMail>[2]) => newEmailMail(email, code, facts)
    const recipient = { name: hashed(email, 'first code'), ofNetwork: hashed(email, 'first code', network) }
    await mailSender.send({ kind: 'new-email', recipient, ...from, write })
    return code
  }
  const hashOfCode = (id: string, step: EmailStep, code: string) =>
    secrets.keyedHash('email-code', id, step, code)

  /** Returns the change of address that belongs to the submitted code, if the code is correct. */
  const provenUpdate = async (c: ServiceContext, step: EmailStep): Promise<TriedEmailUpdate> => {
    const { code } = await readBody(c, codeBody)
    takeRate(limits.tries, c.var.network)
    const { loggedIn, device } = c.var
    const tried = await tryEmailUpdate(query, { user: loggedIn.user, device, step, now: now() })
    if (tried === 'spent') throw new Refused('login/too-many-tries')
    if (!tried) throw new Refused('email/ended')
    if (!isSame(tried.code_hash, hashOfCode(tried.id, step, code))) throw new Refused('login/wrong-code')
    return tried
  }

  return new Hono<ServiceEnv>()
    .post('/', async (c) => {
      const { loggedIn, device, network } = c.var
      const { email, site: named } = await readBody(c, startBody)
      takeRate(limits.loginsOfNetwork, network)
      takeRate(limits.loginsOfDevice, device)
      const { user, loggedInAt } = loggedIn
      if (now() - loggedInAt.getTime() > lifetimes.fresh) throw new Refused('login/not-fresh')
      // Mails name only configured origins, so that a caller can't put text into a mail.
      const site = named !== undefined && origins.includes(named) ? named : undefined
      await requireReadyDevice(query, user, device, now())
      const from = { site, device: deviceName(c) }
      const { email: old } = await readUser(query, user)
      if (email === old) throw new Refused('email/same')
      const id = randomUUID()
      const begun = { id, user, device, email, site, ends: now() + lifetimes.code }
      await audit(query, { what: 'email-update-began', at: now(), user, device, network })
      if (old === undefined) {
        const codeHash = hashOfCode(id, 'secondary', await mailNew(email, network, from))
        await keepEmailUpdate(query, { ...begun, step: 'secondary', codeHash })
        return c.json({ action: 'VERIFY_SECONDARY_OTP' } satisfies EmailUpdateStarted)
      }
      const code = createCode(random)
      await mailSender.send({
        kind: 'old-email',
        recipient: { name: hashed(old, 'old email', device) },
        ...from,
        write: (facts) => oldEmailMail(old, code, email, facts),
      })
      await keepEmailUpdate(query, { ...begun, step: 'primary', codeHash: hashOfCode(id, 'primary', code) })
      return c.json({ action: 'VERIFY_PRIMARY_OTP' } satisfies EmailUpdateStarted)
    })
    .post('/primary', async (c) => {
      const { id, email, site } = await provenUpdate(c, 'primary')
      // Another request may have used the code already.
      if (!(await moveEmailUpdate(query, id, { from: 'primary', to: 'mailing' })))
        throw new Refused('email/ended')
      try {
        const codeHash = hashOfCode(
          id,
          'secondary',
          await mailNew(email, c.var.network, { site: site ?? undefined, device: deviceName(c) }),
        )
        await awaitSecondCode(query, { id, codeHash, ends: now() + lifetimes.code })
      } catch (error) {
        // Lets the visitor submit the code again once mails can be sent.
        await moveEmailUpdate(query, id, { from: 'mailing', to: 'primary' })
        throw error
      }
      return c.json({ action: 'VERIFY_SECONDARY_OTP' } satisfies EmailUpdateStarted)
    })
    .post('/secondary', async (c) => {
      const { id, email, site } = await provenUpdate(c, 'secondary')
      const { loggedIn, device, network } = c.var
      const { user } = loggedIn
      const { email: old } = await readUser(query, user)
      const told = new Set([...(await addressesOnFile(query, user, now())), email])
      const updated = await database
        .transaction(async (query) => {
          if (!(await finishEmailUpdate(query, id))) throw new Refused('email/ended')
          // Concurrent changes to the same address wait for each other.
          await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [email])
          const changed = await query(
            `update wallet_service_users set email = $2
            where id = $1 and not exists (select from wallet_service_users where email = $2) returning id`,
            [user, email],
          )
          if (changed.length === 0) return undefined
          if (old !== undefined) await keepFormerAddress(query, user, old, now() + lifetimes.former)
          await audit(query, { what: 'email-updated', at: now(), user, device, network })
          return readUser(query, user)
        })
        .catch((error: unknown) => {
          // Another user created an account with this address at the same time.
          if ((error as { code?: unknown }).code === uniqueViolation) return undefined
          throw error
        })
      if (!updated) throw new Refused('email/taken')
      // The answer doesn't wait for these mails, because the change is complete.
      for (const to of told)
        mailSender
          .send({
            kind: 'email-changed',
            site: site ?? undefined,
            device: deviceName(c),
            write: (facts) => emailChangedMail(to, { old, email }, facts),
          })
          // The mail sender has already reported the failure.
          .catch(() => {})
      return c.json(updated)
    })
}
