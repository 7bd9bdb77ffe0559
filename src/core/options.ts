import type { Platform } from '../ports.ts'
import type { CaipNetworkId } from './chain/caip.ts'
import { type ChainNamespace, defaultAccountTypes } from './chain/namespace.ts'
import { type ChainNetwork, findNetwork, type NetworkInput, networkFrom } from './chain/network.ts'
import { type ConfigError, latchkeyError } from './errors/latchkey-error.ts'
import { transport } from './limits.ts'
import { type AbsentEndpoints, type AbsentFeatures, type AbsentOptions, isNotBuilt } from './not-built.ts'
import { checkOptions } from './options-schema.ts'
import { off, on, type Switches } from './switches.ts'
import type { AnyAdapterFactory } from './wallet/adapter.ts'
import type { ConnectorFactory } from './wallet/connector.ts'
import type { AccountType } from './wallet/family.ts'
import type { ConnectorListType } from './wallet/wallet-list.ts'

/** What the wallet is told about the application. What is missing is read from the page. */
export interface Metadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** A wallet that the host adds to the list; fields as in the catalogue. Specification 1, section 3. */
export interface CustomWallet {
  readonly id: string
  readonly name: string
  readonly image_id?: string | undefined
  readonly image_url?: string | undefined
  readonly rdns?: string | undefined
  readonly homepage?: string | undefined
  readonly chains?: readonly string[] | undefined
  readonly mobile_link?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  readonly link_mode?: string | undefined
  readonly app_store?: string | undefined
  readonly play_store?: string | undefined
}

/** Every host besides the RPC URLs of the networks; a feature whose endpoint is not set is off. */
export interface Endpoints extends AbsentEndpoints {
  /** `wss://…` */
  readonly relay?: string | undefined
  readonly verify?: string | undefined
  /** The service that lists wallets, in the form of specification 2, section 7: `GET /getWallets` and pictures. */
  readonly catalogue?: string | undefined
}

/** A string that depends on a count, in the forms that its language needs. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** Switches that the host decides. Specification 1, section 3, "Features". */
export interface Features {
  readonly allWallets: boolean
  readonly legalCheckbox: boolean
  readonly connectorTypeOrder?: readonly ConnectorListType[] | undefined
}
/** What a host writes: a feature that is not built can only be switched off. */
export type FeatureOptions = Loose<Features> & AbsentFeatures

export interface RpcOptions {
  /** For each attempt, in ms. */
  readonly timeout: number
  /** After the first attempt. */
  readonly retries: number
  /** Whether the endpoints of a network are measured and the best is asked first. */
  readonly rank: boolean
}

export type DefaultAccountTypes = { readonly [N in ChainNamespace]: AccountType<N> }

interface Common {
  /** Asked for by the network's own relay, and by services that say so. */
  readonly projectId?: string | undefined
  readonly themeVariables: Readonly<Record<string, string | number>>
  /** `system` follows the visitor's system. */
  readonly themeMode: 'dark' | 'light' | 'system'
  /** Of the modal and the buttons: a BCP 47 tag such as `es-MX`, or `auto` for the visitor's own. Default: English. */
  readonly language?: string | undefined
  /** Single strings of the modal and the buttons in other words; `StringOverrides` of `latchkey/react` lists them. */
  readonly strings?: Readonly<Record<string, string | PluralForms>> | undefined
  readonly allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /** Catalogue ids; absent means no restriction. */
  readonly includeWalletIds?: readonly string[] | undefined
  readonly excludeWalletIds: readonly string[]
  readonly featuredWalletIds?: readonly string[] | undefined
  readonly customWallets?: readonly CustomWallet[] | undefined
  /** Image URLs, by CAIP-2 reference. */
  readonly chainImages: Readonly<Record<string, string>>
  /** Image URLs, by connector id. */
  readonly connectorImages: Readonly<Record<string, string>>
  readonly termsConditionsUrl?: string | undefined
  readonly privacyPolicyUrl?: string | undefined
  readonly endpoints: Endpoints
  /**
   * The pages in whose frame the app may stand as a Safe App; there the Safe is found, and connected without a question.
   * Default: `https://app.safe.global`; none: `[]`.
   */
  readonly safeOrigins?: readonly string[] | undefined
  readonly universalProvider?: object | undefined
  readonly universalProviderConfigOverride?: UniversalProviderOverride | undefined
  readonly platform?: Partial<Platform> | undefined
  /** Clients of different names live side by side, with their own storage. */
  readonly name: string
}

export interface UniversalProviderOverride {
  readonly methods?: Readonly<Record<string, readonly string[]>> | undefined
  readonly chains?: Readonly<Record<string, readonly string[]>> | undefined
  readonly events?: Readonly<Record<string, readonly string[]>> | undefined
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
  readonly defaultChain?: string | undefined
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** What a host passes to `createLatchkey`. Specification 1, section 3, "Options"; facts 10.1. */
export interface LatchkeyOptions<
  A extends readonly AnyAdapterFactory[] = readonly AnyAdapterFactory[],
  W extends readonly NetworkInput[] = readonly NetworkInput[],
> extends Loose<Common & Switches>,
    AbsentOptions {
  /** At least one; the first is the default. Chains of viem are taken as they are. */
  readonly networks: W
  readonly adapters?: A | undefined
  readonly connectors?: readonly ConnectorFactory[] | undefined
  /** One of `networks`, or its CAIP-2 id. */
  readonly defaultNetwork?: NetworkInput | CaipNetworkId | undefined
  readonly metadata?: Loose<Metadata> | undefined
  readonly features?: FeatureOptions | undefined
  /** Would stand in for the remote configuration, which is not built. */
  readonly remoteFeatures?: AbsentFeatures | undefined
  readonly defaultAccountTypes?: Loose<DefaultAccountTypes> | undefined
  /** Asked before the network's own URLs. */
  readonly customRpcUrls?: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>> | undefined
  readonly rpc?: Loose<RpcOptions> | undefined
}

/** The options with every default filled in; nothing writes to it. */
export interface Options extends Readonly<Common>, Switches {
  readonly networks: readonly [ChainNetwork, ...ChainNetwork[]]
  readonly adapters: readonly AnyAdapterFactory[]
  readonly connectors: readonly ConnectorFactory[]
  readonly defaultNetwork: ChainNetwork
  readonly metadata: Loose<Metadata>
  readonly features: Features
  readonly defaultAccountTypes: DefaultAccountTypes
  readonly customRpcUrls: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>>
  readonly rpc: RpcOptions
}

/**
 * Checks what the host wrote and fills in the defaults.
 * @throws `config/invalid-options` naming the field; `config/not-built` naming what this version does not have;
 * `config/conflicting-options` for `siweConfig` beside `siwx`.
 */
export function resolveOptions(input: LatchkeyOptions): Options {
  if (input?.siwx && input.siweConfig) throw latchkeyError('config/conflicting-options')
  const problem = checkOptions(input)
  if (problem) throw invalid(problem.path, problem.reason)

  const given = defined(input) as LatchkeyOptions
  const adapters = given.adapters ?? []
  const networks = given.networks.map(networkFrom)
  unique('networks', networks, ({ caipNetworkId }) => caipNetworkId)
  unique('adapters', adapters, ({ namespace }) => namespace)

  const wanted = (given.defaultNetwork ?? networks[0]) as NetworkInput
  // A text has no such field: it is the id itself.
  const id = networkFrom(wanted).caipNetworkId ?? (wanted as unknown as CaipNetworkId)
  const defaultNetwork = findNetwork(networks, id)
  if (!defaultNetwork) throw invalid('defaultNetwork', 'must be one of networks')

  const { allWallets = true, legalCheckbox = false, connectorTypeOrder } = given.features ?? {}
  return Object.freeze({
    ...on,
    ...off,
    name: 'app',
    connectors: [],
    themeMode: 'dark',
    themeVariables: {},
    allWallets: 'SHOW',
    excludeWalletIds: [],
    chainImages: {},
    connectorImages: {},
    customRpcUrls: {},
    metadata: {},
    endpoints: {},
    ...given,
    adapters,
    defaultNetwork,
    // The check has refused an empty list.
    networks: networks as [ChainNetwork, ...ChainNetwork[]],
    features: { allWallets, legalCheckbox, connectorTypeOrder },
    defaultAccountTypes: { ...defaultAccountTypes, ...defined(given.defaultAccountTypes) },
    rpc: { timeout: transport.timeout, retries: transport.retries, rank: false, ...defined(given.rpc) },
  } satisfies Options)
}

/** The RPC URLs of a network in the order in which they are asked: the host's, then the network's. Facts 2.4. */
export function rpcUrlsOf(
  options: Pick<Options, 'customRpcUrls'> & { readonly networks: readonly ChainNetwork[] },
  id: CaipNetworkId,
): readonly string[] {
  const own = options.customRpcUrls[id]?.map(({ url }) => url) ?? []
  return [...new Set([...own, ...(findNetwork(options.networks, id)?.rpcUrls.default.http ?? [])])]
}

function unique<T>(field: string, items: readonly T[], key: (item: T) => string): void {
  const keys = items.map(key)
  keys.forEach((one, at) => {
    if (keys.indexOf(one) < at) throw invalid(`${field}[${at}]`, `repeats ${one}`)
  })
}

function invalid(field: string, reason: string): ConfigError {
  return reason === isNotBuilt
    ? latchkeyError('config/not-built', { values: { feature: `The option ${field}` } })
    : latchkeyError('config/invalid-options', { values: { field, reason } })
}

/** Without the fields that are undefined, so that they do not hide a default. */
function defined<T extends object>(value: T | undefined): T {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, field]) => field !== undefined)) as T
}
