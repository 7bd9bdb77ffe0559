import {
  type FeatureOptions,
  type LatchkeyOptions,
  type Options,
  type RemoteFeatureOptions,
  resolveOptions,
} from '../../core/options.ts'
import type { Logger } from '../../ports.ts'
import { Controller } from '../base/controller.ts'

/** What is no plain data, what another controller owns, and what is read once, at the start. */
const elsewhere = [
  'name',
  'networks',
  'defaultNetwork',
  'adapters',
  'connectors',
  'platform',
  'universalProvider',
  'universalProviderConfigOverride',
  'customRpcUrls',
  'rpc',
  'endpoints',
  'sdkType',
  'sdkVersion',
  'meld',
  'onRampProviders',
  'siwx',
  'siweConfig',
  'swapProvider',
  'themeMode',
  'themeVariables',
  'localFeatures',
] as const
type Elsewhere = (typeof elsewhere)[number]
const reserved: readonly string[] = [...elsewhere, 'features', 'remoteFeatures']

/** The options in effect. Their meaning stands with `Options`. */
export type OptionsState = Omit<Options, Elsewhere>
/** Options that a host may change while the client lives; features have their own setter. */
export type OptionChanges = Omit<Partial<LatchkeyOptions>, Elsewhere | 'features' | 'remoteFeatures'>

/** What the host configured. Specification 1, section 3. */
export class OptionsController extends Controller<OptionsState> {
  readonly #options: Options
  /** As the host wrote them last. */
  #local: FeatureOptions

  constructor({ options, log }: { options: Options; log?: Pick<Logger, 'error'> | undefined }) {
    super(
      Object.fromEntries(
        Object.entries(options).filter(([key]) => !(elsewhere as readonly string[]).includes(key)),
      ) as OptionsState,
      log,
    )
    this.#options = options
    this.#local = options.localFeatures
  }

  /**
   * Options that are not named keep their values; `undefined` brings back the default.
   * @throws `config/invalid-options` naming the field, `config/not-built`; nothing is changed then.
   */
  updateOptions(changes: OptionChanges): void {
    const checked = this.#checked(changes)
    const names = Object.keys(changes).filter((name) => !reserved.includes(name)) as (keyof OptionsState)[]
    this.patch(Object.fromEntries(names.map((name) => [name, checked[name]])))
  }

  /**
   * Features that are not named keep their values; `undefined` brings back the default.
   * @throws as `updateOptions`.
   */
  setFeatures(features: FeatureOptions): void {
    const local = { ...this.#local, ...features }
    this.#decide(local, this.state.remoteFeatures)
    this.#local = local
  }

  /**
   * What the configuration of the project says: it wins over features of the same name. Those that are not named keep their
   * values; `undefined` gives the decision back to the host. Facts 3.11.
   * @throws as `updateOptions`.
   */
  setRemoteFeatures(remote: RemoteFeatureOptions): void {
    this.#decide(this.#local, { ...this.state.remoteFeatures, ...remote })
  }

  #decide(local: FeatureOptions, remote: RemoteFeatureOptions): void {
    const { features, remoteFeatures } = this.#checked({ features: local, remoteFeatures: remote })
    this.patch({ features, remoteFeatures })
  }

  #checked(changes: Partial<LatchkeyOptions>): Options {
    return resolveOptions({ networks: this.#options.networks, ...changes })
  }
}
