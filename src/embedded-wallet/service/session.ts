import type { ServiceSession } from '../../core/wallet/wallet-service.ts'
import type { Seal, Sealed } from '../store/seal.ts'
import type { Store } from '../store/store.ts'
import type { CallService } from './calls.ts'
import { Refusal } from './refusal.ts'
import { readAnswer } from './schemas.ts'

/** The login of this browser: the access token is in memory only, the refresh token sealed on the disk. */
export interface Session {
  /** A token that is good for now. @throws `LoggedOut` */
  access(): Promise<string>
  /** The service does not take the token any more, though its time has not come. */
  spend(token: string): void
  begin(session: ServiceSession): Promise<void>
  /** Forgets both tokens, and resolves with the one by which the service ends the login too. */
  end(): Promise<string | undefined>
}

/** Nobody is logged in in this browser, or the login has ended. */
export class LoggedOut extends Error {
  override readonly name = 'LoggedOut'
  constructor(cause?: unknown) {
    super('Nobody is logged in.', { cause })
  }
}

/** Runs while no other tab of this origin does. */
export type Exclusively = <T>(run: () => Promise<T>) => Promise<T>

const kept = 'refresh'
const bound = 'refresh token'
/** In ms: a token that ends on the way to the service is of no use. */
const early = 20_000
/** The refusals after which the token is of no use. */
const over = /^(session\/(none|ended|reused)|device\/unknown)$/

interface SessionSurroundings {
  readonly store: Store
  readonly seal: Seal
  readonly call: CallService
  readonly exclusively: Exclusively
  readonly now: () => number
}

export function sessionIn({ store, seal, call, exclusively, now }: SessionSurroundings): Session {
  let held: { readonly access: string; readonly ends: number } | undefined
  let renewing: Promise<string> | undefined

  async function stored(): Promise<string | undefined> {
    const sealed = await store.get<Sealed>(kept)
    return sealed && new TextDecoder().decode(await seal.open(sealed, bound))
  }

  async function keep({ access, refresh, ends }: ServiceSession): Promise<string> {
    await store.set(kept, await seal.close(new TextEncoder().encode(refresh), bound))
    held = { access, ends }
    return access
  }

  /** The token on the disk is read inside the lock: another tab may have used the one before it, which is good once only. */
  const renewed = () =>
    exclusively(async () => {
      const refresh = await stored()
      if (refresh === undefined) throw new LoggedOut()
      try {
        const answer = await call({ method: 'POST', path: '/api/session', body: { refresh } })
        return await keep(readAnswer('session', answer))
      } catch (error) {
        // A wrong clock, or what stands between here and the service, is no reason to forget a login.
        if (!(error instanceof Refusal) || !over.test(error.code)) throw error
        await store.remove(kept)
        throw new LoggedOut(error)
      }
    })

  return {
    async access() {
      if (held && held.ends - early > now()) return held.access
      renewing ??= renewed().finally(() => {
        renewing = undefined
      })
      return renewing
    },
    spend(token) {
      if (held?.access === token) held = undefined
    },
    begin: (session) => exclusively(async () => void (await keep(session))),
    async end() {
      held = undefined
      const refresh = await exclusively(async () => {
        const token = await stored().catch(() => undefined)
        await store.remove(kept)
        return token
      })
      held = undefined
      return refresh
    },
  }
}
