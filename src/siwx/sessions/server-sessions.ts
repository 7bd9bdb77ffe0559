import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { SignInSession, SignInSessions } from '../../core/sign-in/sign-in.ts'
import type { CallOptions, Clock, Fetch, Page } from '../../ports.ts'
import type { MessageOptions } from './message-options.ts'
import { sessionsIn } from './session-shape.ts'
import { isOf, isValidAt } from './session-validity.ts'

export interface ServerSessionsOptions extends MessageOptions {
  /** The base URL of the server's sign-in routes, such as `/auth` or `https://api.example.com/auth`. */
  readonly url: string
  /** Whether to disconnect the wallet if the visitor declines to sign in. Default: true. */
  readonly required?: boolean | undefined
}

/** The parts of a client that `serverSessions` needs. */
export interface ServerContext {
  readonly clock: Pick<Clock, 'now'>
  readonly fetch: Fetch
  readonly page: Pick<Page, 'location'>
}

/**
 * Creates a session store that keeps the sessions at your server. The server issues the nonces and verifies the signatures. The
 * browser has only an http-only cookie. Each request has the header `x-latchkey-sign-in`, which prevents CSRF: pages of other
 * origins can't send this header without the server's CORS permission. `docs/sign-in.md` describes the server's responses.
 * @example
 * createLatchkey({ networks, adapters, siwx: serverSessions({ url: '/auth' }) })
 */
export function serverSessions(options: ServerSessionsOptions): (context: ServerContext) => SignInSessions {
  return (context) => {
    const { clock } = context
    const base = options.url.replace(/\/+$/, '')
    const ask = async (method: string, path: string, body: unknown, opts: CallOptions = {}) => {
      const { askServer } = await import('./ask-server.ts')
      return askServer(context.fetch, `${base}${path}`, { method, body }, opts.signal)
    }
    const put = async (method: string, sessions: readonly SignInSession[], opts?: CallOptions) => {
      const { checkText } = await import('./messages.ts')
      sessions.forEach(checkText)
      await ask(method, '/sessions', { sessions }, opts)
    }
    return {
      async createMessage(request, opts) {
        const [{ nonce }, { messageFor }] = await Promise.all([
          ask('POST', '/nonce', {}, opts),
          import('./messages.ts'),
        ])
        return messageFor(options, context, request, typeof nonce === 'string' ? nonce : '')
      },
      addSession: (session, opts) => put('POST', [session], opts),
      async revokeSession(chainId: CaipNetworkId, address: string, opts) {
        await ask('DELETE', `/sessions/${chainId}/${address}`, undefined, opts)
      },
      async setSessions(sessions, opts) {
        if (sessions.length > 0) await put('PUT', sessions, opts)
        else await ask('DELETE', '/sessions', undefined, opts)
      },
      async getSessions(chainId, address, opts) {
        const { sessions } = await ask('GET', '/sessions', undefined, opts)
        return sessionsIn(sessions).filter(
          ({ data }) => isOf(data, chainId, address) && isValidAt(data, clock.now()),
        )
      },
      getRequired: () => options.required ?? true,
    }
  }
}
