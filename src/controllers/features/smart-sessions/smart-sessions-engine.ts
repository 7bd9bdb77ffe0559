import { raceAbort, throwIfAborted } from '../../../core/async/abort.ts'
import { type CaipAddress, caipAddress } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { quantity } from '../../../core/chain/eip155.ts'
import { findNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { smartSessions as limits } from '../../../core/limits.ts'
import type { WalletPermissions } from '../../../core/wallet/adapter.ts'
import type { PermissionRequest, PermissionSupport } from '../../../core/wallet/permissions.ts'
import { revocationMessage } from '../../../core/wallet/revocation-message.ts'
import type { CallOptions, Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { grantDifferences, mismatchedField } from './grant-differences.ts'
import { fromService, type KnownSession, merged, storedSessions } from './kept-sessions.ts'
import type {
  GrantRequest,
  SmartSession,
  SmartSessionsCalls,
  SmartSessionsDeps,
  SmartSessionsEvents,
  SmartSessionsParts,
  SmartSessionsState,
} from './smart-sessions.ts'

type Account = CaipAddress<'eip155'>
type Asked = PermissionRequest & { readonly address: NonNullable<PermissionRequest['address']> }

/** Implements `SmartSessionsController`. Loads at the first use. */
export class SmartSessionsEngine implements SmartSessionsCalls {
  readonly #deps: SmartSessionsDeps
  readonly #parts: SmartSessionsParts
  readonly #host: FeatureHost<SmartSessionsState, SmartSessionsEvents>
  readonly #kept: ReturnType<typeof storedSessions>
  /** The sessions that the data service returned last, with their account. */
  #listed: { readonly account: Account; readonly sessions: readonly KnownSession[] } | undefined
  /** The number of pending calls of `list`. */
  #listing = 0
  #stopWaiting: Unsubscribe | undefined

  constructor(
    deps: SmartSessionsDeps,
    parts: SmartSessionsParts,
    host: FeatureHost<SmartSessionsState, SmartSessionsEvents>,
  ) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
    this.#kept = storedSessions(deps.persistence, parts.shapes)
    host.own(
      deps.account.watch(
        () => deps.account.state.eip155.caipAddress,
        () => {
          host.patch({ supported: undefined, error: undefined, granted: undefined })
          this.#show()
        },
      ),
    )
    host.own(deps.persistence.onExternalChange((key) => key !== 'smartSessions' || this.#show()))
    this.#show()
  }

  async grant(input: GrantRequest, { signal }: CallOptions = {}): Promise<SmartSession> {
    if (this.#host.state.granting) throw latchkeyError('wallet/request-pending')
    this.#host.patch({ granting: true, error: undefined })
    let answer: Promise<unknown> | undefined
    try {
      const { account, asked } = this.#request(input)
      const permissions = await this.#permissions()
      const support = await permissions.support(account, { signal })
      this.#host.patch({ supported: support.supported })
      requireSupport(support, asked)
      // Store the grant even if the caller aborts, because the wallet's prompt can't be withdrawn.
      const granted = this.#granted(account, asked, permissions.grant(account, asked))
      answer = granted
      granted.catch((error) => signal?.aborted && this.#deps.log.debug('The session request failed', error))
      return await raceAbort(granted, signal)
    } catch (cause) {
      const error = toLatchkeyError(cause)
      this.#host.patch({ error })
      throw error
    } finally {
      onceAnswered(answer, signal, () => this.#host.patch({ granting: false }))
    }
  }

  async list({ signal }: CallOptions = {}): Promise<readonly SmartSession[]> {
    this.#requireEnabled()
    const account = this.#account()
    const isHere = () => this.#deps.account.state.eip155.caipAddress === account
    this.#listing++
    this.#host.patch({ loading: true, error: undefined })
    try {
      const [sessions] = await Promise.all([
        this.#parts.service?.list(account, { signal }),
        this.#readSupport(account, signal),
      ])
      if (sessions && isHere())
        this.#listed = { account, sessions: sessions.map((one) => fromService(one, account)) }
    } catch (cause) {
      const error = isLatchkeyError(cause, 'flow/aborted')
        ? cause
        : latchkeyError('permissions/list-failed', { cause })
      if (isHere()) {
        this.#host.patch({ error })
        if (error.code !== 'flow/aborted') this.#deps.snackbar.showError(error)
      }
      throw error
    } finally {
      this.#host.patch({ loading: --this.#listing > 0 })
      this.#show()
    }
    return this.#host.state.sessions
  }

  async revoke(id: string, opts: CallOptions = {}): Promise<void> {
    this.#requireEnabled()
    const session = this.#host.state.sessions.find((one) => one.id === id)
    if (!session) throw latchkeyError('permissions/unknown')
    if (session.status !== 'active') return
    if (this.#host.state.revoking !== undefined) throw latchkeyError('wallet/request-pending')
    this.#host.patch({ revoking: id, error: undefined })
    let answer: Promise<unknown> | undefined
    try {
      await this.#revoke(session, opts.signal, (ending) => {
        answer = ending
      })
    } catch (cause) {
      const ours = toLatchkeyError(cause)
      const passed = ours.category === 'VISITOR_DECISION' || ours.code.startsWith('permissions/')
      const error = passed ? ours : latchkeyError('permissions/revoke-failed', { cause })
      this.#host.patch({ error })
      if (!passed) this.#deps.snackbar.showError(error)
      throw error
    } finally {
      onceAnswered(answer, opts.signal, () => this.#host.patch({ revoking: undefined }))
    }
  }

  /** @param asked Called with the wallet's answer when the wallet is asked. */
  async #revoke(
    session: SmartSession,
    signal: AbortSignal | undefined,
    asked: (ending: Promise<unknown>) => void,
  ): Promise<void> {
    const { account, context, pci } = session
    if (context !== undefined) {
      const permissions = await this.#permissions()
      const ending = permissions.revoke(account, context).then(() => this.#ended(session))
      ending.catch((error) => signal?.aborted && this.#deps.log.debug('Revoking a session failed', error))
      asked(ending)
      await raceAbort(ending, signal)
    }
    const { service } = this.#parts
    if (!service || pci === undefined) {
      if (context === undefined) throw latchkeyError('permissions/unknown')
      return
    }
    try {
      if (!(await service.supports(account, { signal }))) {
        if (context === undefined) throw latchkeyError('permissions/unknown')
        return
      }
      const adapter = await this.#deps.adapters.get('eip155')
      throwIfAborted(signal)
      const signing = adapter.signMessage(account, revocationMessage(account, pci))
      signing.catch((error) => signal?.aborted && this.#deps.log.debug('Revoking a session failed', error))
      asked(signing)
      const { signature } = await raceAbort(signing, signal)
      await service.revoke(account, pci, signature, { signal })
    } catch (error) {
      // If the wallet has revoked the session, the call succeeds even if the service fails.
      if (context === undefined) throw error
      this.#deps.log.warn("The service could not be informed of a session's end", error)
      return
    }
    if (context === undefined) this.#ended(session)
  }

  /** Stores the wallet's answer, even if the caller has aborted. */
  async #granted(account: Account, asked: Asked, answer: Promise<unknown>): Promise<SmartSession> {
    const said = await answer
    if (said === undefined || said === null) throw latchkeyError('permissions/no-response')
    const granted = this.#parts.shapes.response(said)
    if (!granted) throw latchkeyError('permissions/invalid-response')
    const field = mismatchedField(asked, granted)
    if (field) throw latchkeyError('permissions/other-grant', { values: { field } })
    const known = this.#kept.add({
      granted: { ...granted, address: asked.address },
      account,
      grantedAt: this.#deps.clock.now(),
      differences: grantDifferences(asked, granted),
      asked,
    })
    const session = this.#withStatus(known)
    this.#host.batch(() => {
      this.#show()
      this.#host.patch({ granted: session })
    })
    this.#host.emit('granted', session)
    this.#register(account, asked, granted).catch((error) =>
      this.#deps.log.warn('The service could not be informed of a session', error),
    )
    return session
  }

  async #register(
    account: Account,
    asked: Asked,
    granted: Parameters<NonNullable<SmartSessionsParts['service']>['register']>[2],
  ) {
    const pci = await this.#parts.service?.register(account, asked, granted)
    if (pci === undefined) return
    this.#kept.change(granted.context, { pci })
    this.#show()
  }

  #ended(session: SmartSession): void {
    const revokedAt = this.#deps.clock.now()
    if (session.here && session.context) this.#kept.change(session.context, { revokedAt })
    if (this.#listed) {
      const { account, sessions } = this.#listed
      const changed = sessions.map((one) => (one.id === session.id ? { ...one, revokedAt } : one))
      this.#listed = { account, sessions: changed }
    }
    this.#show()
    this.#host.emit('revoked', { ...session, revokedAt, status: 'revoked' })
  }

  /**
   * Returns the request for the wallet, and the account.
   * @throws The errors of `grant` that don't come from the wallet.
   */
  #request(input: GrantRequest): { readonly account: Account; readonly asked: Asked } {
    this.#requireEnabled()
    const { networkId, address } = parseCaipAddress(this.#account())
    const given = typeof input === 'object' && input !== null ? input : {}
    const chainId = quantity(networkId.slice('eip155:'.length))
    const read = this.#parts.shapes.request({ chainId, address, ...defined(given) })
    if (typeof read === 'string') throw invalid(read)
    if (read.expiry * 1000 <= this.#deps.clock.now())
      throw invalid('Invalid expiry: must be a future timestamp')
    for (const { type, data } of read.permissions)
      if (type === 'native-token-recurring-allowance' && data.start >= read.expiry)
        throw invalid('Invalid start: must be before the expiry')
    const on = `eip155:${BigInt(read.chainId)}` as const
    if (!findNetwork(this.#deps.network.state.requestedNetworks, on))
      throw latchkeyError('network/not-requested', { values: { network: on } })
    const asked: Asked = { ...read, address: read.address ?? (address as Asked['address']) }
    return { account: caipAddress(on, asked.address), asked }
  }

  #requireEnabled(): void {
    if (!this.#deps.options.state.features.smartSessions) throw latchkeyError('permissions/not-enabled')
  }

  #account(): Account {
    const { account } = this.#deps
    const { caipAddress: own } = account.state.eip155
    if (own) return own as Account
    throw latchkeyError(
      account.active.caipAddress ? 'permissions/unsupported-namespace' : 'connection/not-connected',
    )
  }

  /**
   * Returns the adapter's support for permissions.
   * @throws `permissions/unsupported-namespace` if the host's adapter has no such support, or there is no adapter.
   */
  async #permissions(): Promise<WalletPermissions<'eip155'>> {
    const { permissions } = await this.#deps.adapters.get('eip155')
    if (permissions) return permissions
    throw latchkeyError('permissions/unsupported-namespace')
  }

  /**
   * Reads whether the wallet grants sessions. If the wallet doesn't answer, its support stays unknown, but sessions can still be
   * listed.
   */
  async #readSupport(account: Account, signal: AbortSignal | undefined): Promise<void> {
    try {
      const { supported } = await (await this.#permissions()).support(account, { signal })
      if (this.#deps.account.state.eip155.caipAddress === account) this.#host.patch({ supported })
    } catch (error) {
      this.#deps.log.debug("The wallet's session support is unknown", error)
    }
  }

  #withStatus(known: KnownSession): SmartSession {
    const over = known.expiresAt <= this.#deps.clock.now()
    return { ...known, status: known.revokedAt !== undefined ? 'revoked' : over ? 'expired' : 'active' }
  }

  /** Updates the state now, and again when the next session expires. */
  #show(): void {
    this.#stopWaiting?.()
    const { caipAddress: account } = this.#deps.account.state.eip155
    if (!account) {
      this.#host.patch({ sessions: [] })
      return
    }
    const listed = this.#listed?.account === account ? this.#listed.sessions : []
    const sessions = merged(this.#kept.of(parseCaipAddress(account).address), listed).map((one) =>
      this.#withStatus(one),
    )
    this.#host.patch({ sessions })
    const ends = sessions.flatMap(({ status, expiresAt }) => (status === 'active' ? [expiresAt] : []))
    if (ends.length === 0) return
    const left = Math.min(...ends) - this.#deps.clock.now()
    this.#stopWaiting = this.#host.after(this.#deps.clock, Math.min(left, limits.checkInterval), () =>
      this.#show(),
    )
  }
}

/**
 * Runs `end` when a request has ended. An abort can't withdraw the wallet's prompt, so an aborted request ends only when the wallet
 * has answered.
 */
function onceAnswered(
  answer: Promise<unknown> | undefined,
  signal: AbortSignal | undefined,
  end: () => void,
): void {
  if (answer && signal?.aborted) answer.then(end, end)
  else end()
}

/**
 * Checks that the wallet supports the request.
 * @throws `permissions/unsupported`. The error names the first item that the wallet doesn't grant.
 */
function requireSupport(support: PermissionSupport, { signer, permissions, policies = [] }: Asked): void {
  const lacking = (types: readonly string[] | undefined, wanted: readonly string[]) =>
    types && wanted.find((one) => !types.includes(one))
  const missing = (what: string): never => {
    throw latchkeyError('permissions/unsupported', { values: { what } })
  }
  if (!support.supported) missing('wallet_grantPermissions')
  const { signerTypes, permissionTypes, policyTypes } = support
  const signerType = lacking(signerTypes, [signer.type])
  if (signerType) missing(`the signer type "${signerType}"`)
  const permission = lacking(
    permissionTypes,
    permissions.map(({ type }) => type),
  )
  if (permission) missing(`the permission type "${permission}"`)
  const policy = lacking(
    policyTypes,
    policies.map(({ type }) => type),
  )
  if (policy) missing(`the policy type "${policy}"`)
}

function invalid(reason: string) {
  return latchkeyError('permissions/invalid-request', { values: { reason } })
}

function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))
}
