import { raceAbort, throwIfAborted } from '../../../core/async/abort.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import { type LatchkeyError, latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SignInSession } from '../../../core/sign-in/sign-in.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { SignInDeps, SignInEvents, SignInState } from './sign-in.ts'
import type { SignInMessages } from './sign-in-messages.ts'
import type { SignInStore } from './sign-in-store.ts'

interface Parts {
  readonly store: SignInStore
  readonly messages: SignInMessages
  /** Returns a signal that aborts when another account becomes active. */
  readonly accountSignal: () => AbortSignal
  /** Creates the message for the next attempt. */
  readonly prepare: () => void
  readonly onSigned: (session: SignInSession) => void
}

/** Asks the wallet for the signature, and stores the session. */
export class SignInSigning {
  readonly #deps: Pick<SignInDeps, 'account' | 'snackbar'>
  readonly #host: FeatureHost<SignInState, SignInEvents>
  readonly #parts: Parts
  /** Aborted when the visitor cancels the signature request, or another account becomes active. */
  #attempt = new AbortController()
  /** A session that is signed but not stored yet, because the server didn't decide about it. */
  #signed: SignInSession | undefined

  constructor(
    deps: Pick<SignInDeps, 'account' | 'snackbar'>,
    host: FeatureHost<SignInState, SignInEvents>,
    parts: Parts,
  ) {
    this.#deps = deps
    this.#host = host
    this.#parts = parts
    host.own(() => this.#attempt.abort())
  }

  /** Whether the visitor has signed, but the server hasn't decided about the session. */
  get isSigned(): boolean {
    return this.#signed !== undefined
  }

  cancel(): void {
    this.#attempt.abort()
  }

  /** Drops the attempt and its session when another account becomes active. */
  clear(): void {
    this.#attempt.abort()
    this.#signed = undefined
  }

  /** Drops the signed session, because the account is signed in. */
  forget(): void {
    this.#signed = undefined
  }

  async sign(
    account: CaipAddress,
    adapter: ChainAdapter,
    given: AbortSignal,
  ): Promise<SignInSession | undefined> {
    this.#attempt = new AbortController()
    const signal = AbortSignal.any([given, this.#attempt.signal])
    this.#host.patch({ signing: true, error: undefined })
    try {
      const session = this.#signed ?? (await this.#ask(account, adapter, signal))
      throwIfAborted(signal)
      this.#signed = session
      await this.#parts.store.call(
        (sessions, inner) => sessions.addSession(session, { signal: inner }),
        signal,
      )
      throwIfAborted(signal)
      this.#signed = undefined
      this.#parts.onSigned(session)
      return session
    } catch (cause) {
      // The visitor canceled, or another account became active. Report no error.
      if (signal.aborted) {
        if (this.#host.state.account === account) this.#host.patch({ signing: false })
        throwIfAborted(given)
        return undefined
      }
      this.#refused(cause)
      return undefined
    }
  }

  async #ask(account: CaipAddress, adapter: ChainAdapter, signal: AbortSignal): Promise<SignInSession> {
    const { messages, accountSignal } = this.#parts
    const message = messages.take() ?? (await raceAbort(messages.prepare(accountSignal()), signal))
    messages.clear()
    const text = message.toString()
    const { signature, scheme, publicKey } = await adapter
      .signMessage(account, text, { signal, signIn: message })
      .catch((cause: unknown) => {
        throw latchkeyError('siwx/signature-declined', { cause: toLatchkeyError(cause) })
      })
    const { toString: _, ...data } = { ...message }
    return { data, message: text, signature, scheme, ...(publicKey && { publicKey }) }
  }

  #refused(cause: unknown): void {
    const { account, snackbar } = this.#deps
    const reason = toLatchkeyError(cause)
    if (isDecision(reason)) this.#signed = undefined
    const [first] = account.active.allAccounts
    // A refusal by the wallet is already `siwx/signature-declined` here. Every other error stays as it is.
    const error =
      first?.type === 'smartAccount' ? latchkeyError('siwx/smart-account', { cause: reason }) : reason
    this.#host.patch({ signing: false, error })
    if (!this.#signed) this.#parts.prepare()
    snackbar.showError(error)
    this.#host.emit('failed', { error })
    this.#host.emit('signInNeeded')
  }
}

/**
 * Returns whether a new attempt needs a new signature. False if the server didn't decide about this one: it can't be reached, is
 * too slow, failed itself, or limits requests (408, 425, 429).
 */
function isDecision(error: LatchkeyError): boolean {
  const { code, values } = error
  if (/^(http\/|siwx\/server-failed)/.test(code)) return /^4(?!08|25|29)/.test(String(values.status))
  return error.walk(isUnanswered) === undefined
}

/** Returns whether the error is that of a request without a response, such as a request of the host's session store. */
function isUnanswered(error: unknown): boolean {
  const { name = '', message = '' } = error as Partial<Error>
  // `fetch` throws a TypeError, as mistakes in code do. The browsers' messages differ.
  const isFetch = /^(failed to fetch|fetch failed|load failed|network ?error)/i.test(message)
  return /^(Network|Timeout|Abort)Error$/.test(name) || (name === 'TypeError' && isFetch)
}
