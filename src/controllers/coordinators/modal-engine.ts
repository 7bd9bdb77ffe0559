import { raceAbort } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { modal } from '../../core/limits.ts'
import type { CatalogueWallet } from '../../core/wallet/catalogue-wallet.ts'
import { installedAs } from '../../core/wallet/known-wallets.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { FeatureHost } from '../base/feature-controller.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import {
  closed,
  loadingOf,
  type ModalDeps,
  type ModalEvents,
  type ModalState,
  type OpenOptions,
} from './modal.ts'

/** The views at whose end there is a connection. */
const connects = /^(Connecting|Email)/

/** What `ModalController` does once the modal is used. It calls the controllers below and listens to them. */
export class ModalEngine {
  readonly #deps: ModalDeps
  readonly #host: FeatureHost<ModalState, ModalEvents>
  /** Counts openings and closings, so that an opening that was overtaken while it waited stays without effect. */
  #turn = 0
  #stopShaking: Unsubscribe | undefined

  constructor(deps: ModalDeps, host: FeatureHost<ModalState, ModalEvents>) {
    this.#deps = deps
    this.#host = host
    const { router, network, networkSwitch, session, signIn } = deps
    host.own(router.on('emptied', () => this.close()))
    host.own(network.on('activeChanged', () => this.followNetwork()))
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
    // The visitor went elsewhere: the wallet is not waited for any more.
    this.#host.own(
      router.watch(
        ({ view }) => view,
        (_, previous) => previous === 'ConnectingExternal' && session.cancel(),
      ),
    )
    // Connected before this was here.
    if (this.#options.enableEmbedded && router.state.view === 'Connect' && this.#connected())
      router.reset('Account')
  }

  async open(options: OpenOptions, signal: AbortSignal | undefined): Promise<void> {
    const { router, network, connector, networkSwitch, pairing } = this.#deps
    const { namespace, uri } = options
    const { view = uri && 'ConnectingWalletConnectBasic', arguments: swap } = options
    const data = swap && view === 'Swap' ? { ...options.data, swap } : options.data
    const target = namespace && this.#destination(namespace)
    const turn = ++this.#turn
    if (uri) await raceAbort(pairing.setUri(uri), signal)
    if (turn !== this.#turn || (view === 'SIWXSignMessage' && !this.#maySignIn())) return

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
    const { open } = this.#host.state
    this.#host.patch({ open: true, namespace, ...loadingOf(this.#host.state, namespace) })
    if (!open) this.#host.emit('opened', { connected })
    // What is listed first. Nobody looks for a wallet who has one.
    if (!connected) settle(this.#deps.catalogue.begin())
    // A link has to open inside the tap that follows it.
    if (!connected && !uri) pairing.pairEarly()
  }

  /** Closes, whatever is shown. In embedded mode the first view takes the place of what was shown. */
  close(): void {
    const { router, connector, pairing } = this.#deps
    const connected = this.#connected()
    const { open } = this.#host.state
    this.#turn++
    this.#stopShaking?.()
    this.#host.patch(closed)
    // What was narrowed for this opening is not narrow at the next.
    if (open) connector.setFilterByNamespace(undefined)
    pairing.leave()
    router.reset(this.#options.enableEmbedded && connected ? 'Account' : 'Connect')
    if (open) this.#host.emit('closed', { connected })
  }

  /** The visitor's way to close: on an unsupported chain, and before a sign-in that is required, it shakes instead. */
  safeClose(): void {
    if (this.#onUnsupported || this.#mustSignIn) this.shake()
    else this.close()
  }

  /** Does nothing while it shakes. */
  shake(): void {
    if (this.#host.state.shake) return
    this.#host.patch({ shake: true })
    this.#stopShaking = this.#host.after(this.#deps.clock, modal.shake, () =>
      this.#host.patch({ shake: false }),
    )
  }

  /** Back one view; from the first one, closes. */
  goBack(): void {
    this.#deps.router.goBack()
  }

  /**
   * Shows the way to connect the wallet: directly when it is installed, else by WalletConnect. On a phone its app opens inside
   * the click, where it can by now.
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

  get #switching(): boolean {
    return this.#deps.router.state.view === 'SwitchNetwork'
  }

  get #onUnsupported(): boolean {
    const { view, history, data } = this.#deps.router.state
    // From where nothing is swapped, the visitor may leave as they like.
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

  /** Whether there is somebody who has not signed in: they may have gone while the modal was being fetched. */
  #maySignIn(): boolean {
    const { status } = this.#deps.signIn.state
    if (status === 'off') throw latchkeyError('siwx/not-enabled')
    return status === 'required' || status === 'offered'
  }

  /** Where the family is, or the first network where it may be. */
  #destination(namespace: ChainNamespace): CaipNetworkId {
    const { network } = this.#deps
    const current = network.networkOf(namespace)
    const { caipNetworkId } = (!network.isSupported(current) && network.requested(namespace)[0]) || current
    return caipNetworkId
  }

  #connected(namespace = this.#deps.network.state.activeNamespace): boolean {
    return this.#deps.account.state[namespace].address !== undefined
  }

  /** Says so when the active network is none that the host requested, and goes when it is again. */
  followNetwork(): void {
    const { network, router } = this.#deps
    const { enableNetworkSwitch, allowUnsupportedChain, basic } = this.#options
    if (network.isSupported()) {
      // The wallet moved by itself.
      if (router.state.view === 'UnsupportedChain' && this.#onUnsupported) router.goBack()
    } else if (enableNetworkSwitch && !allowUnsupportedChain && !basic && !this.#onUnsupported) {
      settle(this.open({ view: 'UnsupportedChain' }, undefined))
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
    const { router, network, signIn } = this.#deps
    const { view } = router.state
    // Facts 6.2: with sign-in, the visitor is not done yet.
    const done = connects.test(view)
      ? !restored && ['off', 'nobody'].includes(signIn.state.status)
      : this.#options.enableEmbedded && view === 'Connect'
    if (done) this.close()
    // The wallet may be where the visitor was left, on a network that nobody requested: nothing moved then.
    if (!network.isSupported()) this.followNetwork()
  }

  /** Who is signed in, or is asked for nothing, has done what the view was for. */
  #followSignIn(): void {
    const { status } = this.#deps.signIn.state
    const { view } = this.#deps.router.state
    if (status === 'signed-in' && (view === 'SIWXSignMessage' || connects.test(view))) this.close()
  }

  /** The account is gone that the views were about; those that connect another one stay. */
  #followEnd(namespaces: readonly ChainNamespace[]): void {
    const { router, network } = this.#deps
    const concerned = namespaces.includes(network.state.activeNamespace) && !this.#connected()
    if (!concerned || connects.test(router.state.view)) return
    if (this.#host.state.open || this.#options.enableEmbedded) this.close()
  }
}

/** For calls that report their failure themselves. */
function settle(outcome: unknown): void {
  Promise.resolve(outcome).catch(() => {})
}
