import type { FeatureOptions } from './options.ts'
import { type SocialName, socialNames } from './wallet/socials.ts'

/** One entry of the configuration of a project. Specification 2, section 7; facts 2.3. */
export interface ProjectFeature {
  readonly id: string
  readonly isEnabled: boolean
  /** Null: the project leaves it to the host. */
  readonly config: readonly string[] | null
}

/** The features that a project can decide, as they are decided. A list is of providers by their names. */
export interface RemoteFeatures {
  readonly swaps: false | readonly string[]
  readonly onramp: false | readonly string[]
  readonly email: boolean
  readonly socials: false | readonly SocialName[]
  /** What the account has done. */
  readonly activity: boolean
  /** On the wire only: nothing of another product is shown. */
  readonly reownBranding: boolean
}

/** Specification 2, section 9. Never written to: facts 10.1 tells of a page whose defaults changed under it. */
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

/** By which entry each feature is decided. */
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
  /** What the host wrote and the project decides, such as `features.email`. */
  readonly ignored: readonly string[]
}

/**
 * What is on: the project's word where it has one, else the host's, else the defaults. Without `entries` (they could not be
 * had, or not yet) the project has no word; a list in which a feature is missing says that it is off. Facts 10.1.
 */
export function resolveRemoteFeatures(
  entries: readonly ProjectFeature[] | undefined,
  local: FeatureOptions,
  basic: boolean,
): Resolved {
  if (basic) return { features: nothing, ignored: [] }
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
    if (entries && !entry) return nothing[key]
    if (!entry || entry.config === null) return byHost(value)
    if (value !== undefined) ignored.push(`features.${key}`)
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
