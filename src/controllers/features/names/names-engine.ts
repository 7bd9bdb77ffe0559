import { throwIfAborted } from '../../../core/async/abort.ts'
import { sharedRuns } from '../../../core/async/shared-run.ts'
import { sleep } from '../../../core/async/sleep.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { eip155CoinType } from '../../../core/chain/coin-type.ts'
import { findNetwork } from '../../../core/chain/network.ts'
import { latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { nameLimits as limits } from '../../../core/limits.ts'
import { nameProblem } from '../../../core/wallet/account-name.ts'
import { shownName } from '../../../core/wallet/list/shown-name.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { NameDirectory } from './name-directory.ts'
import type {
  NamesCalls,
  NamesDeps,
  NamesEvents,
  NamesParts,
  NamesState,
  NetworkOptions,
  ResolvedName,
} from './names.ts'

/** Implements `NamesController` (S1.4, S1.5, S3.3.11). Loads at the first use. */
export class NamesEngine implements NamesCalls {
  readonly #deps: NamesDeps
  readonly #service: NamesParts['service']
  readonly #picture: NamesParts['picture']
  readonly #host: FeatureHost<NamesState, NamesEvents>
  readonly #directory: NameDirectory
  #lookingUp = new AbortController()
  #suggesting = new AbortController()
  readonly #registrations = sharedRuns<string>()
  #registering: { readonly name: string } | undefined

  constructor(deps: NamesDeps, parts: NamesParts, host: FeatureHost<NamesState, NamesEvents>) {
    this.#deps = deps
    this.#service = parts.service
    this.#picture = parts.picture
    this.#host = host
    this.#directory = new NameDirectory(deps, parts)
    host.own(() => {
      this.#lookingUp.abort()
      this.#suggesting.abort()
    })
    host.own(deps.account.subscribe(() => this.#followAccount()))
    host.own(deps.network.subscribe(() => this.#followAccount()))
    // Clear the failure when the visitor opens or leaves the view, but not while the view waits for the approval.
    host.own(
      deps.router.watch(
        ({ history }) => history.includes('RegisterAccountName'),
        () => host.patch({ failedRegistration: undefined }),
      ),
    )
  }

  resolve(name: string, opts: NetworkOptions = {}): Promise<ResolvedName> {
    return this.#directory.resolve(name, opts)
  }

  reverse(address: string, opts: NetworkOptions = {}): Promise<readonly string[]> {
    return this.#directory.reverse(address, opts)
  }

  async lookUp(text: string, { network }: Pick<NetworkOptions, 'network'> = {}): Promise<void> {
    this.#lookingUp.abort()
    this.#lookingUp = new AbortController()
    const { signal } = this.#lookingUp
    const asked = { text, loading: text.trim() !== '', resolved: undefined, error: undefined }
    // Clear the earlier result at the first keystroke, so that it isn't used for the new text.
    this.#host.patch({ lookup: asked.loading ? asked : undefined })
    if (!asked.loading) return
    const found = await this.#afterTyping(signal, () => this.resolve(text, { network, signal }))
    if (signal.aborted) return
    this.#host.patch({ lookup: { ...asked, loading: false, resolved: found.value, error: found.error } })
  }

  async suggestions(label: string, { signal: given }: CallOptions = {}): Promise<void> {
    this.#suggesting.abort()
    this.#suggesting = new AbortController()
    const { signal: replaced } = this.#suggesting
    const signal = given ? AbortSignal.any([given, replaced]) : replaced
    const { network } = this.#deps
    const text = label.trim().toLowerCase()
    const asked = { text, loading: text !== '', names: [], error: undefined }
    this.#host.patch({ suggestions: asked.loading ? asked : undefined })
    if (!asked.loading) return
    const { zone } = this.#directory
    const found = await this.#afterTyping(signal, () =>
      this.#required('Suggesting names').suggestions(text, zone, network.activeNetwork.caipNetworkId, {
        signal,
      }),
    )
    if (given?.aborted && !replaced.aborted) this.#host.patch({ suggestions: undefined })
    throwIfAborted(given)
    if (replaced.aborted) return
    const names = (found.value ?? []).filter(({ name }) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name))
    this.#host.patch({ suggestions: { ...asked, loading: false, names, error: found.error } })
  }

  async identify({ signal }: CallOptions = {}): Promise<void> {
    const { caipAddress: account } = this.#deps.account.active
    const isKnown = () => this.#host.state.identity?.account === account
    if (!account || isKnown()) return
    const identity = await this.#identityOf(account, signal)
    // During the lookup, the visitor may have registered a name.
    if (identity && !isKnown() && this.#deps.account.active.caipAddress === account) this.#show(identity)
  }

  async register(label: string, { signal }: CallOptions = {}): Promise<string> {
    const problem = nameProblem(label)
    if (problem) {
      const reason =
        problem === 'short' ? 'must have at least 4 characters' : 'must have only letters, digits and hyphens'
      throw latchkeyError('validation/invalid-input', { values: { field: 'name', reason } })
    }
    const name = `${label.toLowerCase()}.${this.#directory.zone}`
    if (this.#registering && this.#registering.name !== name) throw latchkeyError('wallet/request-pending')
    return this.#registrations(name, (shared) => this.#tracked(name, shared), signal)
  }

  /** Registers a name. Updates the state and emits the events. */
  async #tracked(name: string, signal: AbortSignal): Promise<string> {
    const run = { name }
    this.#registering = run
    this.#host.patch({ registering: name, failedRegistration: undefined })
    this.#host.emit('initiated', { name })
    try {
      return await this.#register(name, signal)
    } catch (cause) {
      const error = toLatchkeyError(cause)
      if (!signal.aborted) this.#host.patch({ failedRegistration: { name, error } })
      this.#host.emit('failed', { name, error })
      throw error
    } finally {
      // After an abort, the next registration can start before this one ends.
      if (this.#registering === run) {
        this.#registering = undefined
        this.#host.patch({ registering: undefined })
      }
    }
  }

  async #register(name: string, signal: AbortSignal): Promise<string> {
    const { network, account, adapters, clock } = this.#deps
    const service = this.#required('Registering names')
    const here = network.state.activeNetworks.eip155
    const { caipAddress } = account.state.eip155
    if (!here || !findNetwork(network.state.requestedNetworks, here.caipNetworkId))
      throw latchkeyError('name/network-not-found')
    if (!caipAddress) throw latchkeyError('name/connector-not-found')
    const coinType = eip155CoinType(Number(here.id))
    const timestamp = Math.floor(clock.now() / 1000)
    const message = JSON.stringify({ name, attributes: {}, timestamp })
    try {
      if (!(await service.supports(here.caipNetworkId, { signal })))
        throw latchkeyError('name/register-failed', {
          values: { name },
          details: `The service doesn't support ${here.name}`,
        })
      const adapter = await adapters.get('eip155')
      const own = caipAddress as CaipAddress<'eip155'>
      const { signature } = await adapter.signMessage(own, message, { signal })
      await service.register(name, { account: caipAddress, coinType, message, signature }, { signal })
    } catch (cause) {
      const ours = toLatchkeyError(cause)
      if (ours.category === 'VISITOR_DECISION' || ours.code === 'name/register-failed') throw ours
      throw latchkeyError('name/register-failed', { values: { name }, cause })
    }
    if (this.#deps.account.active.caipAddress === caipAddress) {
      const avatar = this.#host.state.identity?.avatar
      this.#show({ account: caipAddress, name, avatar })
    }
    this.#host.emit('registered', { account: caipAddress, name })
    return name
  }

  /**
   * Returns the first of these that can be read: the data service's profile of the account, the account's primary name, a text
   * that describes the account. If the account has none, the identity has no name. Returns undefined if nothing was found and one
   * of the reads failed.
   */
  async #identityOf(account: CaipAddress, signal: AbortSignal | undefined) {
    const { networkId: network, address } = parseCaipAddress(account)
    let failure: unknown
    try {
      const found = await this.#service?.identity(account, address, { signal })
      const name = found?.name && shownName(found.name)
      if (name) return { account, name, avatar: found.avatar }
    } catch (error) {
      throwIfAborted(signal)
      failure = error
      this.#deps.log.debug('Loading the identity failed', error)
    }
    const on = { network, signal }
    try {
      const [name] = await this.reverse(address, on)
      if (name) return { account, name, avatar: await this.#avatarOf(name, address, on) }
    } catch (error) {
      throwIfAborted(signal)
      failure = error
      this.#deps.log.debug('Loading the names failed', error)
    }
    try {
      const text = shownText(await this.#directory.describe(address, on))
      return failure && !text ? undefined : { account, name: text, avatar: undefined }
    } catch (error) {
      throwIfAborted(signal)
      this.#deps.log.debug('Loading the description failed', error)
      return undefined
    }
  }

  /**
   * Returns the URL of a name's picture. Returns undefined if the picture can't be read, so that the name is shown without a
   * picture.
   */
  async #avatarOf(name: string, address: string, opts: NetworkOptions): Promise<string | undefined> {
    try {
      const link = await this.#directory.avatar(name, address, opts, this.#picture)
      return link && this.#picture(link)
    } catch (error) {
      throwIfAborted(opts.signal)
      this.#deps.log.debug('Loading the avatar failed', error)
      return undefined
    }
  }

  #show(identity: NonNullable<NamesState['identity']>): void {
    const { account, name: profileName, avatar: profileImage } = identity
    this.#host.patch({ identity })
    this.#deps.account.setDetails(account, { profileName, profileImage })
  }

  /** Clears the identity when another account becomes active. */
  #followAccount(): void {
    const { identity } = this.#host.state
    if (identity && identity.account !== this.#deps.account.active.caipAddress)
      this.#host.patch({ identity: undefined })
  }

  /** Waits until the visitor stops typing, then runs the request. Returns an error instead of throwing it. */
  async #afterTyping<T>(signal: AbortSignal, ask: () => Promise<T>) {
    try {
      await sleep(this.#deps.clock, limits.typing, signal)
      return { value: await ask(), error: undefined }
    } catch (error) {
      return { value: undefined, error: toLatchkeyError(error) }
    }
  }

  #required(feature: string): NonNullable<NamesParts['service']> {
    if (this.#service) return this.#service
    throw latchkeyError('config/endpoint-off', { values: { feature, endpoint: 'data' } })
  }
}

/**
 * Cleans a text that describes an account. Returns undefined for a text that looks like a name, because the visitor would think
 * that the name resolves to the account.
 */
function shownText(text: string | undefined): string | undefined {
  const shown = shownName(text)
  return shown === '' || /^\S+\.\S+$/.test(shown) ? undefined : shown
}
