import { raceAbort } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { farcasterResync, imagePreloadTimeout, modal } from '../../core/limits.ts'
import type { Options } from '../../core/options.ts'
import { type ConnectorView, isInstalled } from '../../core/wallet/wallet-list.ts'
import type { CallOptions, Clock, Logger, PageTraits, Unsubscribe } from '../../ports.ts'
import { Controller } from '../base/controller.ts'
import type { Guard } from '../base/guard.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { RouterController } from '../shell/router-controller.ts'
import type { CatalogueWallet, RouterData, View } from '../shell/views.ts'
import type { AccountController } from '../wallet/account-controller.ts'
import type { Adapters } from '../wallet/adapters.ts'
import type { ConnectorController } from '../wallet/connector-controller.ts'
import type { NetworkController } from '../wallet/network-controller.ts'
import type { PairingController } from './pairing-controller.ts'

export interface ModalState {
  readonly open: boolean
  /** True while the modal is open, until whoever waits for it says otherwise: host buttons show it. Facts 3.2. */
  readonly loading: boolean
  readonly loadingNamespaceMap: Readonly<Partial<Record<ChainNamespace, boolean>>>
  /** The visitor tried to close what cannot be closed. Lasts 500 ms. */
  readonly shake: boolean
  /** The family for which it was opened. */
  readonly namespace: ChainNamespace | undefined
}

export interface ModalEvents {
  /** `connected`: whether the visitor has an address on the active family. */
  opened: { readonly connected: boolean }
  closed: { readonly connected: boolean }
}

export interface OpenOptions {
  readonly view?: View | undefined
  /** What the view is opened with; only together with `view`. */
  readonly data?: RouterData | undefined
  /** Shows the wallets of this family, and moves there when another one is active. */
  readonly namespace?: ChainNamespace | undefined
  /** A WalletConnect uri that the host made by other means: the modal shows it instead of making one. */
  readonly uri?: string | undefined
}

/** What is worth loading before a view is shown. Facts 3.2. */
export interface PrefetchRequest {
  readonly networkImages: boolean
  readonly connectorImages: boolean
  readonly featuredWallets: boolean
  readonly recommendedWallets: boolean
}

interface Source<Events> {
  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe
}

export interface ModalDeps {
  readonly router: Pick<
    RouterController,
    'state' | 'on' | 'watch' | 'push' | 'reset' | 'goBack' | 'goBackToIndex'
  >
  readonly options: Pick<OptionsController, 'state'>
  readonly network: Pick<NetworkController, 'state' | 'on' | 'networkOf' | 'isSupported' | 'requested'>
  readonly account: Pick<AccountController, 'state'>
  readonly connector: Pick<ConnectorController, 'state' | 'setFilterByNamespace'>
  readonly adapters: Pick<Adapters, 'namespaces'>
  readonly networkSwitch: Source<{ switched: { readonly fromUnsupported: boolean }; failed: unknown }> & {
    request(id: CaipNetworkId, options: { readonly ignoreSwitchConfirmation: true }): unknown
  }
  readonly session: Source<{
    established: { readonly restored: boolean }
    ended: { readonly namespaces: readonly ChainNamespace[] }
  }> & { cancel(): void }
  readonly pairing: Pick<PairingController, 'pairEarly' | 'setUri' | 'openWallet' | 'leave'>
  readonly page: { readonly traits: Pick<PageTraits, 'mobile'> }
  readonly clock: Pick<Clock, 'after'>
  readonly guard: Guard
  readonly log?: Pick<Logger, 'error'> | undefined
  /** Present when sign-in is configured. `required` while a session is demanded and there is none. */
  readonly signIn?: { readonly required: boolean } | undefined
  readonly prefetch?: ((wanted: PrefetchRequest) => Promise<unknown>) | undefined
  readonly embeddedWallet?:
    | {
        /** Forgets the Farcaster url and reloads the frame. */
        cancelFarcaster(): unknown
        syncDapp(app: Pick<Options, 'metadata' | 'sdkVersion' | 'projectId' | 'sdkType'>): unknown
      }
    | undefined
}

const signInViews: readonly View[] = ['SIWXSignMessage', 'ApproveTransaction']

/**
 * Opens and closes the modal and decides what it shows first. It calls the controllers below and listens to them; none
 * of them knows it. Specification 1, sections 2 and 4; facts 3.2.
 */
export class ModalController extends Controller<ModalState, ModalEvents> {
  readonly #deps: ModalDeps
  /** Counts openings and closings, so that an opening that was overtaken while it prefetched stays without effect. */
  #turn = 0
  #stopShaking: Unsubscribe | undefined

  constructor(deps: ModalDeps) {
    const closed = {
      open: false,
      loading: false,
      loadingNamespaceMap: {},
      shake: false,
      namespace: undefined,
    }
    super(closed, deps.log)
    this.#deps = deps
  }

  start(): void {
    const { router, network, networkSwitch, session } = this.#deps
    this.own(router.on('emptied', () => (this.#signInIsDue ? this.shake() : this.close())))
    this.own(network.on('activeChanged', () => this.#followNetwork()))
    this.own(networkSwitch.on('switched', ({ fromUnsupported }) => this.#leaveSwitch(fromUnsupported)))
    this.own(networkSwitch.on('failed', () => this.#switching && router.goBack()))
    this.own(session.on('established', ({ restored }) => this.#followSession(restored)))
    this.own(session.on('ended', ({ namespaces }) => this.#followEnd(namespaces)))
    // The visitor went elsewhere: the wallet is not waited for any more.
    this.own(
      router.watch(
        ({ view }) => view,
        (_, previous) => previous === 'ConnectingExternal' && session.cancel(),
      ),
    )
  }

  /**
   * Shows exactly one view: AllWallets or ConnectingWalletConnectBasic where there is nothing else to connect with, the
   * view that was asked for, Account, or Connect. For a family that is not the active one it starts a network switch
   * instead. An opening that is overtaken by another, or by `close`, resolves without effect.
   * @throws `connection/namespace-not-configured` for a family without networks; `config/not-built` for a view that there is
   * not; `validation/invalid-input` for a uri that is none, or is over; `flow/aborted`.
   */
  open(options: OpenOptions = {}, { signal }: CallOptions = {}): Promise<void> {
    return this.#deps.guard('INTERNAL_SDK_ERROR', async () => {
      const { router, network, connector, networkSwitch, pairing } = this.#deps
      const { data, namespace, uri } = options
      const { view = uri && 'ConnectingWalletConnectBasic' } = options
      const target = namespace && this.#destination(namespace)
      const turn = ++this.#turn
      const prefetched = this.#prefetch(namespace)
      if (prefetched) await raceAbort(prefetched, signal)
      if (uri) await raceAbort(pairing.setUri(uri), signal)
      if (turn !== this.#turn) return

      const connected = this.#connected(namespace)
      if (target && namespace !== network.state.activeNamespace) {
        settle(networkSwitch.request(target, { ignoreSwitchConfirmation: true }))
      } else if (this.#options.manualWCControl || (!this.#deps.adapters.namespaces.length && !connected)) {
        router.reset(this.#deps.page.traits.mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic')
      } else if (view) {
        router.reset(view, data)
      } else {
        router.reset(connected ? 'Account' : 'Connect')
      }
      connector.setFilterByNamespace(namespace)
      const { open } = this.state
      this.patch({ open: true, namespace, ...this.#loading(true, namespace) })
      if (!open) this.emit('opened', { connected })
      // A link has to open inside the tap that follows it.
      if (!connected && !uri) pairing.pairEarly()
    })
  }

  /** Closes, whatever is shown. In embedded mode the first view takes the place of what was shown. */
  close(): void {
    const { router, connector, pairing } = this.#deps
    const connected = this.#connected()
    const { open } = this.state
    this.#turn++
    this.#stopShaking?.()
    this.reset()
    // What was narrowed for this opening is not narrow at the next.
    if (open) connector.setFilterByNamespace(undefined)
    pairing.leave()
    router.reset(this.#options.enableEmbedded && connected ? 'Account' : 'Connect')
    if (open) this.emit('closed', { connected })
  }

  /** The visitor's way to close: on an unsupported chain, or before a sign-in that is required, it shakes instead. */
  safeClose(): void {
    if (this.#onUnsupported || this.#signInIsDue) this.shake()
    else this.close()
  }

  /** Does nothing while it shakes. */
  shake(): void {
    if (this.state.shake) return
    this.patch({ shake: true })
    this.#stopShaking = this.after(this.#deps.clock, modal.shake, () => this.patch({ shake: false }))
  }

  /** Back one view; from the first one, closes. Leaving Farcaster before it connected gives the login up. */
  goBack(): void {
    const { router, embeddedWallet, clock } = this.#deps
    const leavesFarcaster = router.state.view === 'ConnectingFarcaster' && !this.#connected()
    router.goBack()
    if (!leavesFarcaster || !embeddedWallet) return
    settle(embeddedWallet.cancelFarcaster())
    this.after(clock, farcasterResync, () => {
      const { metadata, sdkVersion, projectId, sdkType } = this.#options
      settle(embeddedWallet.syncDapp({ metadata, sdkVersion, projectId, sdkType }))
    })
  }

  /**
   * Shows the way to connect the wallet: directly when it is installed, else by WalletConnect. On a phone its app opens inside
   * the click, where it can by now.
   */
  selectWallet(wallet: CatalogueWallet): void {
    const { router, pairing } = this.#deps
    const connector = this.installed(wallet)
    if (connector) router.push('ConnectingExternal', { connector, wallet })
    else router.push('ConnectingWalletConnect', { wallet, opened: pairing.openWallet({ ...wallet }) })
  }

  /** The connector of the page that is this wallet. */
  installed(wallet: Pick<CatalogueWallet, 'id' | 'rdns'>): ConnectorView | undefined {
    return this.#deps.connector.state.connectors.find((connector) => isInstalled(wallet, [connector]))
  }

  setLoading(loading: boolean, namespace?: ChainNamespace): void {
    this.patch(this.#loading(loading, namespace))
  }

  clearLoading(): void {
    this.patch({ loading: false, loadingNamespaceMap: {} })
  }

  get #options(): OptionsController['state'] {
    return this.#deps.options.state
  }

  get #switching(): boolean {
    return this.#deps.router.state.view === 'SwitchNetwork'
  }

  get #onUnsupported(): boolean {
    const { view, history } = this.#deps.router.state
    return view === 'UnsupportedChain' || (this.#switching && history.includes('UnsupportedChain'))
  }

  get #signInIsDue(): boolean {
    return signInViews.includes(this.#deps.router.state.view) && this.#deps.signIn?.required === true
  }

  /** Where the family is, or the first network where it may be. */
  #destination(namespace: ChainNamespace): CaipNetworkId {
    const { network } = this.#deps
    const current = network.networkOf(namespace)
    const { caipNetworkId } = (!network.isSupported(current) && network.requested(namespace)[0]) || current
    return caipNetworkId
  }

  #loading(loading: boolean, namespace: ChainNamespace | undefined): Partial<ModalState> {
    const { loadingNamespaceMap: map } = this.state
    return { loading, loadingNamespaceMap: namespace ? { ...map, [namespace]: loading } : map }
  }

  #connected(namespace = this.#deps.network.state.activeNamespace): boolean {
    return this.#deps.account.state[namespace].address !== undefined
  }

  /** Resolves when everything is there, or after 2 s: a slow catalogue must not keep the modal closed. */
  #prefetch(namespace: ChainNamespace | undefined): Promise<void> | undefined {
    const { prefetch, clock } = this.#deps
    if (!prefetch) return undefined
    const { basic } = this.#options
    const wallets = basic || !this.#connected(namespace)
    const loading = prefetch({
      networkImages: !basic,
      connectorImages: !basic && wallets,
      featuredWallets: wallets,
      recommendedWallets: wallets,
    })
    if (basic) return void settle(loading)
    return new Promise((resolve) => {
      const done = this.own(() => {
        stop()
        resolve()
      })
      const stop = clock.after(imagePreloadTimeout, done)
      loading.then(done, done)
    })
  }

  #followNetwork(): void {
    const { network, router } = this.#deps
    const { enableNetworkSwitch, allowUnsupportedChain, basic } = this.#options
    if (network.isSupported()) {
      // The wallet moved by itself.
      if (router.state.view === 'UnsupportedChain') router.goBack()
    } else if (enableNetworkSwitch && !allowUnsupportedChain && !basic && !this.#onUnsupported) {
      settle(this.open({ view: 'UnsupportedChain' }))
    }
  }

  /** Facts 3.1, "navigateAfterNetworkSwitch": back to where the list of networks was opened from. */
  #leaveSwitch(fromUnsupported: boolean): void {
    const { router } = this.#deps
    const networks = router.state.history.indexOf('Networks')
    if (fromUnsupported || (this.#switching && networks === 0)) this.close()
    else if (!this.#switching) return
    else if (networks > 0) router.goBackToIndex(networks - 1)
    else router.goBack()
  }

  /** What comes after connecting is the sign-in's to decide, where there is one. */
  #followSession(restored: boolean): void {
    const { router, signIn, network } = this.#deps
    const { view } = router.state
    const done = view.startsWith('Connecting')
      ? !restored
      : this.#options.enableEmbedded && view === 'Connect'
    if (done && !signIn) this.close()
    // The wallet may be where the visitor was left, on a network that nobody requested: nothing moved then.
    if (!network.isSupported()) this.#followNetwork()
  }

  /** The account is gone that the views were about; those that connect another one stay. */
  #followEnd(namespaces: readonly ChainNamespace[]): void {
    const { router, network } = this.#deps
    const concerned = namespaces.includes(network.state.activeNamespace) && !this.#connected()
    if (!concerned || router.state.view.startsWith('Connecting')) return
    if (this.state.open || this.#options.enableEmbedded) this.close()
  }
}

/** For calls that report their failure themselves. */
function settle(outcome: unknown): void {
  Promise.resolve(outcome).catch(() => {})
}
