import type { ServiceSession } from '../../core/wallet/wallet-service.ts'
import type { Seal, Sealed } from '../store/seal.ts'
import type { Store } from '../store/store.ts'
import type { CallService } from './calls.ts'
import { Refusal } from './refusal.ts'
import { readAnswer } from './schemas.ts'

/** The login of this browser. The access token is only in memory. The refresh token is stored, encrypted. */
export interface Session {
  /**
   * Returns a valid access token.
   * @throws `LoggedOut`
   */
  access(): Promise<string>
  /** Records that the service refused a token before it expired. */
  markRejected(token: string): void
  begin(session: ServiceSession): Promise<void>
  /** Deletes both tokens. Resolves with the refresh token, so that the caller can end the session at the service. */
  end(): Promise<string | undefined>
}

/** The error if this browser isn't logged in or its session has ended. */
export class LoggedOut extends Error {
  override readonly name = 'LoggedOut'
  constructor(cause?: unknown) {
    super("You're not logged in.", { cause })
  }
}

/** Calls `run` while holding a lock that all tabs of this origin share. */
export type WithLock = <T>(run: () => Promise<T>) => Promise<T>

const kept = 'refresh'
const bound = 'refresh token'
/** How long before its expiry a token is renewed, in ms, so that it doesn't expire on its way to the service. */
const early = 20_000
/** Matches the codes of refusals that mean that the token is useless. */
const over = /^(session\/(none|ended|reused)|device\/unknown)$/

interface SessionSurroundings {
  readonly store: Store
  readonly seal: Seal
  readonly call: CallService
  readonly withLock: WithLock
  readonly now: () => number
}

export function sessionIn({ store, seal, call, withLock, now }: SessionSurroundings): Session {
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

  /**
   * Renews the access token. Reads the stored refresh token while holding the lock, because a
   * refresh token can be used only once, and another tab may have used the previous one.
   */
  const renewed = () =>
    withLock(async () => {
      const refresh = await stored()
      if (refresh === undefined) throw new LoggedOut()
      try {
        const answer = await call({ method: 'POST', path: '/api/session', body: { refresh } })
        return await keep(readAnswer('session', answer))
      } catch (error) {
        // Other errors, such as a wrong clock or a proxy's answer, must not end the login.
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
    markRejected(token) {
      if (held?.access === token) held = undefined
    },
    begin: (session) => withLock(async () => void (await keep(session))),
    async end() {
      held = undefined
      const refresh = await withLock(async () => {
        const token = await stored().catch(() => undefined)
        await store.remove(kept)
        return token
      })
      held = undefined
      return refresh
    },
  }
}
