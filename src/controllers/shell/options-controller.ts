import {
  defaultRemoteFeatures,
  type FeatureOptions,
  hostFeatures,
  type LocalFeatures,
  localFeatures,
  type RemoteFeatures,
  socialsOn,
} from '../../core/features.ts'
import { type LatchkeyOptions, type Options, resolveOptions } from '../../core/options.ts'
import type { ProjectConfigEntry } from '../../core/project-features.ts'
import type { Logger, Page } from '../../ports.ts'
import { Controller } from '../base/controller.ts'

/** What is no plain data, what another controller owns, and what is read once, at the start. */
const elsewhere = [
  'name',
  'networks',
  'defaultNetwork',
  'adapters',
  'connectors',
  'platform',
  'siwx',
  'siweConfig',
  'universalProvider',
  'universalProviderConfigOverride',
  'customRpcUrls',
  'rpc',
  'endpoints',
  'themeMode',
  'themeVariables',
] as const
type Elsewhere = (typeof elsewhere)[number]
const reserved: readonly string[] = [...elsewhere, 'features', 'remoteFeatures']

/** The options in effect. Their meaning stands with `Options`. */
export interface OptionsState extends Omit<Options, Elsewhere | 'remoteFeatures'> {
  readonly features: LocalFeatures
  readonly remoteFeatures: RemoteFeatures
}
/** Options that a host may change while the client lives; features have their own setters. */
export type OptionChanges = Omit<Partial<LatchkeyOptions>, Elsewhere | 'features' | 'remoteFeatures'>

export interface OptionsEvents {
  /** The project's configuration decides these settings, such as `features.email`; the host's are ignored. */
  localConfigurationIgnored: { readonly features: readonly string[] }
}

/** What the host configured, with what the project's remote configuration decides. Specification 1, section 3. */
export class OptionsController extends Controller<OptionsState, OptionsEvents> {
  readonly #options: Options
  readonly #traits: Page['traits']
  readonly #refuse: (changes: Partial<LatchkeyOptions>) => void

  constructor(deps: {
    options: Options
    page: Pick<Page, 'traits'>
    /** Throws for what this version does not have. */
    refuse?: (changes: Partial<LatchkeyOptions>) => void
    log?: Pick<Logger, 'error'> | undefined
  }) {
    const { options, page, log } = deps
    const plain = Object.fromEntries(
      Object.entries(options).filter(([key]) => !(elsewhere as readonly string[]).includes(key)),
    ) as Omit<Options, Elsewhere>
    const features = hostFeatures(options.remoteFeatures, options.basic)
    super({ ...plain, remoteFeatures: usable(features, page.traits) }, log)
    this.#options = options
    this.#traits = page.traits
    this.#refuse = deps.refuse ?? (() => {})
  }

  /**
   * Options that are not named keep their values; `undefined` brings back the default.
   * @throws `config/invalid-options` naming the field, `config/not-built`; nothing is changed then.
   */
  updateOptions(changes: OptionChanges): void {
    const checked = resolveOptions({ networks: this.#options.networks, ...changes })
    this.#refuse(changes)
    const names = Object.keys(changes).filter((name) => !reserved.includes(name)) as (keyof OptionChanges)[]
    this.patch(Object.fromEntries(names.map((name) => [name, checked[name]])))
  }

  /** Merges; what the remote configuration decides is not touched. */
  setFeatures(features: FeatureOptions): void {
    this.#refuse({ features })
    this.patch({ features: localFeatures({ ...this.state.features, ...features }) })
  }

  /** Merges, then leaves out the social providers that do not work here. Facts 3.11. */
  setRemoteFeatures(features: Partial<RemoteFeatures>): void {
    this.patch({ remoteFeatures: usable({ ...this.state.remoteFeatures, ...features }, this.#traits) })
  }

  /** Decides the remote features by the project's configuration; `null` when it could not be loaded. Facts 10.1. */
  async applyProjectConfig(config: readonly ProjectConfigEntry[] | null): Promise<void> {
    const { remoteFeatures: options, basic } = this.#options
    const own = hostFeatures(options, basic)
    if (!config || basic) {
      this.setRemoteFeatures(own)
      return
    }
    const { projectFeatures } = await import('../../core/project-features.ts')
    const { features, ignored } = projectFeatures(config, options, { own, defaults: defaultRemoteFeatures })
    this.setRemoteFeatures(features)
    if (ignored.length > 0) this.emit('localConfigurationIgnored', { features: ignored })
  }
}

function usable(features: RemoteFeatures, traits: Page['traits']): RemoteFeatures {
  return { ...features, socials: features.socials && socialsOn(traits, features.socials) }
}
