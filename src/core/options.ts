import type { Platform } from '../ports.ts'
import { version } from '../version.ts'
import type { CaipNetworkId } from './chain/caip.ts'
import { type ChainNamespace, defaultAccountTypes } from './chain/namespace.ts'
import { type ChainNetwork, findNetwork } from './chain/network.ts'
import { type ConfigError, latchkeyError } from './errors/latchkey-error.ts'
import { type FeatureOptions, type LocalFeatures, localFeatures } from './features.ts'
import { transport } from './limits.ts'
import { checkOptions } from './options-schema.ts'
import type { AnyAdapterFactory } from './wallet/adapter.ts'
import type { ConnectorFactory } from './wallet/connector.ts'
import type { AccountType } from './wallet/family.ts'

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
export interface Endpoints {
  readonly catalogue?: string | undefined
  readonly data?: string | undefined
  readonly analytics?: string | undefined
  readonly frame?: string | undefined
  /** `wss://…` */
  readonly relay?: string | undefined
  readonly verify?: string | undefined
}

export interface RpcOptions {
  /** For each attempt, in ms. */
  readonly timeout: number
  /** After the first attempt. */
  readonly retries: number
  /** Whether the endpoints of a network are measured and the best is asked first. */
  readonly rank: boolean
}

export type DefaultAccountTypes = { readonly [N in ChainNamespace]: AccountType<N> }

/** Switches; those that are on unless set to false, then those that are off. Facts 10.1. */
const on = {
  debug: true,
  enableWalletConnect: true,
  enableWalletGuide: true,
  enableWallets: true,
  enableEIP6963: true,
  enableInjected: true,
  enableCoinbase: true,
  enableNetworkSwitch: true,
  enableAuthLogger: true,
  showWallets: true,
}
const off = {
  enableEmbedded: false,
  allowUnsupportedChain: false,
  manualWCControl: false,
  disableAppend: false,
  basic: false,
  experimental_preferUniversalLinks: false,
}
type Switches = Readonly<Record<keyof typeof on | keyof typeof off, boolean>>

interface Common {
  /** Asked for by the network's own relay, and by services that say so. */
  readonly projectId?: string | undefined
  readonly themeVariables: Readonly<Record<string, string | number>>
  /** `system` follows the visitor's system. */
  readonly themeMode: 'dark' | 'light' | 'system'
  readonly allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  readonly coinbasePreference: 'all' | 'smartWalletOnly' | 'eoaOnly'
  /** Catalogue ids; absent means no restriction. */
  readonly includeWalletIds?: readonly string[] | undefined
  readonly excludeWalletIds: readonly string[]
  readonly featuredWalletIds?: readonly string[] | undefined
  readonly customWallets?: readonly CustomWallet[] | undefined
  /** The token to show as the balance, by network. */
  readonly tokens: Readonly<Record<CaipNetworkId, { readonly address: string; readonly image?: string }>>
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
  /** Sign-in with a wallet; its shape is checked where it is used. */
  readonly siwx?: object | undefined
  readonly universalProvider?: object | undefined
  readonly universalProviderConfigOverride?: UniversalProviderOverride | undefined
  readonly platform?: Partial<Platform> | undefined
  /** Sent as `st` and `sv` to the data services. */
  readonly sdkType: string
  readonly sdkVersion: string
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
export interface LatchkeyOptions<A extends readonly AnyAdapterFactory[] = readonly AnyAdapterFactory[]>
  extends Loose<Common & Switches> {
  /** At least one; the first is the default. */
  readonly networks: readonly ChainNetwork[]
  readonly adapters?: A | undefined
  readonly connectors?: readonly ConnectorFactory[] | undefined
  /** One of `networks`, or its CAIP-2 id. */
  readonly defaultNetwork?: ChainNetwork | CaipNetworkId | undefined
  readonly metadata?: Loose<Metadata> | undefined
  readonly features?: FeatureOptions | undefined
  /** What stands in for the remote configuration while there is none; wins over `features`. */
  readonly remoteFeatures?: FeatureOptions | undefined
  readonly defaultAccountTypes?: Loose<DefaultAccountTypes> | undefined
  /** Asked before the network's own URLs. */
  readonly customRpcUrls?: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>> | undefined
  readonly rpc?: Loose<RpcOptions> | undefined
  /** The older way to sign in; cannot stand beside `siwx`. */
  readonly siweConfig?: object | undefined
}

/** The options with every default filled in; nothing writes to it. */
export interface Options extends Readonly<Common>, Switches {
  readonly networks: readonly [ChainNetwork, ...ChainNetwork[]]
  readonly adapters: readonly AnyAdapterFactory[]
  readonly connectors: readonly ConnectorFactory[]
  readonly defaultNetwork: ChainNetwork
  readonly metadata: Loose<Metadata>
  /** The switches that the host alone decides. */
  readonly features: LocalFeatures
  /** What the host wrote of either kind, for `hostFeatures`. */
  readonly remoteFeatures: FeatureOptions
  readonly defaultAccountTypes: DefaultAccountTypes
  readonly customRpcUrls: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>>
  readonly rpc: RpcOptions
  readonly siweConfig?: object | undefined
}

/**
 * Checks what the host wrote and fills in the defaults.
 * @throws `config/invalid-options` naming the field; `config/conflicting-options` for `siweConfig` beside `siwx`.
 */
export function resolveOptions(input: LatchkeyOptions): Options {
  const problem = checkOptions(input)
  if (problem) throw invalid(problem.path, problem.reason)
  if (input.siwx && input.siweConfig) throw latchkeyError('config/conflicting-options')

  const given = defined(input) as LatchkeyOptions
  const { networks, adapters = [] } = given
  const [first, ...others] = networks
  // The check has refused an empty list; this is for the types.
  if (!first) throw invalid('networks', 'is empty')
  unique('networks', networks, ({ caipNetworkId }) => caipNetworkId)
  unique('adapters', adapters, ({ namespace }) => namespace)

  const { defaultNetwork: wanted = first } = given
  const defaultNetwork = findNetwork(networks, typeof wanted === 'string' ? wanted : wanted.caipNetworkId)
  if (!defaultNetwork) throw invalid('defaultNetwork', 'must be one of networks')

  const families = adapters.map(({ namespace }) => namespace).join('-') || 'universal'
  return Object.freeze({
    ...on,
    ...off,
    name: 'app',
    connectors: [],
    themeMode: 'dark',
    themeVariables: {},
    allWallets: 'SHOW',
    coinbasePreference: 'all',
    excludeWalletIds: [],
    tokens: {},
    chainImages: {},
    connectorImages: {},
    customRpcUrls: {},
    metadata: {},
    endpoints: {},
    sdkType: 'latchkey',
    sdkVersion: `html-${families}-${version}`,
    ...given,
    networks: [first, ...others],
    adapters,
    defaultNetwork,
    features: localFeatures(given.features),
    remoteFeatures: { ...defined(given.features), ...defined(given.remoteFeatures) },
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
  const index = keys.findIndex((one, at) => keys.indexOf(one) !== at)
  if (index >= 0) throw invalid(`${field}[${index}]`, `repeats ${keys[index]}`)
}

function invalid(field: string, reason: string): ConfigError {
  return latchkeyError('config/invalid-options', { values: { field, reason } })
}

/** Without the fields that are undefined, so that they do not hide a default. */
function defined<T extends object>(value: T | undefined): T {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, field]) => field !== undefined)) as T
}
