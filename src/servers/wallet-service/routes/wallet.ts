import { Hono } from 'hono'
import * as z from 'zod'
import {
  type FormerSplit,
  formerProofText,
  type ServiceShare,
  type ServiceWallet,
  splitProofText,
  type WalletUpdate,
} from '../../../core/wallet/wallet-service.ts'
import { deviceName } from '../http/device-name.ts'
import { readBody } from '../http/read-body.ts'
import { isSignedByKey, keyProofForm } from '../key-proof.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { seal, unseal } from '../seal.ts'
import { audit } from '../store/audit.ts'
import { requireReadyDevice } from '../store/devices.ts'
import {
  bringPasskeyBack,
  keepFormerSplit,
  readFormerPasskeys,
  readFormerSplits,
} from '../store/former-splits.ts'
import { keepWallet, readWallet } from '../store/wallets.ts'
import { confirmKey, passkeyId } from './passkeys.ts'

/** The maximum length of a key share, in base64 characters. A valid key share has less than a hundred. */
const longestShare = 4096

const update = z.object({
  after: z.int().min(0).max(1_000_000),
  addresses: z.object({
    eip155: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
    solana: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  }),
  share: z.base64().min(4).max(longestShare),
  proof: z.string().regex(keyProofForm).optional(),
  // The earlier split (set of key shares) to restore, and the passkey that decrypted one of its shares.
  former: z
    .object({
      version: z.int().min(1).max(1_000_000),
      passkey: z.object({ id: passkeyId, confirmKey }).optional(),
    })
    .optional(),
}) satisfies z.ZodType<WalletUpdate>

const formerBody = z.object({ time: z.int().min(0), proof: z.string().regex(keyProofForm) })

/** Serves `/api/wallet`: the service's share of each user's key. */
export function walletRoutes({ database, secrets, random, lifetimes, now }: ServiceParts): Hono<ServiceEnv> {
  const { query } = database
  return new Hono<ServiceEnv>()
    .put('/', async (c) => {
      const body = await readBody(c, update)
      const { after, addresses, share, former } = body
      const { loggedIn, device, network } = c.var
      const { user } = loggedIn
      const version = after + 1
      const sealed = seal(secrets, random, share, { user, version })
      const at = now()
      await database.transaction(async (query) => {
        await requireReadyDevice(query, user, device, at)
        if (after > 0) {
          // An attacker with access to the mailbox can log in. The attacker must not be able to replace the owner's shares.
          const { addresses: pinned = addresses } = (await readWallet(query, user)) ?? {}
          if (!(await isSignedByKey(splitProofText(user, body), body.proof ?? '', pinned.eip155)))
            throw new Refused('wallet/wrong-proof')
          await keepFormerSplit(query, user, at + lifetimes.former)
        }
        if (!(await keepWallet(query, { user, version, addresses, share: sealed, splitAt: at })))
          throw await whyNotKept(user, after)
        if (former) await bringBack(former)
        await audit(query, { what: after === 0 ? 'wallet-made' : 'wallet-split', at, user, device, network })

        async function bringBack({ version: from, passkey }: NonNullable<typeof former>): Promise<void> {
          const split = (await readFormerSplits(query, user, at)).find((split) => split.version === from)
          if (!split || unseal(secrets, split.share, { user, version: from }) !== share)
            throw new Refused('wallet/other-version')
          const by = { device, name: deviceName(c) }
          if (passkey) await bringPasskeyBack(query, user, { ...passkey, from, to: version }, { by, now: at })
        }

        async function whyNotKept(user: string, after: number): Promise<Refused> {
          const wallet = await readWallet(query, user)
          return new Refused(wallet?.version === after ? 'wallet/other-addresses' : 'wallet/other-version')
        }
      })
      return c.json({ version, splitAt: at, addresses } satisfies ServiceWallet)
    })
    .post('/former', async (c) => {
      const { time, proof } = await readBody(c, formerBody)
      const { loggedIn, device, network } = c.var
      const { user } = loggedIn
      const at = now()
      const wallet = await readWallet(query, user)
      if (!wallet) throw new Refused('wallet/none')
      const isRecent = Math.abs(time - at) <= lifetimes.clock
      if (!isRecent || !(await isSignedByKey(formerProofText(user, time), proof, wallet.addresses.eip155)))
        throw new Refused('wallet/wrong-proof')
      const passkeys = await readFormerPasskeys(query, user, at)
      const splits = await readFormerSplits(query, user, at)
      await audit(query, { what: 'former-shares-given', at, user, device, network })
      return c.json(
        splits.map(
          ({ version, share }): FormerSplit => ({
            version,
            share: unseal(secrets, share, { user, version }),
            passkeys: passkeys.filter((one) => one.version === version),
          }),
        ),
      )
    })
    .get('/share', async (c) => {
      const { loggedIn, device, network } = c.var
      const { user } = loggedIn
      await requireReadyDevice(query, user, device, now())
      const wallet = await readWallet(query, user)
      if (!wallet) throw new Refused('wallet/none')
      const { version } = wallet
      const share = unseal(secrets, wallet.share, { user, version })
      await audit(query, { what: 'share-given', at: now(), user, device, network })
      return c.json({ version, share } satisfies ServiceShare)
    })
}
