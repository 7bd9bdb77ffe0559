import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { isLatchkeyError, latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { embedded as limits } from '../../../core/limits.ts'
import type { Connector } from '../../../core/wallet/connector.ts'
import type { EmbeddedLogin } from '../../../core/wallet/embedded-login.ts'
import type { AccountType } from '../../../core/wallet/family.ts'
import { type SocialName, socialNames } from '../../../core/wallet/list/socials.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { AccountUser } from '../../wallet/account-controller.ts'
import type {
  EmbeddedWalletCalls,
  EmbeddedWalletDeps,
  EmbeddedWalletEvents,
  EmbeddedWalletState,
} from './embedded-wallet.ts'
import { ShownFrame } from './shown-frame.ts'
import { SocialFlow } from './social-flow.ts'
import { takeResult } from './social-return.ts'

type Embedded = Connector & Required<Pick<Connector, 'embedded'>>

/** Implements `EmbeddedWalletController`. Loads at the first use. */
export class EmbeddedWalletEngine implements EmbeddedWalletCalls {
  readonly #deps: EmbeddedWalletDeps
  readonly #host: FeatureHost<EmbeddedWalletState, EmbeddedWalletEvents>
  readonly #connector: Embedded | undefined
  #login: EmbeddedLogin | undefined
  readonly #shown: ShownFrame
  readonly #social: SocialFlow
  #asked = 0
  /** The login data to show in each family's account. */
  #user: AccountUser = {}
  /** The connected addresses of the embedded wallet. Empty if no visitor is logged in. */
  #addresses = ''

  constructor(deps: EmbeddedWalletDeps, host: FeatureHost<EmbeddedWalletState, EmbeddedWalletEvents>) {
    this.#deps = deps
    this.#host = host
    this.#connector = deps.registry.list().find((one): one is Embedded => one.embedded !== undefined)
    const embedded = this.#connector?.embedded
    this.#shown = new ShownFrame({
      modal: deps.modal,
      router: deps.router,
      state: () => host.state,
      leaveSocial: () => this.leaveSocial(),
      abortApprovals: () => this.abortApprovals(),
      own: (release) => host.own(release),
    })
    this.#social = new SocialFlow({
      page: deps.page,
      clock: deps.clock,
      origin: () => this.#found.embedded?.origin ?? '',
      login: () => this.#loaded(),
      connect: (opts) => this.#connect(opts),
      show: (social) => host.patch({ social }),
      canceled: (provider, reason) => {
        // If the visitor closes the popup, there is no error to show.
        const error = isLatchkeyError(reason, 'social/popup-closed') ? undefined : toLatchkeyError(reason)
        host.emit('socialCanceled', { provider, error })
        this.#shown.socialCanceled()
        if (error) deps.snackbar.showError(error)
      },
      remember: (provider) => deps.persistence.set('telegramSocialProvider', provider),
    })
    host.own(() => this.#social.leave())
    if (!embedded) return
    host.patch({ dashboardUrl: embedded.dashboardUrl })
    this.#resume()
    if (this.#connector) host.own(this.#connector.on('closed', () => this.#forget()))
    host.own(embedded.on('frame', (frame) => this.#follow(frame)))
    host.own(
      embedded.on('smartAccountNetworks', (smartAccountNetworks) => host.patch({ smartAccountNetworks })),
    )
    host.own(
      embedded.on('smartAccountDeployed', (smartAccountDeployed) => {
        host.patch({ smartAccountDeployed })
        this.#tellAccounts()
      }),
    )
    host.own(deps.account.subscribe(() => this.#followAccounts()))
    host.own(embedded.on('requested', () => this.#ask()))
    host.own(embedded.on('responded', ({ approved }) => this.#answered(approved)))
    host.own(embedded.on('refused', ({ method }) => this.#refuse(method)))
    host.own(
      embedded.on('timedOut', (reason) => {
        const alert = reason === 'iframe_load_failed' ? 'frameLoadFailed' : 'frameRequestTimeout'
        Promise.resolve(deps.alert.raise(alert)).catch(() => {})
      }),
    )
    host.own(deps.theme.subscribe(() => this.#syncTheme()))
  }

  async logIn(email: string, opts?: CallOptions) {
    const login = await this.#loaded()
    // The wallet may ask for the code in its frame. Then the frame replaces the view that began the login. The view's signal
    // aborts, but the login must continue.
    const signal = this.#unlessAsking(opts?.signal)
    // These views request another mail for the address that the visitor has already submitted.
    const isResend = this.#deps.router.state.view.startsWith('EmailVerify')
    const submitted = () => isResend || this.#host.emit('emailStep', { step: 'submitted' })
    let asked = false
    const onAsked = () => {
      if (asked) return
      asked = true
      // The wallet asks for a code only after it has accepted the address and mailed the code.
      submitted()
      this.#host.emit('emailStep', { step: 'code-sent' })
    }
    this.#shown.loggingIn.add(onAsked)
    const action = await login.connectEmail(email, { signal }).finally(() => {
      this.#shown.loggingIn.delete(onAsked)
      this.#showLogin(login)
    })
    if (!asked) submitted()
    if (action === 'VERIFY_OTP') this.#host.emit('emailStep', { step: 'code-sent' })
    if (asked && action === 'CONNECT') this.#host.emit('emailStep', { step: 'code-passed' })
    if (action === 'CONNECT') await this.#connect({ signal })
    return action
  }

  async confirmDevice(opts?: CallOptions) {
    const login = await this.#loaded()
    await login.connectDevice(opts)
    this.#host.emit('emailStep', { step: 'device-registered' })
    this.#host.emit('emailStep', { step: 'code-sent' })
  }

  async confirmCode(code: string, opts?: CallOptions) {
    const login = await this.#loaded()
    try {
      await login.connectOtp(code, opts)
      this.#host.emit('emailStep', { step: 'code-passed' })
    } catch (error) {
      this.#host.emit('emailStep', { step: 'code-failed', error: toLatchkeyError(error) })
      throw error
    }
    await this.#connect(opts)
  }

  async updateEmail(email: string, opts?: CallOptions) {
    const login = await this.#loaded()
    const action = await login
      .updateEmail(email, { signal: this.#unlessAsking(opts?.signal) })
      .finally(() => this.#showLogin(login))
    this.#host.emit('emailStep', { step: 'updated' })
    return action
  }

  async confirmOldEmail(code: string, opts?: CallOptions) {
    await (await this.#loaded()).updateEmailPrimaryOtp(code, opts)
  }

  async confirmNewEmail(code: string, opts?: CallOptions) {
    const login = await this.#loaded()
    await login.updateEmailSecondaryOtp(code, opts)
    this.#showLogin(login)
  }

  async connectSocial(provider: SocialName, opts?: CallOptions) {
    this.#found
    await this.#social.run(provider, opts)
  }

  leaveSocial(): void {
    this.#social.leave()
  }

  async setPreferredAccountType(type: AccountType<'eip155'>, opts?: CallOptions) {
    const login = await this.#loaded()
    const { account, session } = this.#deps
    const { caipAddress } = account.state.eip155
    // The standard account is the same on all networks.
    const on = type === 'smartAccount' && caipAddress ? parseCaipAddress(caipAddress).networkId : undefined
    let failure: unknown
    const kept = await login.setPreferredAccountType(type, { ...opts, on }).catch((error: unknown) => {
      failure = error
    })
    account.setPreferredAccountType('eip155', failure ? 'eoa' : type)
    const { allAccounts } = account.state.eip155
    const found = allAccounts.find((one) => (kept ? one.address === kept.address : one.type === 'eoa'))
    // Connect again if the account isn't in the current session.
    if (found) await session.switchAccount('eip155', found.address)
    else await this.#connect(opts)
    if (failure) throw failure
    this.#host.emit('accountTypeChosen', { type })
  }

  abortApprovals(): void {
    this.#login?.abortApprovals()
  }

  async #connect(opts: CallOptions | undefined): Promise<void> {
    const { id } = this.#found
    await this.#deps.session.connect({ connectorId: id }, { signal: this.#unlessAsking(opts?.signal) })
    if (this.#login) this.#showLogin(this.#login)
  }

  /**
   * Returns a signal that aborts when the given signal aborts. If an approval replaces the view, the returned signal doesn't
   * abort, because the visitor hasn't canceled the login.
   */
  #unlessAsking(signal: AbortSignal | undefined): AbortSignal | undefined {
    if (!signal || signal.aborted) return signal
    const control = new AbortController()
    const given = () => {
      if (!this.#host.state.approvalPending) control.abort(signal.reason)
    }
    signal.addEventListener('abort', given, { once: true })
    return control.signal
  }

  get #found(): Embedded {
    if (!this.#connector) throw latchkeyError('connection/connector-not-found', { values: { id: 'ID_AUTH' } })
    return this.#connector
  }

  async #loaded(): Promise<EmbeddedLogin> {
    if (this.#login) return this.#login
    this.#login = await this.#found.embedded?.load()
    this.#syncTheme()
    return this.#login as EmbeddedLogin
  }

  /** Finishes a login for which the page itself navigated to the provider and back, as in Telegram. */
  #resume(): void {
    const { page, persistence } = this.#deps
    const result = takeResult(page)
    const provider = socialNames.find((one) => one === persistence.get('telegramSocialProvider'))
    if (result === undefined || provider === undefined || provider === 'farcaster') return
    persistence.remove('telegramSocialProvider')
    this.#social.resume(provider, result).catch((error) => this.#deps.snackbar.showError(error))
  }

  /** Copies the stored login data to the state. */
  #showLogin(login: EmbeddedLogin): void {
    const { email, userName, social: socialProvider } = login.stored
    const seconds = login.cooldown
    this.#host.patch({
      ...{ email, userName, socialProvider },
      smartAccountNetworks: login.smartAccountNetworks,
      canResendAt: seconds > 0 ? this.#deps.clock.now() + seconds * 1000 : undefined,
    })
    this.#tellAccounts()
  }

  #forget(): void {
    this.#host.patch({
      email: undefined,
      userName: undefined,
      socialProvider: undefined,
      smartAccountDeployed: undefined,
      smartAccountNetworks: [],
    })
  }

  /** Follows logins and logouts of other tabs, which reach this tab only as changed accounts. */
  #followAccounts(): void {
    const addresses = this.#families()
      .map((namespace) => this.#deps.account.state[namespace].address)
      .join()
    if (addresses !== this.#addresses) {
      this.#addresses = addresses
      if (addresses === '') this.#forget()
      else if (this.#login) this.#showLogin(this.#login)
    }
    this.#tellAccounts()
  }

  /** The families in which the embedded wallet is connected. */
  #families(): readonly ChainNamespace[] {
    const { state } = this.#deps.account
    return (this.#connector?.chains ?? []).filter(
      (namespace) => state[namespace].caipAddress && state[namespace].connectedWalletInfo?.type === 'AUTH',
    )
  }

  /** Adds the login data to the accounts of all families that the wallet connected (S1.3.4). */
  #tellAccounts(): void {
    const { account } = this.#deps
    const { email, userName: username, socialProvider, smartAccountDeployed } = this.#host.state
    if (this.#user.email !== email || this.#user.username !== username) this.#user = { email, username }
    for (const namespace of this.#families()) {
      const { caipAddress, ...before } = account.state[namespace]
      if (!caipAddress) continue
      const login = {
        user: this.#user,
        socialProvider,
        smartAccountDeployed: namespace === 'eip155' ? smartAccountDeployed : undefined,
      }
      const keys = Object.keys(login) as (keyof typeof login)[]
      if (keys.some((key) => login[key] !== before[key])) account.setDetails(caipAddress, login)
    }
  }

  #follow(frame: EmbeddedWalletState['frame']): void {
    this.#host.patch({ frame })
    if (frame !== 'ready') return
    // Load the login's code here too, because the frame also becomes ready without a login, when a connection is restored.
    this.#loaded().then(
      (login) => this.#showLogin(login),
      () => {},
    )
  }

  #ask(): void {
    this.#asked++
    this.#host.patch({ approvalPending: true })
    if (this.#asked > 1) return
    this.#host.emit('approvalRequested')
    this.#shown.asked()
  }

  #answered(approved: boolean): void {
    this.#asked--
    if (this.#asked > 0) return
    this.#host.patch({ approvalPending: false })
    this.#host.emit('approvalFinished', { approved })
    this.#shown.answered()
  }

  #refuse(method: string): void {
    this.#host.emit('refused', { method })
    this.#shown.refused()
    this.#host.after(this.#deps.clock, limits.refusedNotice, () =>
      this.#deps.snackbar.showError('Action not allowed'),
    )
    this.abortApprovals()
  }

  #syncTheme(): void {
    const { themeMode, themeVariables } = this.#deps.theme.state
    const mode = themeMode === 'light' ? 'light' : 'dark'
    const accent = themeVariables['--lk-accent']
    this.#login
      ?.syncTheme({
        themeMode: mode,
        themeVariables,
        w3mThemeVariables: {
          '--w3m-accent': String(accent ?? limits.accent[mode]),
          '--w3m-background': limits.background[mode],
        },
      })
      // Ignore failures, because the frame may have been removed meanwhile.
      .catch(() => {})
  }
}
