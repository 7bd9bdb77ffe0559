import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type {
  FamilySessions,
  SignInContext,
  SignInSession,
  SignInSessions,
} from '../../core/sign-in/sign-in.ts'
import type { MessageOptions } from './message-options.ts'
import { sessionsIn } from './session-shape.ts'
import { isOf, isValidAt, wrongTime } from './session-validity.ts'

export interface LocalSessionsOptions extends MessageOptions {
  /** Whether to disconnect the wallet if the visitor declines to sign in. Default: true. */
  readonly required?: boolean | undefined
}

/** How long a later page accepts a nonce, in ms, and how many nonces are stored. A wallet answers a pairing within minutes. */
const storedNonces = { lifetime: 20 * 60_000, count: 20 } as const

/**
 * Creates a session store in the browser, for pages without a server. The session outlasts a visit, so visitors needn't sign each
 * time. Such a session proves nothing to a server, because visitors control their browser. To authenticate requests, use
 * `serverSessions`.
 * @example
 * createLatchkey({ networks, adapters, siwx: localSessions({ statement: 'Welcome back' }) })
 */
export function localSessions(
  options: LocalSessionsOptions = {},
): (context: SignInContext) => SignInSessions {
  return (context) => {
    const { storage, clock, log, name } = context
    const key = name === 'app' ? '@latchkey/siwx' : `@latchkey/${name}/siwx`
    /** The nonces of the messages that were created here and aren't signed yet. Each page accepts a nonce once. */
    const open = new Set<string>()
    /** The accepted nonces. The storage may still have them if it fails. */
    const used = new Set<string>()
    /** The sessions if the storage fails. They last until the page is closed. */
    let unstored: readonly SignInSession[] | undefined

    function read(): readonly SignInSession[] {
      if (unstored) return unstored
      try {
        return sessionsIn(JSON.parse(storage.get(key) ?? '[]'))
      } catch (error) {
        log.debug('Reading the stored sessions failed', error)
        return []
      }
    }

    function write(sessions: readonly SignInSession[]): void {
      try {
        if (sessions.length === 0) storage.remove(key)
        else storage.set(key, JSON.stringify(sessions))
        unstored = undefined
      } catch (error) {
        log.debug('Storing the sessions failed', error)
        unstored = sessions
      }
    }

    /** Returns the stored nonces, with the time when each was stored. */
    function readNonces(): readonly (readonly [nonce: string, since: number])[] {
      try {
        const all = Object.entries<number>(JSON.parse(storage.get(`${key}-nonces`) ?? '{}'))
        const now = clock.now()
        return all.filter(([nonce, since]) => !used.has(nonce) && now - since < storedNonces.lifetime)
      } catch (error) {
        log.debug('Reading the stored nonces failed', error)
        return []
      }
    }

    function writeNonces(nonces: ReturnType<typeof readNonces>): void {
      try {
        if (nonces.length === 0) storage.remove(`${key}-nonces`)
        else storage.set(`${key}-nonces`, JSON.stringify(Object.fromEntries(nonces)))
      } catch (error) {
        log.debug('Storing the nonces failed', error)
      }
    }

    function use(nonce: string): void {
      open.delete(nonce)
      used.add(nonce)
      writeNonces(readNonces())
    }

    async function check(session: SignInSession): Promise<void> {
      const { data } = session
      const { checkText } = await import('./messages.ts')
      checkText(session)
      if (!open.has(data.nonce) && !readNonces().some(([nonce]) => nonce === data.nonce))
        throw latchkeyError('siwx/wrong-nonce')
      const wrong = wrongTime(data, clock.now())
      if (wrong) throw latchkeyError(wrong.code, { values: { value: wrong.value } })
    }

    const sessions: FamilySessions = {
      async createMessage(request) {
        const { messageFor } = await import('./messages.ts')
        const message = messageFor(options, context, request)
        open.add(message.nonce)
        // A wallet that signs while it connects may answer when this page is gone. A later page then completes the connection.
        if (!request.accountAddress)
          writeNonces([...readNonces(), [message.nonce, clock.now()] as const].slice(-storedNonces.count))
        return message
      },
      async addSession(session) {
        await check(session)
        use(session.data.nonce)
        const { chainId, accountAddress } = session.data
        write([...read().filter(({ data }) => !isOf(data, chainId, accountAddress)), session])
      },
      async revokeSession(chainId: CaipNetworkId, address: string) {
        write(read().filter(({ data }) => !isOf(data, chainId, address)))
      },
      async setSessions(given) {
        await Promise.all(given.map(check))
        for (const { data } of given) use(data.nonce)
        write(given)
      },
      async getSessions(chainId, address) {
        const now = clock.now()
        const all = read()
        // Sessions of the future stay, because the clock may have been set back.
        const lasting = all.filter(({ data }) => wrongTime(data, now)?.code !== 'siwx/expired')
        if (lasting.length < all.length) write(lasting)
        return lasting.filter(({ data }) => isOf(data, chainId, address) && isValidAt(data, now))
      },
      async endFamily(namespace) {
        let failure: { readonly error: unknown } | undefined
        // Call `this.revokeSession`, because a host may have replaced it.
        for (const { data } of read().filter((one) => one.data.chainId.startsWith(`${namespace}:`)))
          await this.revokeSession(data.chainId, data.accountAddress).catch((error: unknown) => {
            failure ??= { error }
          })
        if (failure) throw failure.error
      },
      getRequired: () => options.required ?? true,
    }
    return sessions
  }
}
