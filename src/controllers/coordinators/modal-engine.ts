import { raceAbort } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { modal } from '../../core/limits.ts'
import { disabledReason } from '../../core/options/disabled-reason.ts'
import type { CatalogueWallet } from '../../core/wallet/list/catalogue-wallet.ts'
import { installedAs } from '../../core/wallet/list/known-wallets.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { FeatureHost } from '../base/feature-controller.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import { featureOf, type View } from '../shell/views.ts'
import { closed, type ModalDeps, type ModalEvents, type ModalState, type OpenOptions } from './modal.ts'
import { viewDisabled } from './view-features.ts'

/** Matches the views of a connected account. */
const ofAccount =
  /^(Account|Profile|Swap|SwitchAddress|Up|Choose|Register|Smart|Wallet|Transactions|OnRamp|Buy)/
/** Matches the views that connect a wallet. */
const connects = /^(Connecting|Email)/

/** Implements `ModalController`. Loads at the first use. */
export class ModalEngine {
  readonly #deps: ModalDeps
  readonly #host: FeatureHost<ModalState, ModalEvents>
  /**
   * Counts openings and closings. An opening that had to wait compares the count to find out whether a later call replaced it.
   */
  #turn = 0
  /** Whether a component on the page shows the modal. Such a component answers the event `opening` with a promise. */
  #shown = false
  /** Whether a card counts as open only while it shows the embedded wallet's frame. */
  #approving = false
  #stopShaking: Unsubscribe | undefined

  constructor(deps: ModalDeps, host: FeatureHost<ModalState, ModalEvents>) {
    this.#deps = deps
    this.#host = host
    const { router, network, networkSwitch, pairing, session, signIn } = deps
    // Settle the calls that wait until the modal closes, if the client is disposed meanwhile.
    host.own(() => host.state.open && host.emit('closed', { connected: this.#connected() }))
    host.own(router.on('emptied', () => this.close()))
    host.own(
      network.on('activeChanged', () => {
        this.#leaveAccount()
        this.followNetwork()
      }),
    )
    host.own(network.on('added', () => this.#leaveUnsupported()))
    host.own(networkSwitch.on('switched', ({ fromUnsupported }) => this.#leaveSwitch(fromUnsupported)))
    host.own(networkSwitch.on('failed', () => this.#switching && router.goBack()))
    host.own(session.on('established', ({ restored }) => this.#followSession(restored)))
    host.own(session.on('ended', ({ namespaces }) => this.#followEnd(namespaces)))
    host.own(
      signIn.watch(
        ({ status }) => status,
        () => this.#followSignIn(),
      ),
    )
    // Stop waiting for the wallet when the visitor leaves the view.
    this.#host.own(
      router.watch(
        ({ view }) => view,
        (view, previous) => {
          if (view === 'Connect') this.#loadWallets()
          if (previous === 'ApproveTransaction') this.#leaveApproval()
          if (previous === 'ConnectingExternal') session.cancel()
          // The visitor may have switched in the wallet while this view asked for another network.
          if (previous === 'SwitchNetwork') this.#leaveUnsupported()
          // Forget the chosen wallet, because the visitor goes back to choose another wallet.
          if (previous?.startsWith('ConnectingWalletConnect')) pairing.choose(undefined)
        },
      ),
    )
    if (this.#options.enableEmbedded && router.state.view === 'Connect') {
      if (this.#connected()) router.reset('Account')
      else this.#loadWallets()
    }
  }

  async open(options: OpenOptions, signal: AbortSignal | undefined): Promise<void> {
    const { router, network, connector, networkSwitch, pairing } = this.#deps
    const { namespace, uri } = options
    const { view = uri && 'ConnectingWalletConnectBasic', arguments: swap } = options
    const data = swap && view === 'Swap' ? { ...options.data, swap } : options.data
    const elsewhere = () =>
      namespace && namespace !== network.state.activeNamespace && this.#destination(namespace)
    const turn = ++this.#turn
    if (uri) await raceAbort(pairing.setUri(uri), signal)
    if (elsewhere()) await raceAbort(networkSwitch.prepare(), signal)
    if (turn !== this.#turn || (view === 'SIWXSignMessage' && !this.#maySignIn())) return

    const connected = this.#connected(namespace)
    const target = elsewhere()
    const approves = view === 'ApproveTransaction' && this.#options.enableEmbedded
    if (target) {
      settle(networkSwitch.request(target, { ignoreSwitchConfirmation: true }))
    } else if (this.#options.manualWCControl || (!this.#deps.adapters.namespaces.length && !connected)) {
      router.reset(this.#deps.page.traits.mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic')
    } else if (approves) {
      // A card shows views without being opened. After the approval, the visitor returns to the present view.
      router.push(view)
    } else if (view) {
      router.check(view)
      const off = viewDisabled(view, this.#options.features)
      if (off) throw off
      if (ofAccount.test(view) && !this.#shows(view, connected)) router.reset('Connect')
      else router.reset(view, data)
    } else {
      router.reset(connected ? 'Account' : 'Connect')
    }
    connector.setFilterByNamespace(namespace)
    const { open } = this.#host.state
    this.#approving = approves && !open
    this.#host.patch({ open: true, namespace, ...loadingOf(this.#host.state, namespace) })
    if (!open) this.#host.emit('opened', { connected })
    if (!connected || router.state.view === 'Connect') this.#loadWallets()
    // The approval of a request shows no wallets.
    if (!connected && !uri && !approves) this.#pairEarly()
  }

  /** Loads the first wallets of the wallet list, unless the modal is closed. */
  #loadWallets(): void {
    if (this.#visible) settle(this.#deps.catalogue.begin())
  }

  /**
   * Creates the pairing before the visitor taps a wallet. Phones open a link only within the tap, so the link must exist by
   * then. Waits until the list is painted.
   */
  #pairEarly(): void {
    const { pairing } = this.#deps
    const turn = this.#turn
    const isOpen = () => turn === this.#turn
    const paints: Promise<unknown>[] = []
    this.#host.emit('offering', (painted) => paints.push(painted))
    if (paints.length === 0) pairing.pairEarly(isOpen)
    else settle(Promise.allSettled(paints).then(() => isOpen() && pairing.pairEarly(isOpen)))
  }

  /** Returns the error for a view whose feature is off or has no provider. */
  whyOff(view: View): LatchkeyError | undefined {
    const feature = featureOf(view)
    return feature && disabledReason(feature, this.#options.features[feature], this.#deps.providers[feature])
  }

  /**
   * Checks that a component shows the modal, including a component that was mounted after the click.
   * @throws `config/no-modal`
   */
  requireShown(): void {
    if (this.#shown) return
    this.#host.emit('opening', (drawing) => {
      this.#shown = true
      drawing.catch(() => {})
    })
    if (this.#shown) return
    const error = latchkeyError('config/no-modal')
    // Log the error too, because the buttons that open the modal ignore rejections.
    this.#deps.log?.error(error.message, error)
    throw error
  }

  /** Closes the modal. With the option `enableEmbedded`, shows the first view instead. */
  close(): void {
    const { router, connector, pairing } = this.#deps
    const connected = this.#connected()
    const { open } = this.#host.state
    this.#turn++
    this.#stopShaking?.()
    // Announce the change last, so that the rest of the closing doesn't undo what a listener does in response, such as `open`.
    this.#host.batch(() => {
      this.#host.patch(closed)
      // The wallet filter applies to one opening only. A card may have a filter without having been opened.
      if (open || this.#options.enableEmbedded) connector.setFilterByNamespace(undefined)
      pairing.leave()
      router.reset(this.#options.enableEmbedded && connected ? 'Account' : 'Connect')
      if (open) this.#host.emit('closed', { connected })
    })
  }

  /**
   * Closes the modal at the visitor's request. On a view that asks for a supported network or a required sign-in, shakes the
   * modal instead.
   */
  safeClose(): void {
    if (this.#onUnsupported || this.#mustSignIn) this.shake()
    else this.close()
  }

  /** Shakes the modal. Does nothing if the modal is closed or already shakes. */
  shake(): void {
    const { open, shake } = this.#host.state
    if (shake || !open) return
    this.#host.patch({ shake: true })
    this.#stopShaking = this.#host.after(this.#deps.clock, modal.shake, () =>
      this.#host.patch({ shake: false }),
    )
  }

  /** Goes back to the previous view. On the first view, closes the modal. */
  goBack(): void {
    this.#deps.router.goBack()
  }

  /**
   * Shows how to connect the wallet: directly if the wallet is installed, otherwise through WalletConnect. Phones open apps only
   * within the click. So on a phone, opens the wallet's app at once if the link is ready.
   */
  selectWallet(wallet: CatalogueWallet): void {
    const { router, pairing } = this.#deps
    const connector = installedAs(wallet, this.#deps.connector.state.connectors)
    if (connector) router.push('ConnectingExternal', { connector, wallet })
    else router.push('ConnectingWalletConnect', { wallet, opened: pairing.openWallet({ ...wallet }) })
  }

  get #options(): OptionsController['state'] {
    return this.#deps.options.state
  }

  /** Whether the visitor may see the views. A card always shows its views. */
  get #visible(): boolean {
    return this.#host.state.open || this.#options.enableEmbedded
  }

  get #switching(): boolean {
    return this.#deps.router.state.view === 'SwitchNetwork'
  }

  get #onUnsupported(): boolean {
    const { view, history, data } = this.#deps.router.state
    // The visitor may close this view, because it only says that the network has no swaps.
    if (data?.swapUnsupportedChain) return false
    return view === 'UnsupportedChain' || (this.#switching && history.includes('UnsupportedChain'))
  }

  get #mustSignIn(): boolean {
    const { view } = this.#deps.router.state
    return (
      (view === 'SIWXSignMessage' || view === 'ApproveTransaction') &&
      this.#deps.signIn.state.status === 'required'
    )
  }

  /**
   * Returns whether the visitor is connected, but not signed in.
   * @throws `siwx/not-enabled`
   */
  #maySignIn(): boolean {
    const { status } = this.#deps.signIn.state
    if (status === 'off') throw latchkeyError('siwx/not-enabled')
    return status === 'required' || status === 'offered'
  }

  /** Returns the family's current network. If this network is unsupported, returns the family's first requested network. */
  #destination(namespace: ChainNamespace): CaipNetworkId {
    const { network } = this.#deps
    const current = network.networkOf(namespace)
    const { caipNetworkId } = (!network.isSupported(current) && network.requested(namespace)[0]) || current
    return caipNetworkId
  }

  #connected(namespace = this.#deps.network.state.activeNamespace): boolean {
    return this.#deps.account.state[namespace].address !== undefined
  }

  /**
   * Returns whether the view has an account to show. For `Profile`, which shows all families, an account of any family is
   * enough.
   */
  #shows(view: View, connected: boolean): boolean {
    if (view !== 'Profile') return connected
    return Object.values(this.#deps.account.state).some(({ address }) => address !== undefined)
  }

  /**
   * Opens the view UnsupportedChain if the host didn't request the active network and no option forbids the view. If the host
   * requested the network, leaves the view.
   */
  followNetwork(): void {
    const { enableNetworkSwitch, allowUnsupportedChain, basic } = this.#options
    if (this.#deps.network.isSupported()) this.#leaveUnsupported()
    else if (enableNetworkSwitch && !allowUnsupportedChain && !basic && !this.#onUnsupported)
      settle(this.open({ view: 'UnsupportedChain' }, undefined))
  }

  /** Leaves the view UnsupportedChain if the host requested the active network. */
  #leaveUnsupported(): void {
    const { network, router } = this.#deps
    if (router.state.view === 'UnsupportedChain' && this.#onUnsupported && network.isSupported())
      router.goBack()
  }

  /**
   * After a switch, closes the modal or returns to the view that opened the network list (S3.3.1, "navigateAfterNetworkSwitch").
   */
  #leaveSwitch(fromUnsupported: boolean): void {
    const { router } = this.#deps
    const networks = router.state.history.indexOf('Networks')
    if (fromUnsupported || (this.#switching && networks === 0)) this.close()
    else if (!this.#switching) return
    else if (networks > 0) router.goBackToIndex(networks - 1)
    else router.goBack()
    this.#leaveAccount()
  }

  /** Shows Connect if the view is of an account and the active family has none. */
  #leaveAccount(): void {
    const { router } = this.#deps
    const { view } = router.state
    if (this.#visible && ofAccount.test(view) && !this.#shows(view, this.#connected()))
      router.reset('Connect')
  }

  /** Ends the opening of a card that was opened only for the embedded wallet's frame. */
  #leaveApproval(): void {
    if (!this.#approving || !this.#host.state.open) return
    this.#host.batch(() => {
      this.#host.patch(closed)
      this.#host.emit('closed', { connected: this.#connected() })
    })
  }

  #followSession(restored: boolean): void {
    const { router, network, signIn } = this.#deps
    const { view } = router.state
    // If sign-in is enabled, keep the modal open, because the visitor still has to sign in (S3.6.2).
    const done = connects.test(view)
      ? !restored && ['off', 'no-account'].includes(signIn.state.status)
      : this.#options.enableEmbedded && view === 'Connect'
    if (done && !this.#isPending) this.close()
    // Check again here whether the network is supported. If a wallet connects on an unsupported network that was already active,
    // no network change is emitted.
    if (!network.isSupported()) this.followNetwork()
  }

  /** Once the visitor has signed in, closes the views that waited for the sign-in. */
  #followSignIn(): void {
    const { status } = this.#deps.signIn.state
    const { view } = this.#deps.router.state
    const isOver = view === 'SIWXSignMessage' || (connects.test(view) && !this.#isPending)
    if (status === 'signed-in' && isOver) this.close()
  }

  /** Whether the view waits for a wallet whose request is still pending. Another wallet may have connected meanwhile. */
  get #isPending(): boolean {
    const { router, session } = this.#deps
    const { view, data } = router.state
    const { attempt } = session.state
    const isAsked = attempt?.phase === 'waiting' && attempt.params.connectorId === data?.connector?.id
    return view === 'ConnectingExternal' && isAsked
  }

  /** Closes the views that show the disconnected account. Views that connect another account stay open. */
  #followEnd(namespaces: readonly ChainNamespace[]): void {
    const { router, network } = this.#deps
    const concerned = namespaces.includes(network.state.activeNamespace) && !this.#connected()
    if (!concerned || connects.test(router.state.view)) return
    if (this.#visible) this.close()
  }
}

/** Ignores a rejection, because the called function reports its own failures. */
function settle(outcome: unknown): void {
  Promise.resolve(outcome).catch(() => {})
}

function loadingOf(
  { loadingNamespaceMap: map }: ModalState,
  namespace: ChainNamespace | undefined,
): Partial<ModalState> {
  return { loading: true, loadingNamespaceMap: namespace ? { ...map, [namespace]: true } : map }
}
