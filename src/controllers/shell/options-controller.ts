import type { startOptions } from '../../core/options/checked-options.ts'
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
type Reserved = (typeof fixedOptions | typeof startOptions)[number]

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
  readonly #networks: Options['networks']
  /** The features as the host last set them, before the remote configuration is applied. */
  #local: FeatureOptions

  readonly #resolve: ResolveOptions

  /**
   * `resolve` fills in the defaults and checks the host's changes. In production builds, the check runs later (see
   * `createLatchkey`).
   */
  constructor({ options, resolve, log }: OptionsDeps) {
    const state: Record<string, unknown> = { ...options }
    for (const name of optionsElsewhere) delete state[name]
    super(state as unknown as OptionsState, log)
    this.#networks = options.networks
    this.#resolve = resolve
    this.#local = options.localFeatures
  }

  /**
   * Changes options. Omitted options keep their values; `undefined` restores the default.
   * @throws `config/invalid-options`, which names the field, `config/not-built` or `config/conflicting-options`. If it throws,
   * nothing changes. Also throws `config/invalid-options` for options that can't change, such as `name`, and for options that
   * another method changes, such as `features`. Production builds of Vite and webpack log the option's name instead of throwing.
   * There, an option that can't change keeps its effect, and any other invalid option is used as it is (see docs/options.md).
   */
  updateOptions(changes: OptionChanges): void {
    this.#change(changes)
  }

  /**
   * Changes features. Omitted features keep their values; `undefined` restores the default.
   * @throws The errors of `updateOptions`.
   */
  setFeatures(features: FeatureOptions): void {
    this.#change({}, features)
  }

  /**
   * Sets the features of the project's remote configuration. These features override the host's features. Omitted features keep
   * their values; `undefined` restores the host's value (S3.3.11).
   * @throws The errors of `updateOptions`.
   */
  setRemoteFeatures(remote: RemoteFeatureOptions): void {
    this.#change({}, undefined, remote)
  }

  #change(changes: OptionChanges, local?: FeatureOptions, remote?: RemoteFeatureOptions): void {
    const { basic, remoteFeatures } = this.state
    // No other change affects the features.
    const decided = (local || remote || 'basic' in changes) && {
      features: { ...this.#local, ...local },
      remoteFeatures: { ...remoteFeatures, ...remote },
    }
    const checked = this.#resolve({ basic, networks: this.#networks, ...changes, ...decided }, changes)
    if (decided) this.#local = decided.features
    const patch: Record<string, unknown> = { ...changes }
    for (const name of fixedOptions) delete patch[name]
    for (const name in { ...patch, ...decided }) patch[name] = checked[name as keyof Options]
    this.patch(patch)
  }
}
