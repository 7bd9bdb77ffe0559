import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Guard } from '../../core/errors/guard.ts'
import type { ProviderFeature } from '../../core/options/feature-providers.ts'
import type { CallOptions, Clock, Logger, PageTraits, Unsubscribe } from '../../ports.ts'
import type { SignInController } from '../features/sign-in/sign-in-controller.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { RouterController } from '../shell/router-controller.ts'
import type { RouterData, View } from '../shell/views.ts'
import type { AccountController } from '../wallet/account-controller.ts'
import type { Adapters } from '../wallet/adapters.ts'
import type { CatalogueController } from '../wallet/catalogue-controller.ts'
import type { ConnectorController } from '../wallet/connector-controller.ts'
import type { NetworkController } from '../wallet/network-controller.ts'
import type { NetworkSwitchController } from './network-switch-controller.ts'
import type { PairingController } from './pairing-controller.ts'
import type { SessionState } from './session.ts'

export interface ModalState {
  readonly open: boolean
  /** Whether the modal is loading or open. The host's buttons show this (S3.3.2). */
  readonly loading: boolean
  readonly loadingNamespaceMap: Readonly<Partial<Record<ChainNamespace, boolean>>>
  /** Whether the modal shakes: for 500 ms after the visitor tried to close a view that must stay open. */
  readonly shake: boolean
  /** The family that the modal was opened for. */
  readonly namespace: ChainNamespace | undefined
}

export interface ModalEvents {
  /**
   * The modal was requested and is loading. A listener can load the code that renders the modal, and pass the promise of this
   * load to the received function. The modal opens when this promise has settled.
   */
  opening: (drawing: Promise<unknown>) => void
  /**
   * The modal shows wallets to connect. Listeners can pass promises to the received function. The modal creates a pairing in
   * advance only after these promises have settled.
   */
  offering: (painted: Promise<unknown>) => void
  /** `connected`: whether an account of the family in `OpenOptions.namespace` is connected. Default: of the active family. */
  opened: { readonly connected: boolean }
  closed: { readonly connected: boolean }
}

export interface OpenOptions {
  /**
   * The view to show, such as `Networks`. Default: the account, or the wallet list if no wallet is connected. With `uri`, the
   * default is `ConnectingWalletConnectBasic`.
   */
  readonly view?: View | undefined
  /** The data for the view. Set `data` only with `view`. */
  readonly data?: RouterData | undefined
  /** The initial values of the view `Swap`: the token symbols, and the amount of the first token as a decimal string. */
  readonly arguments?: RouterData['swap']
  /** Lists only wallets of this chain family, and makes the family active. */
  readonly namespace?: ChainNamespace | undefined
  /** A WalletConnect pairing URI that you created. The modal shows this URI instead of creating one. */
  readonly uri?: string | undefined
}

/** Options of `open` that don't change what the modal shows. */
export interface OpenCallOptions extends CallOptions {
  /**
   * Whether to reject with `config/no-modal` if no component shows the modal, that is, if no listener of `opening` passes a
   * promise.
   */
  readonly mustShow?: boolean | undefined
}

interface Source<Events> {
  on<E extends keyof Events & string>(event: E, listener: (payload: Events[E]) => void): Unsubscribe
}

export interface ModalDeps {
  readonly router: Pick<
    RouterController,
    'state' | 'on' | 'watch' | 'check' | 'push' | 'reset' | 'goBack' | 'goBackToIndex'
  >
  readonly options: Pick<OptionsController, 'state'>
  readonly network: Pick<NetworkController, 'state' | 'on' | 'networkOf' | 'isSupported' | 'requested'>
  readonly account: Pick<AccountController, 'state'>
  readonly connector: Pick<ConnectorController, 'state' | 'setFilterByNamespace'>
  readonly catalogue: Pick<CatalogueController, 'prepare' | 'begin'>
  readonly adapters: Pick<Adapters, 'namespaces'>
  readonly networkSwitch: Source<{ switched: { readonly fromUnsupported: boolean }; failed: unknown }> &
    Pick<NetworkSwitchController, 'prepare' | 'request'>
  readonly session: Source<{
    established: { readonly restored: boolean }
    ended: { readonly namespaces: readonly ChainNamespace[] }
  }> & { readonly state: Pick<SessionState, 'attempt'>; cancel(): void }
  readonly signIn: Pick<SignInController, 'state' | 'watch'>
  /** Resolves when the project's stored remote configuration is applied. */
  readonly configured?: (() => Promise<unknown> | undefined) | undefined
  readonly pairing: Pick<PairingController, 'pairEarly' | 'setUri' | 'openWallet' | 'choose' | 'leave'>
  readonly page: { readonly traits: Pick<PageTraits, 'mobile'> }
  readonly clock: Pick<Clock, 'after'>
  /** The names of the providers that the host configured for each feature. */
  readonly providers: Readonly<Record<ProviderFeature, readonly string[]>>
  readonly guard: Guard
  readonly log?: Pick<Logger, 'error'> | undefined
}

export const closed: ModalState = {
  open: false,
  loading: false,
  loadingNamespaceMap: {},
  shake: false,
  namespace: undefined,
}
