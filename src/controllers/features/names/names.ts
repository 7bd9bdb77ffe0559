import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions, Clock, Logger } from '../../../ports.ts'
import type { NameSuggestion, ProfileService } from '../../../services/data/profiles.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'

/** A name and its address on one network. */
export interface ResolvedName {
  /** Normalized according to ENSIP-15. */
  readonly name: string
  /** The address without a network prefix, in the family's canonical spelling. */
  readonly address: string
  readonly network: CaipNetworkId
  /** The avatar's `https` URL, if the service has one. */
  readonly avatar?: string | undefined
}

/** The recipient that the visitor types, and the name that the text resolves to. */
export interface NameLookupState {
  readonly text: string
  readonly loading: boolean
  readonly resolved: ResolvedName | undefined
  readonly error: LatchkeyError | undefined
}

/** Free names similar to the one being typed. */
export interface NameSuggestions {
  readonly text: string
  readonly loading: boolean
  readonly names: readonly NameSuggestion[]
  readonly error: LatchkeyError | undefined
}

export interface NamesState {
  /** The name and avatar of the active account; undefined until known. */
  readonly identity?:
    | {
        readonly account: CaipAddress
        readonly name: string | undefined
        /** The avatar's `https` URL. */
        readonly avatar: string | undefined
      }
    | undefined
  readonly lookup?: NameLookupState | undefined
  readonly suggestions?: NameSuggestions | undefined
  /** The name being registered. */
  readonly registering?: string | undefined
}

export interface NamesEvents {
  /** The account is about to sign for the name. For analytics, like `failed`. */
  initiated: { readonly name: string }
  failed: { readonly name: string; readonly error: LatchkeyError }
  registered: { readonly account: CaipAddress; readonly name: string }
}

export interface NetworkOptions extends CallOptions {
  /** The network to resolve the address on. Default: the active one. */
  readonly network?: CaipNetworkId | undefined
}

/** The methods of `NamesController`. */
export interface NamesCalls {
  /**
   * Resolves a name to its address on a network. Never returns the address of another network.
   * @throws `name/resolve-failed` for an invalid name, or one without an address there; `validation/invalid-chain-id`;
   * `adapter/unsupported` without an eip155 adapter, which is needed to normalize names.
   */
  resolve(name: string, opts?: NetworkOptions): Promise<ResolvedName>
  /**
   * Resolves a name while it is typed, 500 ms after the last call. Only the result for the latest text reaches
   * `state.lookup`; earlier results are cleared at once. An empty text ends the lookup.
   */
  lookUp(text: string, opts?: Pick<NetworkOptions, 'network'>): Promise<void>
  /**
   * Returns the names that an address claims and that resolve back to it, the best one first.
   * @throws `name/reverse-failed`, `validation/invalid-address`
   */
  reverse(address: string, opts?: NetworkOptions): Promise<readonly string[]>
  /** Loads the name and avatar of the active account. Never rejects; if nothing can be read, the next call retries. */
  identify(opts?: CallOptions): Promise<void>
  /**
   * Loads free names similar to `label`, 500 ms after the last call; only the latest call counts. `state.suggestions` has the
   * result, or the error `name/suggestions-failed`. An empty text ends the search.
   */
  suggestions(label: string): Promise<void>
  /**
   * Registers a name for the active eip155 account, which signs one message. Resolves with the full name.
   * @throws `validation/invalid-input` for a label with characters other than letters, digits and hyphens, or shorter
   * than four; `name/network-not-found`, `name/connector-not-found`, `name/register-failed`; `config/endpoint-off`
   * without a service; `wallet/user-rejected`; `wallet/request-pending` while another name is being registered.
   */
  register(label: string, opts?: CallOptions): Promise<string>
}

/** The dependencies of the engine, loaded together with it. */
export interface NamesParts {
  /** Undefined when the host configured no data service. */
  readonly service: ProfileService | undefined
}

export interface NamesDeps extends FeatureDeps {
  readonly parts: () => Promise<NamesParts>
  readonly options: Pick<OptionsController, 'state'>
  readonly account: Pick<AccountController, 'active' | 'state' | 'subscribe' | 'setDetails'>
  readonly network: Pick<NetworkController, 'state' | 'activeNetwork' | 'subscribe'>
  readonly adapters: Pick<Adapters, 'get' | 'namespaces'>
  readonly clock: Clock
  readonly log: Logger
}
