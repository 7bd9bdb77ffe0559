import { awakeClock } from '../../core/async/awake-clock.ts'
import { type Loaded, loadOnce } from '../../core/async/load-once.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { Emitter } from '../../core/emitter.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { frameDefaults } from '../../core/limits.ts'
import type {
  ConnectorContext,
  ConnectorEvents,
  ConnectorOffer,
  ConnectorSession,
  RestoreOptions,
} from '../../core/wallet/connector.ts'
import type {
  EmbeddedEvents,
  EmbeddedLogin,
  FrameTheme,
  StoredLogin,
} from '../../core/wallet/embedded-login.ts'
import type { AccountType } from '../../core/wallet/family.ts'
import type { SocialProvider } from '../../core/wallet/list/socials.ts'
import type { CallOptions } from '../../ports.ts'
import { version } from '../../version.ts'
import { appMetadata } from '../app-metadata.ts'
import { isEmbeddedFamily } from './families.ts'
import { EmbeddedFrame } from './frame.ts'
import type { FrameSessions } from './frame-sessions.ts'
import { frameSpec } from './frame-spec.ts'
import type { EmbeddedWalletOptions } from './options.ts'
import { LoginStorage } from './stored-login.ts'

export interface FrameLoginOptions {
  readonly url: string
  readonly options: EmbeddedWalletOptions
  readonly context: ConnectorContext
  readonly events: Emitter<ConnectorEvents>
  readonly walletEvents: Emitter<EmbeddedEvents>
}

/** The login to the wallet in the frame, and the sessions of the login (S2.4, S3.1.9, S3.1.10). */
export class FrameLogin implements EmbeddedLogin {
  readonly #context: ConnectorContext
  readonly #events: Emitter<ConnectorEvents>
  readonly #storage: LoginStorage
  readonly #frame: EmbeddedFrame
  readonly #sessions: Loaded<FrameSessions>
  #theme: FrameTheme | undefined
  #open = false

  constructor({ url, options, context, events, walletEvents }: FrameLoginOptions) {
    const { log, page, storage, app } = context
    const clock = awakeClock(context.clock)
    this.#context = { ...context, clock }
    this.#events = events
    this.#storage = new LoginStorage(storage, clock, app?.name ?? 'app')
    const chainId = this.#networks[0] ?? frameDefaults.chainId
    this.#frame = new EmbeddedFrame({
      clock,
      log,
      frames: page.frames,
      spec: frameSpec(url, options, { projectId: app?.projectId, chainId }),
      changed: (state) => {
        // The next document of the frame is on its default network.
        if (state !== 'ready') this.#sessions.value?.forgetChain()
        walletEvents.emit('frame', state)
      },
      timedOut: (reason) => walletEvents.emit('timedOut', reason),
      ready: () => this.#greet(),
      // The wallet doesn't report whether the visitor completed the dialog, so always report an approval.
      asking: (open) =>
        open
          ? walletEvents.emit('requested', { method: 'recovery' })
          : walletEvents.emit('responded', { method: 'recovery', approved: true }),
    })
    this.#sessions = loadOnce(async () => {
      const { FrameSessions } = await import('./frame-sessions.ts')
      return new FrameSessions(this.#frame, this.#storage, walletEvents, this.#context)
    })
  }

  get stored(): StoredLogin {
    return this.#storage.login
  }

  get cooldown(): number {
    return this.#storage.cooldown
  }

  async connectEmail(email: string, opts?: CallOptions) {
    const seconds = this.cooldown
    if (seconds > 0) throw latchkeyError('frame/cooldown', { values: { n: seconds } })
    await this.#beforeLogin()
    const { action } = await this.#frame.send('CONNECT_EMAIL', { email }, opts)
    // Latchkey's own frame asks for the code itself, and answers when the visitor is logged in.
    if (action === 'CONNECT') this.#storage.loggedInByEmail()
    else this.#storage.mailed()
    return action
  }

  async connectDevice(opts?: CallOptions) {
    await this.#frame.send('CONNECT_DEVICE', undefined, opts)
  }

  async connectOtp(otp: string, opts?: CallOptions) {
    await this.#frame.send('CONNECT_OTP', { otp }, opts)
    this.#storage.loggedInByEmail()
  }

  async socialRedirectUri(provider: SocialProvider, opts?: CallOptions) {
    await this.#beforeLogin()
    return (await this.#frame.send('GET_SOCIAL_REDIRECT_URI', { provider }, opts)).uri
  }

  async connectSocial(provider: SocialProvider, resultUri: string, opts?: CallOptions) {
    await this.#frame.init()
    const { userName } = await this.#frame.send('CONNECT_SOCIAL', { uri: resultUri }, opts)
    this.#storage.loggedInBy(provider, userName)
  }

  async farcasterUri(opts?: CallOptions) {
    await this.#beforeLogin()
    return (await this.#frame.send('GET_FARCASTER_URI', undefined, opts)).url
  }

  async connectFarcaster(opts?: CallOptions) {
    const { userName } = await this.#frame.send('CONNECT_FARCASTER', undefined, opts)
    this.#storage.loggedInBy('farcaster', userName)
  }

  async reload() {
    if (this.#frame.state === 'ready') await this.#frame.send('RELOAD', undefined)
  }

  async updateEmail(email: string, opts?: CallOptions) {
    await this.#frame.init()
    const { action, newEmail } = await this.#frame.send('UPDATE_EMAIL', { email }, opts)
    if (newEmail !== undefined) {
      this.#storage.loggedIn(newEmail)
      return 'UPDATED'
    }
    this.#storage.mailed()
    return action
  }

  async updateEmailPrimaryOtp(otp: string, opts?: CallOptions) {
    await this.#frame.send('UPDATE_EMAIL_PRIMARY_OTP', { otp }, opts)
  }

  async updateEmailSecondaryOtp(otp: string, opts?: CallOptions) {
    const { newEmail } = await this.#frame.send('UPDATE_EMAIL_SECONDARY_OTP', { otp }, opts)
    this.#storage.loggedIn(newEmail)
    return newEmail
  }

  get smartAccountNetworks(): readonly number[] {
    return this.#storage.smartNetworks
  }

  async setPreferredAccountType(
    type: AccountType<'eip155'>,
    opts?: CallOptions & { readonly on?: CaipNetworkId | undefined },
  ) {
    return (await this.#start()).prefer(type, opts)
  }

  async syncTheme(theme: FrameTheme) {
    this.#theme = { ...this.#theme, ...theme }
    // If the frame isn't ready yet, it gets the theme when it becomes ready.
    if (this.#frame.state === 'ready') await this.#frame.send('SYNC_THEME', theme as never)
  }

  abortApprovals(): void {
    this.#frame.abortApprovals()
  }

  async open({ networks }: ConnectorOffer, opts?: CallOptions): Promise<ConnectorSession> {
    const sessions = await this.#start()
    const session = await sessions.connect(networks, opts)
    this.#open = true
    return session
  }

  /**
   * Restores the session without a prompt. Returns null if the visitor isn't logged in (S2.4).
   * @throws `frame/request-timeout`
   */
  async restore(opts?: RestoreOptions): Promise<ConnectorSession | null> {
    if (!this.stored.used) return null
    const session = await (await this.#sessions.load()).restore(this.#networks, opts)
    this.#open ||= session !== null
    return session
  }

  /**
   * Clears the page's login data at once. Then logs out in the frame as soon as the frame is ready. Waits for the frame's answer,
   * but at most 3 s. Until the frame answers, the logout stays stored, so that the app's next login sends it first, even after a
   * reload or in another tab.
   */
  async close(opts?: CallOptions): Promise<void> {
    const mustSignOut = this.#frame.state === 'ready' || this.stored.used
    this.#storage.loggedOut()
    this.#sessions.value?.end()
    // The answers to requests of this login must not be stored.
    this.#frame.abort()
    const wasOpen = this.#open
    this.#open = false
    if (mustSignOut) {
      this.#storage.set('leaving', 'true')
      const ended = this.#frame.init().then(() => this.#signOut())
      // Prevents an unhandled rejection if the sessions' code can't be loaded.
      ended.catch(() => {})
      await (this.#sessions.value ?? (await this.#sessions.load())).ended(ended, opts)
    }
    if (wasOpen) this.#events.emit('closed', { reason: 'host' })
  }

  dispose(): void {
    this.#frame.dispose()
  }

  async #signOut(): Promise<void> {
    // A login in another tab may have sent this logout meanwhile. Another logout would end that login.
    await this.#frame.send('SIGN_OUT', undefined, { isWanted: () => this.#storage.get('leaving') })
    this.#storage.set('leaving', undefined)
  }

  /** Adds the frame. Sends a logout that an earlier page or another tab has stored, so that the next login starts logged out. */
  async #beforeLogin(): Promise<void> {
    await this.#frame.init()
    if (this.#storage.get('leaving')) this.#signOut().catch(() => {})
  }

  async #start(): Promise<FrameSessions> {
    const [sessions] = await Promise.all([this.#sessions.load(), this.#beforeLogin()])
    return sessions
  }

  get #networks(): readonly CaipNetworkId[] {
    return this.#context.networks
      .filter(({ chainNamespace }) => isEmbeddedFamily(chainNamespace))
      .map(({ caipNetworkId }) => caipNetworkId)
  }

  /** Sends the app's data and the theme whenever the frame becomes ready (S2.7). */
  #greet(): void {
    const { app, log, page } = this.#context
    const { projectId = '', sdkType = 'latchkey', sdkVersion = version, metadata = {} } = app ?? {}
    const data = { projectId, sdkType, sdkVersion, showsFrame: true, metadata: appMetadata(metadata, page) }
    const quiet = (error: unknown) => log.debug('Informing the embedded wallet failed', error)
    this.#frame.send('SYNC_DAPP_DATA', data).catch(quiet)
    if (this.#theme) this.syncTheme(this.#theme).catch(quiet)
  }
}
