import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions, Clock, Logger } from '../../../ports.ts'
import type { NameSuggestion, ProfileService } from '../../../services/data/profiles.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'

/** Whom a name stands for on one network. */
export interface ResolvedName {
  /** As ENSIP-15 spells it. */
  readonly name: string
  /** Plain, as the family of the network spells it. */
  readonly address: string
  readonly network: CaipNetworkId
  /** An `https` URL of a picture, where the service of names has one. */
  readonly avatar?: string | undefined
}

/** What is being typed as a receiver, and whom it stands for. */
export interface NameLookupState {
  readonly text: string
  readonly loading: boolean
  readonly resolved: ResolvedName | undefined
  readonly error: LatchkeyError | undefined
}

/** Names like the one that is being typed. */
export interface NameSuggestions {
  readonly text: string
  readonly loading: boolean
  readonly names: readonly NameSuggestion[]
  readonly error: LatchkeyError | undefined
}

export interface NamesState {
  /** Who the active account says that it is; undefined until that is known. */
  readonly identity:
    | {
        readonly account: CaipAddress
        readonly name: string | undefined
        /** An `https` URL of a picture. */
        readonly avatar: string | undefined
      }
    | undefined
  readonly lookup: NameLookupState | undefined
  readonly suggestions: NameSuggestions | undefined
  /** The name that is being registered. */
  readonly registering: string | undefined
}

export interface NamesEvents {
  /** The account is about to be asked to sign for it. For who counts, as `failed`. */
  initiated: { readonly name: string }
  failed: { readonly name: string; readonly error: LatchkeyError }
  registered: { readonly account: CaipAddress; readonly name: string }
}

export interface OnNetwork extends CallOptions {
  /** On which the address is wanted; by default where the visitor is. */
  readonly network?: CaipNetworkId | undefined
}

/** See `NamesController`. */
export interface NamesCalls {
  /**
   * The address that a name has for a network; never one that it has for another network.
   * @throws `name/resolve-failed` for what is no name, or has no such address; `validation/invalid-chain-id`;
   * `adapter/unsupported` without an adapter of eip155, which knows how names are spelt.
   */
  resolve(name: string, opts?: OnNetwork): Promise<ResolvedName>
  /**
   * `resolve` of what is being typed, 500 ms after the last call; only what was typed last is ever shown. The state has the
   * answer, and until there is one nothing of an earlier text. The empty text ends it.
   */
  lookUp(text: string, opts?: Pick<OnNetwork, 'network'>): Promise<void>
  /**
   * The names that an address calls its own and that lead back to it, the best first.
   * @throws `name/reverse-failed`, `validation/invalid-address`
   */
  reverse(address: string, opts?: OnNetwork): Promise<readonly string[]>
  /** Asks who the active account says that it is. Never fails: what nobody could say stays unknown, and the next call asks again. */
  identify(opts?: CallOptions): Promise<void>
  /**
   * Names like this one that are free, 500 ms after the last call; the latest call counts. The state has them, or why they
   * could not be had: `name/suggestions-failed`. The empty text ends it.
   */
  suggestions(label: string): Promise<void>
  /**
   * Registers a name for the active account of eip155, which signs a message once; resolves with the whole name.
   * @throws `validation/invalid-input` for a label of other characters than letters, digits and hyphens, or of less than
   * four; `name/network-not-found`, `name/connector-not-found`, `name/register-failed`; `config/endpoint-off` without a service;
   * `wallet/user-rejected`; `wallet/request-pending` while another name is being registered.
   */
  register(label: string, opts?: CallOptions): Promise<string>
}

/** What the behaviour is made of; fetched with it. */
export interface NamesParts {
  /** Undefined where the host names no data service. */
  readonly service: ProfileService | undefined
}

export interface NamesDeps extends FeatureDeps {
  readonly parts: () => Promise<NamesParts>
  readonly options: Pick<OptionsController, 'state'>
  readonly account: Pick<AccountController, 'active' | 'state' | 'subscribe'>
  readonly network: Pick<NetworkController, 'state' | 'activeNetwork' | 'subscribe'>
  readonly adapters: Pick<Adapters, 'get' | 'namespaces'>
  readonly clock: Clock
  readonly log: Logger
}
