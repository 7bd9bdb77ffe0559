import type { FeatureOptions, RemoteFeatures } from './features.ts'

/** One entry of the project's configuration. Specification 2, section 3. */
export interface ProjectConfigEntry {
  readonly id: string
  readonly isEnabled: boolean
  readonly config: unknown
}

const entryIds: Readonly<Record<keyof RemoteFeatures, string>> = {
  swaps: 'swap',
  onramp: 'onramp',
  email: 'social_login',
  socials: 'social_login',
  activity: 'activity',
  reownBranding: 'reown_branding',
}

/**
 * The remote features by a configuration that did load: it wins over the host, and what it does not name is off. `own`
 * is what counts where it leaves a feature open. `ignored` lists the host's settings that lost, for the alert "Local
 * configuration ignored". Facts 10.1.
 */
export function projectFeatures(
  config: readonly ProjectConfigEntry[],
  options: FeatureOptions,
  { own, defaults }: { readonly own: RemoteFeatures; readonly defaults: RemoteFeatures },
): { readonly features: RemoteFeatures; readonly ignored: readonly string[] } {
  const ignored: string[] = []
  const decide = (name: keyof RemoteFeatures): unknown => {
    const entry = config.find(({ id }) => id === entryIds[name])
    // An entry whose details are null does not decide, not even by `isEnabled`.
    if (entry && (entry.config === null || entry.config === undefined)) return own[name]
    const key = name === 'activity' && options.activity === undefined ? 'history' : name
    if (options[key] !== undefined) ignored.push(`features.${key}`)
    if (!entry?.isEnabled) return false
    if (name === 'activity' || name === 'reownBranding') return true
    const names: readonly unknown[] = Array.isArray(entry.config) ? entry.config : []
    if (name === 'email') return names.includes('email')
    const known = names.filter((one) => (defaults[name] as readonly unknown[]).includes(one))
    return known.length > 0 && known
  }
  const features = Object.fromEntries(
    (Object.keys(entryIds) as (keyof RemoteFeatures)[]).map((name) => [name, decide(name)]),
  )
  return { features: features as unknown as RemoteFeatures, ignored }
}
