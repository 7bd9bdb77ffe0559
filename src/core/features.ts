import type { PageTraits } from '../ports.ts'
import type { ChainNamespace } from './chain/namespace.ts'
import type { ConnectMethod, ConnectorListType } from './wallet/wallet-list.ts'

export const socialProviders = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** The order in which the modal lists them unless the project decides. Specification 1, section 9. */
export const socialOrder: readonly SocialProvider[] = [
  'google',
  'x',
  'farcaster',
  'discord',
  'apple',
  'github',
  'facebook',
]
export type SwapProvider = '1inch'
export type OnRampProvider = 'coinbase' | 'meld'
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** Switches that the host alone decides. Specification 1, section 3, "Features". */
export interface LocalFeatures {
  readonly receive: boolean
  /** The families that the modal sends on may be named; `true` stands for those of the specification. */
  readonly send: boolean | { readonly namespaces: readonly ChainNamespace[] }
  readonly emailShowWallets: boolean
  readonly analytics: boolean
  readonly allWallets: boolean
  readonly legalCheckbox: boolean
  readonly smartSessions: boolean
  readonly collapseWallets: boolean
  /** Accepted; paying is not built. */
  readonly pay: boolean
  readonly walletFeaturesOrder: readonly WalletFeature[]
  readonly connectMethodsOrder?: readonly ConnectMethod[] | undefined
  readonly connectorTypeOrder?: readonly ConnectorListType[] | undefined
}

/** Switches that the project's remote configuration decides. Specification 2, section 1. */
export interface RemoteFeatures {
  readonly swaps: readonly SwapProvider[] | false
  readonly onramp: readonly OnRampProvider[] | false
  readonly email: boolean
  readonly socials: readonly SocialProvider[] | false
  readonly activity: boolean
  readonly reownBranding: boolean
}

/** What a host writes. The remote ones count only while there is no remote configuration. */
export type FeatureOptions = Partial<LocalFeatures> & {
  readonly [K in keyof RemoteFeatures]?: RemoteFeatures[K] | boolean | undefined
} & {
  /** The older name of `activity`. Facts 10.1. */
  readonly history?: boolean | undefined
}

/** Specification 1, sections 3 and 9. */
export const defaultFeatures: LocalFeatures = {
  receive: true,
  send: true,
  emailShowWallets: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  pay: false,
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
}

/** Specification 2, section 9, "Defaults". */
export const defaultRemoteFeatures: RemoteFeatures = {
  swaps: ['1inch'],
  onramp: ['coinbase', 'meld'],
  email: true,
  socials: socialProviders,
  activity: true,
  reownBranding: true,
}
export const noRemoteFeatures: RemoteFeatures = {
  swaps: false,
  onramp: false,
  email: false,
  socials: false,
  activity: false,
  reownBranding: false,
}

/** The local switches with their defaults; a setting that is undefined keeps the default. */
export function localFeatures(options: FeatureOptions = {}): LocalFeatures {
  const given = Object.entries(options).filter(
    ([name, value]) => value !== undefined && !(name in defaultRemoteFeatures) && name !== 'history',
  )
  return { ...defaultFeatures, ...Object.fromEntries(given) }
}

/** The remote features while no remote configuration decides them: what the host wrote, else the defaults. */
export function hostFeatures(options: FeatureOptions = {}, basic = false): RemoteFeatures {
  if (basic) return noRemoteFeatures
  const written: FeatureOptions = { ...options, activity: options.activity ?? options.history }
  const decided = Object.entries(defaultRemoteFeatures).map(([name, fallback]) => {
    const own = written[name as keyof RemoteFeatures]
    return [name, own === undefined || own === true ? fallback : orOff(own)]
  })
  return Object.fromEntries(decided) as unknown as RemoteFeatures
}

/** What works inside the Telegram app. Specification 2, section 5. */
export function socialsOn(
  traits: Pick<PageTraits, 'telegram' | 'ios' | 'mac' | 'android'>,
  socials: readonly SocialProvider[],
): readonly SocialProvider[] {
  if (!traits.telegram) return socials
  const broken: readonly SocialProvider[] = [
    ...(traits.ios ? (['google'] as const) : []),
    ...(traits.mac ? (['x'] as const) : []),
    ...(traits.android ? (['facebook', 'x'] as const) : []),
  ]
  return socials.filter((social) => !broken.includes(social))
}

function orOff<T>(value: T): T | false {
  return Array.isArray(value) && value.length === 0 ? false : value
}
