import { raceAbort } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { modal } from '../../core/limits.ts'
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
  readonly pairing: Pick<PairingController, 'pairEarly' | 'setUri' | 'leave'>
  readonly page: { readonly traits: Pick<PageTraits, 'mobile'> }
  readonly clock: Pick<Clock, 'after'>
  readonly guard: Guard
  readonly log?: Pick<Logger, 'error'> | undefined
}

/**
 * Opens and closes the modal and decides what it shows first. It calls the controllers below and listens to them; none
 * of them knows it. Specification 1, sections 2 and 4; facts 3.2.
 */
export class ModalController extends Controller<ModalState, ModalEvents> {
  readonly #deps: ModalDeps
  /** Counts openings and closings, so that an opening that was overtaken while it waited stays without effect. */
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
    this.own(router.on('emptied', () => this.close()))
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

  /** The visitor's way to close: on an unsupported chain it shakes instead. */
  safeClose(): void {
    if (this.#onUnsupported) this.shake()
    else this.close()
  }

  /** Does nothing while it shakes. */
  shake(): void {
    if (this.state.shake) return
    this.patch({ shake: true })
    this.#stopShaking = this.after(this.#deps.clock, modal.shake, () => this.patch({ shake: false }))
  }

  /** Back one view; from the first one, closes. */
  goBack(): void {
    this.#deps.router.goBack()
  }

  /** Shows the way to connect the wallet: directly when it is installed, else by WalletConnect. */
  selectWallet(wallet: CatalogueWallet): void {
    const { router } = this.#deps
    const connector = this.installed(wallet)
    if (connector) router.push('ConnectingExternal', { connector, wallet })
    else router.push('ConnectingWalletConnect', { wallet })
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

  #followSession(restored: boolean): void {
    const { router, network } = this.#deps
    const { view } = router.state
    const done = view.startsWith('Connecting')
      ? !restored
      : this.#options.enableEmbedded && view === 'Connect'
    if (done) this.close()
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
