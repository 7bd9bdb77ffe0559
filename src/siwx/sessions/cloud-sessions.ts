import { throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { isCaipNetworkId } from '../../core/chain/caip.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type {
  SignInContext,
  SignInSession,
  SignInSessions,
  SignInWallet,
} from '../../core/sign-in/sign-in.ts'
import type { CallOptions } from '../../ports.ts'
import type { MessageOptions } from './message-options.ts'
import { isOf } from './session-validity.ts'

export interface CloudSessionsOptions extends MessageOptions {
  /** The base URL of the service. Its routes start with `/auth/v1`. */
  readonly url: string
  /** The project's id. Default: the client's `projectId`. */
  readonly projectId?: string | undefined
  /** Whether to disconnect the wallet if the visitor declines to sign in. Default: true. */
  readonly required?: boolean | undefined
}

/** The service's names for the types of wallets (S3.6.5). */
const walletTypes: Readonly<Record<string, string>> = {
  EXTERNAL: 'extension',
  INJECTED: 'extension',
  ANNOUNCED: 'extension',
  WALLET_CONNECT: 'walletconnect',
}

/**
 * Creates a session store that keeps the sessions at a service, with the protocol of S3.6.5 (nonce, authenticate, me, sign-out).
 * The service's tokens are in the browser's storage. Only one account is signed in at a time.
 */
export function cloudSessions(options: CloudSessionsOptions): (context: SignInContext) => SignInSessions {
  return (context) => {
    const { storage, log, name, wallet } = context
    const prefix = name === 'app' ? '@latchkey/' : `@latchkey/${name}/`
    /** The tokens of this tab's nonces, by nonce. The storage has only the latest token of all tabs. */
    const nonceTokens = new Map<string, string>()
    /** The writes that the storage refused. They last until the page closes. `undefined` means a removal. */
    const unstored = new Map<string, string | undefined>()
    const tokens = {
      read(key: string): string | undefined {
        if (unstored.has(key)) return unstored.get(key)
        try {
          return storage.get(`${prefix}${key}`) ?? undefined
        } catch (error) {
          log.debug('Reading the session token failed', error)
          return undefined
        }
      },
      write(key: string, value: string | undefined): void {
        try {
          if (value === undefined) storage.remove(`${prefix}${key}`)
          else storage.set(`${prefix}${key}`, value)
          unstored.delete(key)
        } catch (error) {
          log.debug('Storing the session token failed', error)
          unstored.set(key, value)
        }
      },
    }

    async function ask(
      method: string,
      path: string,
      {
        body,
        headers = {},
      }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
      opts: CallOptions = {},
    ): Promise<Readonly<Record<string, unknown>>> {
      const { askCloud } = await import('./ask-cloud.ts')
      const { projectId = context.projectId ?? '', url } = options
      const { sdkType, sdkVersion } = context
      const asked = { method, body, headers }
      return askCloud(context.fetch, { url, path, projectId, sdkType, sdkVersion }, asked, opts.signal)
    }

    const authorized = () => {
      const token = tokens.read('siwx-auth-token')
      return token === undefined ? undefined : { authorization: `Bearer ${token}` }
    }

    async function signOut(opts?: CallOptions, headers = authorized()): Promise<void> {
      // Another tab may have stored a newer token, which stays.
      if (headers?.authorization === authorized()?.authorization) {
        tokens.write('siwx-auth-token', undefined)
        tokens.write('siwx-nonce-token', undefined)
      }
      if (!headers) return
      await ask('POST', 'sign-out', { headers }, opts).catch((error: unknown) => {
        // With this status, the service says that the session has ended already.
        if (!isLatchkeyError(error) || error.values.status !== 401) throw error
      })
    }

    return {
      async createMessage(request, opts) {
        const [{ nonce, token }, { messageFor }] = await Promise.all([
          ask('GET', 'nonce', {}, opts),
          import('./messages.ts'),
        ])
        if (typeof nonce !== 'string' || typeof token !== 'string')
          throw latchkeyError('siwx/server-failed', { values: { reason: 'it returned no nonce' } })
        if (nonceTokens.size === 100) nonceTokens.clear()
        nonceTokens.set(nonce, token)
        tokens.write('siwx-nonce-token', token)
        return messageFor(options, context, request, nonce)
      },
      async addSession({ data, message, signature }, opts) {
        const { checkText } = await import('./messages.ts')
        checkText({ data, message, signature })
        const walletInfo = infoOf(wallet?.())
        const nonceToken = nonceTokens.get(data.nonce) ?? tokens.read('siwx-nonce-token') ?? ''
        const headers = { 'x-nonce-jwt': `Bearer ${nonceToken}` }
        const { token } = await ask(
          'POST',
          'authenticate',
          { body: { data, message, signature, walletInfo }, headers },
          opts,
        )
        if (typeof token !== 'string')
          throw latchkeyError('siwx/server-failed', { values: { reason: 'it returned no token' } })
        tokens.write('siwx-auth-token', token)
        tokens.write('siwx-nonce-token', undefined)
        nonceTokens.delete(data.nonce)
      },
      async revokeSession(chainId, address, opts) {
        const headers = authorized()
        if (!headers) return
        const session = await ask('GET', 'me', { headers }, opts).then(sessionIn, (error: unknown) => {
          throwIfAborted(opts?.signal)
          log.debug('Loading the session from the service failed', error)
          return undefined
        })
        // A session of an unknown account may be the session to end. So it ends too.
        if (!session || isOf(session.data, chainId, address)) await signOut(opts, headers)
      },
      async setSessions(sessions, opts) {
        const [session] = sessions
        if (session) await this.addSession(session, opts)
        else await signOut(opts)
      },
      async getSessions(chainId, address, opts) {
        const headers = authorized()
        if (!headers) return []
        try {
          const session = sessionIn(await ask('GET', 'me', { headers }, opts))
          return session && isOf(session.data, chainId, address) ? [session] : []
        } catch (error) {
          // If the service doesn't recognize the visitor, or doesn't respond, the visitor signs in again (S3.6.5).
          log.debug('Loading the session from the service failed', error)
          return []
        }
      },
      getRequired: () => options.required ?? true,
    }
  }
}

/** Returns the data about the wallet that the service stores (S3.6.5). */
function infoOf({ type = '', name, icon, social, identifier }: Partial<SignInWallet> = {}) {
  if (type === 'AUTH' && social) return { type: 'social', social, identifier }
  return { type: walletTypes[type] ?? 'unknown', name, icon }
}

function sessionIn(me: unknown): SignInSession | undefined {
  if (!isObject(me)) return undefined
  const { address, caip2Network: chainId, domain = '', uri = '', nonce = '', exp } = me
  const texts = [address, domain, uri, nonce]
  if (!texts.every((text) => typeof text === 'string') || !isCaipNetworkId(chainId)) return undefined
  const data = {
    accountAddress: address as string,
    chainId: chainId as CaipNetworkId,
    domain: domain as string,
    uri: uri as string,
    version: '1',
    nonce: nonce as string,
    ...(typeof exp === 'number' && { expirationTime: new Date(exp * 1000).toISOString() }),
  }
  return { data, message: '', signature: '' }
}
