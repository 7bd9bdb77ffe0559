import { Hono } from 'hono'
import * as z from 'zod'
import type { ServiceShare, ServiceWallet, WalletUpdate } from '../../../core/wallet/wallet-service.ts'
import { readBody } from '../http/read-body.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { seal, unseal } from '../seal.ts'
import { audit } from '../store/audit.ts'
import { forgetPasskeys } from '../store/passkeys.ts'
import { isKnownDevice } from '../store/users.ts'
import { keepWallet, readWallet } from '../store/wallets.ts'

/** In base64 characters. A key share takes less than a hundred. */
const longestShare = 4096

const update = z.object({
  after: z.int().min(0).max(1_000_000),
  addresses: z.object({
    eip155: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
    solana: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  }),
  share: z.base64().min(4).max(longestShare),
}) satisfies z.ZodType<WalletUpdate>

/** `/api/wallet`: the service's share of each user's key. */
export function walletRoutes({ database, secrets, random, now }: ServiceParts): Hono<ServiceEnv> {
  const { query } = database
  return new Hono<ServiceEnv>()
    .put('/', async (c) => {
      const { after, addresses, share } = await readBody(c, update)
      const { loggedIn, device, network } = c.var
      const { user } = loggedIn
      const version = after + 1
      const sealed = seal(secrets, random, share, { user, version })
      const at = now()
      await database.transaction(async (query) => {
        if (!(await isKnownDevice(query, user, device))) throw new Refused('device/unknown')
        if (!(await keepWallet(query, { user, version, addresses, share: sealed, splitAt: at })))
          throw await whyNotKept(user, after)
        if (after > 0) await forgetPasskeys(query, user)
        await audit(query, { what: after === 0 ? 'wallet-made' : 'wallet-split', at, user, device, network })

        async function whyNotKept(user: string, after: number): Promise<Refused> {
          const wallet = await readWallet(query, user)
          return new Refused(wallet?.version === after ? 'wallet/other-addresses' : 'wallet/other-version')
        }
      })
      return c.json({ version, splitAt: at, addresses } satisfies ServiceWallet)
    })
    .get('/share', async (c) => {
      const { loggedIn, device, network } = c.var
      const { user } = loggedIn
      if (!(await isKnownDevice(query, user, device))) throw new Refused('device/unknown')
      const wallet = await readWallet(query, user)
      if (!wallet) throw new Refused('wallet/none')
      const { version } = wallet
      const share = unseal(secrets, wallet.share, { user, version })
      await audit(query, { what: 'share-given', at: now(), user, device, network })
      return c.json({ version, share } satisfies ServiceShare)
    })
}
