import { type SocialName, socialNames } from '../wallet/list/socials.ts'
import type { FeatureOptions } from './options.ts'

/** One feature of a project's configuration (S2.7, S3.2.3). */
export interface ProjectFeature {
  readonly id: string
  readonly isEnabled: boolean
  /** The names of the enabled providers or login methods. If null, the host decides about the feature. */
  readonly config: readonly string[] | null
}

/**
 * The features that a project can control, after all defaults are applied. A list contains the names of the allowed providers or
 * social logins.
 */
export interface RemoteFeatures {
  readonly swaps: false | readonly string[]
  readonly onramp: false | readonly string[]
  readonly email: boolean
  readonly socials: false | readonly SocialName[]
  /** Whether the account's activity is shown. */
  readonly activity: boolean
  /** Part of the configuration service's answer, but ignored: Latchkey shows no other product's branding. */
  readonly reownBranding: boolean
}

/** The default features (S2.9), frozen so that no caller can change them (S3.10.1). */
export const remoteDefaults: RemoteFeatures = Object.freeze({
  swaps: Object.freeze(['1inch']),
  onramp: Object.freeze(['coinbase', 'meld']),
  email: true,
  socials: Object.freeze([
    'google',
    'x',
    'discord',
    'farcaster',
    'github',
    'apple',
    'facebook',
  ] satisfies SocialName[]),
  activity: true,
  reownBranding: true,
})

const nothing: RemoteFeatures = {
  swaps: false,
  onramp: false,
  email: false,
  socials: false,
  activity: false,
  reownBranding: false,
}

/** The id of the configuration entry that controls each feature. */
const entryOf: Readonly<Record<keyof RemoteFeatures, string>> = {
  swaps: 'swap',
  onramp: 'onramp',
  email: 'social_login',
  socials: 'social_login',
  activity: 'activity',
  reownBranding: 'reown_branding',
}

export interface Resolved {
  readonly features: RemoteFeatures
  /**
   * The features that the host set, such as `features.email`, but that the project controls. The host's values have no effect.
   */
  readonly ignored: readonly string[]
}

/**
 * Resolves the features. The project's setting takes precedence over the host's setting, which takes precedence over the default.
 * While `entries` is undefined, the project controls nothing: its configuration isn't loaded yet or failed to load. If the loaded
 * entries don't contain a feature, the feature is off (S3.10.1).
 */
export function resolveRemoteFeatures(
  entries: readonly ProjectFeature[] | undefined,
  local: FeatureOptions,
): Resolved {
  const ignored: string[] = []
  const written = (key: keyof RemoteFeatures) =>
    local[key] ?? (key === 'activity' ? local.history : undefined)
  const decide = <K extends keyof RemoteFeatures>(
    key: K,
    byHost: (value: unknown) => RemoteFeatures[K],
    byProject: (entry: {
      readonly isEnabled: boolean
      readonly config: readonly string[]
    }) => RemoteFeatures[K],
  ): RemoteFeatures[K] => {
    const value = written(key)
    const entry = entries?.find(({ id }) => id === entryOf[key])
    if (!entries || entry?.config === null) return byHost(value)
    if (value !== undefined) ignored.push(`features.${key}`)
    if (!entry) return nothing[key]
    return byProject({ isEnabled: entry.isEnabled, config: entry.config })
  }
  const flag = (key: 'email' | 'activity' | 'reownBranding') => (value: unknown) =>
    typeof value === 'boolean' ? value : remoteDefaults[key]
  const listOf =
    <T extends string>(fallback: false | readonly T[], isKnown: (name: string) => name is T) =>
    (value: unknown): false | readonly T[] => {
      if (!Array.isArray(value)) return value === false ? false : fallback
      const names = [...new Set(value)].filter((one): one is T => typeof one === 'string' && isKnown(one))
      return names.length > 0 && names
    }
  const any = (_: string): _ is string => true
  const swaps = listOf(remoteDefaults.swaps, any)
  const onramp = listOf(remoteDefaults.onramp, any)
  const socials = listOf(remoteDefaults.socials, isSocial)
  const isOn = ({ isEnabled }: { readonly isEnabled: boolean }) => isEnabled
  const features: RemoteFeatures = {
    swaps: decide('swaps', swaps, ({ isEnabled, config }) => isEnabled && swaps(config)),
    onramp: decide('onramp', onramp, ({ isEnabled, config }) => isEnabled && onramp(config)),
    email: decide('email', flag('email'), ({ isEnabled, config }) => isEnabled && config.includes('email')),
    socials: decide('socials', socials, ({ isEnabled, config }) => isEnabled && socials(config)),
    activity: decide('activity', flag('activity'), isOn),
    reownBranding: decide('reownBranding', flag('reownBranding'), isOn),
  }
  return { features, ignored }
}

function isSocial(name: string): name is SocialName {
  return (socialNames as readonly string[]).includes(name)
}
