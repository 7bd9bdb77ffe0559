import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import { type CaipNetworkId, parseCaipNetworkId } from '../../core/chain/caip.ts'
import type { Emitter } from '../../core/emitter.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { disconnectTimeout, frameLimits } from '../../core/limits.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type {
  ConnectorApp,
  ConnectorContext,
  ConnectorSession,
  RestoreOptions,
} from '../../core/wallet/connector.ts'
import type { EmbeddedEvents } from '../../core/wallet/embedded-login.ts'
import type { AccountType } from '../../core/wallet/family.ts'
import type { CallOptions, Clock, Logger } from '../../ports.ts'
import { embeddedSession } from './embedded-session.ts'
import { type EmbeddedFamily, embeddedFamilies, isEmbeddedFamily } from './families.ts'
import type { EmbeddedFrame } from './frame.ts'
import { FrameCalls } from './frame-calls.ts'
import type { Answer } from './protocol/frame-events.ts'
import type { LoginStorage } from './stored-login.ts'

/** The sessions of a login. This file is loaded separately, because the login screens don't need its code. */
export class FrameSessions {
  readonly #frame: EmbeddedFrame
  readonly #storage: LoginStorage
  readonly #events: Emitter<EmbeddedEvents>
  readonly #app: ConnectorApp | undefined
  readonly #clock: Clock
  readonly #log: Logger
  readonly #calls: FrameCalls

  constructor(
    frame: EmbeddedFrame,
    storage: LoginStorage,
    events: Emitter<EmbeddedEvents>,
    { app, clock, log }: Pick<ConnectorContext, 'app' | 'clock' | 'log'>,
  ) {
    this.#frame = frame
    this.#storage = storage
    this.#events = events
    this.#app = app
    this.#clock = clock
    this.#log = log
    this.#calls = new FrameCalls(frame, storage, events, clock)
  }

  /** Ends the session. Pending calls that need an approval reject. */
  end(): void {
    this.#calls.end()
  }

  /** Forgets the frame's network, for example when the frame is removed or loads again. */
  forgetChain(): void {
    this.#calls.moved(undefined)
  }

  /** Waits until the frame has logged out, but at most 3 s. Logs failures. */
  async ended(logout: Promise<void>, opts: CallOptions | undefined): Promise<void> {
    const answered = withTimeout(
      this.#clock,
      disconnectTimeout,
      () => logout,
      () => latchkeyError('frame/request-timeout'),
    ).catch((error) => this.#log.debug('Signing out of the embedded wallet failed', error))
    await raceAbort(answered, opts?.signal)
  }

  /**
   * Connects without a prompt. Returns null if the visitor isn't logged in.
   * @throws `frame/request-timeout`
   */
  restore(
    networks: readonly CaipNetworkId[],
    opts: RestoreOptions | undefined,
  ): Promise<ConnectorSession | null> {
    return withTimeout(
      this.#clock,
      frameLimits.request,
      async (signal) => {
        await this.#frame.init()
        return (await this.#loggedIn({ signal }))
          ? this.connect(networks, { signal }, opts?.known?.networks)
          : null
      },
      () => latchkeyError('frame/request-timeout'),
      opts?.signal,
    )
  }

  /** Asks the frame whether the visitor is logged in. If not, clears the stored login (S2.4). */
  async #loggedIn(opts: CallOptions): Promise<boolean> {
    const { isConnected } = await this.#frame.send('IS_CONNECTED', undefined, opts).catch((error) => {
      // Only the frame's own answer ends the login. If the frame can't be reached, the visitor may still be logged in.
      if (isRefusal(error)) this.#storage.loggedOut()
      throw error
    })
    if (!isConnected) this.#storage.loggedOut()
    return isConnected
  }

  /**
   * Connects the accounts of each family that the host uses and the frame doesn't refuse.
   * @param shown The networks that the page shows, if they are known.
   * @throws the frame's first refusal, or `connection/no-accounts`, if there are no accounts.
   */
  async connect(
    networks: readonly CaipNetworkId[],
    opts: CallOptions | undefined,
    shown: readonly CaipNetworkId[] = [],
  ): Promise<ConnectorSession> {
    const last = this.#storage.get('chain')
    const accounts: AccountRecord[] = []
    const first: CaipNetworkId[] = []
    let refusal: Error | undefined
    for (const family of embeddedFamilies) {
      const own = networks.filter((id) => id.startsWith(`${family}:`))
      // The frame may not have all networks of the page, but it has those on which it has smart accounts.
      const current = own.find((id) => shown.includes(id) && this.#hasSmart(id))
      const chosen = current ?? own.find((id) => id === last) ?? own[0]
      const others = own.filter((id) => id !== chosen)
      // A smart account needs the network's node. If this node is down, another network may still have an account.
      const spare =
        chosen && this.#hasSmart(chosen) && (others.find((id) => !this.#hasSmart(id)) ?? others[0])
      const wanted = family === 'eip155' ? this.#accountType : undefined
      for (const chainId of [chosen, spare]) {
        if (!chainId) continue
        const user = await this.#user(chainId, wanted, opts).catch((error) => {
          // Try the other families too: a frame that refuses one family's network may support another family.
          if (!isRefusal(error)) throw error
          refusal ??= error
        })
        if (!user) continue
        this.#storage.loggedIn(user.email)
        if (family === 'eip155') this.#events.emit('smartAccountDeployed', user.smartAccountDeployed ?? false)
        first.push(chainId)
        accounts.push(...accountsOf(user, family, wanted, chainId))
        break
      }
    }
    if (first.some((id) => id.startsWith('eip155:'))) this.#readSmartNetworks()
    if (accounts.length === 0) throw refusal ?? latchkeyError('connection/no-accounts')
    const all = [
      ...first,
      ...networks.filter((id) => isEmbeddedFamily(parseCaipNetworkId(id).namespace) && !first.includes(id)),
    ]
    const own = accounts.find(({ namespace }) => namespace === 'eip155')
    return {
      ...embeddedSession(this.#calls, accounts, all, own && { eip155: own.type }),
      accountsOn: async (network, known, opts) =>
        first.includes(network) ? known : this.#accountsOn(network, known, opts),
    }
  }

  /** Asks the frame for the accounts on a network. The frame switches to the network. */
  #user(
    chainId: CaipNetworkId,
    preferredAccountType: AccountType<'eip155'> | undefined,
    opts: CallOptions | undefined,
  ): Promise<Answer<'GET_USER'>> {
    const asked = { chainId, ...(preferredAccountType && { preferredAccountType }) }
    return this.#calls.inTurn(async () => {
      // Without an answer, the frame may be on either network.
      this.forgetChain()
      const user = await this.#frame.send('GET_USER', asked, opts)
      this.#calls.moved(chainId)
      return user
    }, opts)
  }

  /**
   * Adds the smart account of a network to the known accounts, if the visitor uses smart accounts. If the frame doesn't state it,
   * returns the known accounts, so that the visitor can use the standard account.
   */
  async #accountsOn(
    network: CaipNetworkId,
    known: readonly AccountRecord[],
    opts: CallOptions | undefined,
  ): Promise<readonly AccountRecord[]> {
    const wanted = this.#accountType ?? known[0]?.type
    const isKnown = known.some(
      ({ type, networks }) => type === 'smartAccount' && (networks?.includes(network) ?? true),
    )
    // The frame may not have reported its networks, or the report failed.
    const isReported = Boolean(this.#storage.get('smartNetworks'))
    if (wanted !== 'smartAccount' || isKnown || (isReported && !this.#hasSmart(network))) return known
    const user = await withTimeout(
      this.#clock,
      frameLimits.request,
      (signal) => this.#user(network, wanted, { signal }),
      () => latchkeyError('frame/request-timeout'),
      opts?.signal,
    ).catch((error) => {
      throwIfAborted(opts?.signal)
      this.#log.debug('The embedded wallet did not state its accounts', error)
    })
    const smart = user && accountsOf(user, 'eip155', wanted, network).find(({ type }) => type === wanted)
    if (!smart) return known
    const same = known.find(({ address }) => address === smart.address)
    if (same)
      return known.map((one) =>
        one === same ? { ...one, networks: [...(one.networks ?? []), network] } : one,
      )
    return user.address === smart.address ? [smart, ...known] : [...known, smart]
  }

  /**
   * Switches the account type and stores the choice. If the request fails, asks for the standard account.
   * @param on The network of the account.
   */
  async prefer(
    type: AccountType<'eip155'>,
    { on, ...opts }: CallOptions & { readonly on?: CaipNetworkId | undefined } = {},
  ): Promise<Answer<'SET_PREFERRED_ACCOUNT'>> {
    const { login } = this.#calls
    const send = () => this.#frame.send('SET_PREFERRED_ACCOUNT', { type }, opts)
    try {
      const account = await (on ? (await this.#calls.sendOn(on, send, opts)).answer : send())
      this.#storage.set('accountType', type)
      return account
    } catch (error) {
      if (type !== 'eoa' && login === this.#calls.login)
        this.#frame.send('SET_PREFERRED_ACCOUNT', { type: 'eoa' }).catch(() => {})
      throw error
    }
  }

  #hasSmart(network: CaipNetworkId): boolean {
    return this.#storage.smartNetworks.some((id) => network === `eip155:${id}`)
  }

  /** The account type that the visitor chose, or the app's default. */
  get #accountType(): AccountType<'eip155'> | undefined {
    const chosen = this.#storage.get('accountType')
    return chosen === 'eoa' || chosen === 'smartAccount' ? chosen : this.#app?.defaultAccountTypes?.eip155
  }

  /** Reads the networks with smart accounts. If the call fails, clears the stored list (S2.4). */
  #readSmartNetworks(): void {
    const { login } = this.#calls
    const report = (networks: readonly number[]) => {
      // If the visitor logged out meanwhile, store nothing.
      if (login !== this.#calls.login) return
      this.#storage.set('smartNetworks', networks.join(','))
      this.#events.emit('smartAccountNetworks', networks)
    }
    this.#frame.send('GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined).then(
      ({ smartAccountEnabledNetworks }) => report(smartAccountEnabledNetworks),
      () => report([]),
    )
  }
}

function isRefusal(error: unknown): boolean {
  return isLatchkeyError(error, 'frame/failed') || isLatchkeyError(error, 'frame/error')
}

/**
 * Returns the accounts of a family, active account first. A smart account belongs to the network on which the frame was asked.
 * @param wanted The account type that the frame was asked for.
 */
function accountsOf(
  { address, accounts = [], preferredAccountType }: Answer<'GET_USER'>,
  namespace: EmbeddedFamily,
  wanted: AccountType<'eip155'> | undefined,
  network: CaipNetworkId,
): AccountRecord[] {
  const types = new Map(accounts.map((account) => [account.address, account.type]))
  const fallback = (preferredAccountType ?? wanted) === 'smartAccount' ? 'smartAccount' : 'eoa'
  const all = [address, ...accounts.map((account) => account.address).filter((other) => other !== address)]
  // Only eip155 has smart accounts.
  const typeOf = (each: string) => (namespace === 'eip155' ? (types.get(each) ?? fallback) : 'eoa')
  // Without a standard account, the other networks would have no account.
  const hasPlain = all.some((each) => typeOf(each) === 'eoa')
  return all.map((each): AccountRecord => {
    const type = typeOf(each)
    return { namespace, address: each, type, ...(type !== 'eoa' && hasPlain && { networks: [network] }) }
  })
}
