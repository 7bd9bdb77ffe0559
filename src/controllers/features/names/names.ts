import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions, Clock, Logger } from '../../../ports.ts'
import type { DataRequests } from '../../../services/data/data-requests.ts'
import type { NameSuggestion, ProfileService } from '../../../services/data/profiles.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'

/** A name and its address on one network. */
export interface ResolvedName {
  /** The name, normalized by its name service (ENSIP-15 for ENS). */
  readonly name: string
  /** The address without a network prefix, in the family's canonical spelling. */
  readonly address: string
  readonly network: CaipNetworkId
  /** The avatar's `https` URL, if the data service has one. */
  readonly avatar?: string | undefined
}

/** The text that the visitor types as a recipient, and the name that it resolves to. */
export interface NameLookupState {
  readonly text: string
  readonly loading: boolean
  readonly resolved: ResolvedName | undefined
  readonly error: LatchkeyError | undefined
}

/** Names that are similar to the typed name. Each item says whether the name is already registered. */
export interface NameSuggestions {
  readonly text: string
  readonly loading: boolean
  readonly names: readonly NameSuggestion[]
  readonly error: LatchkeyError | undefined
}

export interface NamesState {
  /** The name and avatar of the active account. Undefined until they are loaded. */
  readonly identity?:
    | {
        readonly account: CaipAddress
        /**
         * The account's name. On polkadot, this value can also be the text of an identity, which doesn't resolve to the account.
         */
        readonly name: string | undefined
        /** The URL of the picture: `https`, or `data:image/` if the account's ENS name has such a picture. */
        readonly avatar: string | undefined
      }
    | undefined
  readonly lookup?: NameLookupState | undefined
  readonly suggestions?: NameSuggestions | undefined
  /** The name that is being registered. */
  readonly registering?: string | undefined
  /**
   * The last registration, if it failed. Cleared when the next registration starts, and when the view `RegisterAccountName` is
   * opened or left.
   */
  readonly failedRegistration?: { readonly name: string; readonly error: LatchkeyError } | undefined
  /** Whether no data service is configured. If so, names can't be suggested or registered. */
  readonly off: boolean
}

export interface NamesEvents {
  /** The client will now ask the wallet to sign for the name. This event and `failed` are for analytics. */
  initiated: { readonly name: string }
  failed: { readonly name: string; readonly error: LatchkeyError }
  registered: { readonly account: CaipAddress; readonly name: string }
}

export interface NetworkOptions extends CallOptions {
  /** The network on which to look up addresses. Default: the active network. */
  readonly network?: CaipNetworkId | undefined
}

/** The methods of `NamesController`. */
export interface NamesCalls {
  /**
   * Resolves a name to its address on a network. Never returns an address for another network.
   * @throws `name/resolve-failed` if the name is invalid or has no address on the network; `name/needs-gateway` if the name
   * needs a gateway that the host didn't list; `validation/invalid-chain-id`;
   * `network/not-requested`; `adapter/unsupported` for a client without an eip155 adapter, because that adapter normalizes all
   * names except those of another family's name service.
   */
  resolve(name: string, opts?: NetworkOptions): Promise<ResolvedName>
  /**
   * Resolves a name while the visitor types it, 500 ms after the last call. `state.lookup` has the result for the latest text
   * only. A new text clears an earlier result at once. An empty text ends the lookup.
   */
  lookUp(text: string, opts?: Pick<NetworkOptions, 'network'>): Promise<void>
  /**
   * Returns the names of an address, best name first. Returns only names that resolve to the address.
   * @throws `name/reverse-failed`, `validation/invalid-address`, `validation/invalid-chain-id`, `network/not-requested`,
   * `adapter/unsupported` as for `resolve`.
   */
  reverse(address: string, opts?: NetworkOptions): Promise<readonly string[]>
  /**
   * Loads the name and avatar of the active account. Rejects only if `signal` aborts. If nothing can be read, the next call tries
   * again.
   */
  identify(opts?: CallOptions): Promise<void>
  /**
   * Loads names that are similar to `label`, 500 ms after the last call. `state.suggestions` has the result of the latest call,
   * or its error: `name/suggestions-failed`, or `config/endpoint-off` without a service. An empty text ends the search. Rejects
   * only if `signal` aborts, which also ends the search.
   */
  suggestions(label: string, opts?: CallOptions): Promise<void>
  /**
   * Registers a name for the active eip155 account. The wallet signs one message. Resolves with the full name. Concurrent calls
   * for the same name share one registration.
   * @throws `validation/invalid-input` for a label that is shorter than four characters, or that has characters other than
   * letters, digits and hyphens; `name/network-not-found`; `name/connector-not-found`; `name/register-failed`;
   * `config/endpoint-off` without a service; `wallet/user-rejected`; `wallet/request-pending` while another name is being
   * registered.
   */
  register(label: string, opts?: CallOptions): Promise<string>
}

/** The engine's dependencies, which load together with the engine. */
export interface NamesParts {
  /** Undefined if the host configured no data service. */
  readonly service: (ProfileService & Pick<DataRequests, 'supports'>) | undefined
  /** Returns the URL from which the page may load a picture, or undefined if the page may not load it. */
  picture(link: string): string | undefined
}

export interface NamesDeps extends FeatureDeps {
  readonly parts: () => Promise<NamesParts>
  /** Whether the host configured no data service. */
  readonly off: boolean
  readonly options: Pick<OptionsController, 'state'>
  readonly account: Pick<AccountController, 'active' | 'state' | 'subscribe' | 'setDetails'>
  readonly network: Pick<NetworkController, 'state' | 'activeNetwork' | 'subscribe'>
  readonly adapters: Pick<Adapters, 'get' | 'namespaces'>
  readonly router: Pick<RouterController, 'watch'>
  readonly clock: Clock
  readonly log: Logger
}
