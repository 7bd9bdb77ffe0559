import { fixedOptions, optionsElsewhere } from '../../core/options/fixed-options.ts'
import type {
  FeatureOptions,
  LatchkeyOptions,
  Options,
  RemoteFeatureOptions,
  ResolveOptions,
} from '../../core/options/options.ts'
import type { Logger } from '../../ports.ts'
import { Controller } from '../base/controller.ts'

type Elsewhere = (typeof optionsElsewhere)[number]
type Reserved = (typeof fixedOptions)[number]

/** The options in effect. `Options` documents each of them. */
export type OptionsState = Omit<Options, Elsewhere>
/** The options that a host can change after creation. `setFeatures` changes the features. */
export type OptionChanges = Omit<Partial<LatchkeyOptions>, Reserved>

export interface OptionsDeps {
  readonly options: Options
  readonly resolve: ResolveOptions
  readonly log?: Pick<Logger, 'error'> | undefined
}

export class OptionsController extends Controller<OptionsState> {
  readonly #options: Options
  /** The features as the host last set them, before the remote configuration is applied. */
  #local: FeatureOptions

  readonly #resolve: ResolveOptions

  /**
   * `resolve` fills in the defaults and checks the host's changes. In production builds, the check runs later (see
   * `createLatchkey`).
   */
  constructor({ options, resolve, log }: OptionsDeps) {
    super(
      Object.fromEntries(
        Object.entries(options).filter(([key]) => !(optionsElsewhere as readonly string[]).includes(key)),
      ) as OptionsState,
      log,
    )
    this.#options = options
    this.#resolve = resolve
    this.#local = options.localFeatures
  }

  /**
   * Changes options. Omitted options keep their values; `undefined` restores the default.
   * @throws `config/invalid-options`, which names the field, `config/not-built` or `config/conflicting-options`. If it throws,
   * nothing changes. Also throws `config/invalid-options` for options that can't change, such as `name`, and for options that
   * another method changes, such as `features`. Production builds of Vite and webpack log the option's name instead of throwing.
   * They ignore an option that can't change, and use any other invalid option as it is (see docs/options.md).
   */
  updateOptions(changes: OptionChanges): void {
    const checked = this.#checked(changes, changes)
    const names = Object.keys(changes).filter(
      (name) => !(fixedOptions as readonly string[]).includes(name),
    ) as (keyof OptionsState)[]
    this.patch(Object.fromEntries(names.map((name) => [name, checked[name]])))
  }

  /**
   * Changes features. Omitted features keep their values; `undefined` restores the default.
   * @throws The errors of `updateOptions`.
   */
  setFeatures(features: FeatureOptions): void {
    const local = { ...this.#local, ...features }
    this.#decide(local, this.state.remoteFeatures)
    this.#local = local
  }

  /**
   * Sets the features of the project's remote configuration. These features override the host's features. Omitted features keep
   * their values; `undefined` restores the host's value (S3.3.11).
   * @throws The errors of `updateOptions`.
   */
  setRemoteFeatures(remote: RemoteFeatureOptions): void {
    this.#decide(this.#local, { ...this.state.remoteFeatures, ...remote })
  }

  #decide(local: FeatureOptions, remote: RemoteFeatureOptions): void {
    const { features, remoteFeatures } = this.#checked({ features: local, remoteFeatures: remote })
    this.patch({ features, remoteFeatures })
  }

  #checked(changes: Partial<LatchkeyOptions>, given?: object): Options {
    return this.#resolve({ networks: this.#options.networks, ...changes }, given)
  }
}
