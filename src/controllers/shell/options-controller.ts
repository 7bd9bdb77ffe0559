import {
  type FeatureOptions,
  type LatchkeyOptions,
  type Options,
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
] as const
type Elsewhere = (typeof elsewhere)[number]
const reserved: readonly string[] = [...elsewhere, 'features']

/** The options in effect. Their meaning stands with `Options`. */
export type OptionsState = Omit<Options, Elsewhere>
/** Options that a host may change while the client lives; features have their own setter. */
export type OptionChanges = Omit<Partial<LatchkeyOptions>, Elsewhere | 'features'>

/** What the host configured. Specification 1, section 3. */
export class OptionsController extends Controller<OptionsState> {
  readonly #options: Options

  constructor({ options, log }: { options: Options; log?: Pick<Logger, 'error'> | undefined }) {
    super(
      Object.fromEntries(
        Object.entries(options).filter(([key]) => !(elsewhere as readonly string[]).includes(key)),
      ) as OptionsState,
      log,
    )
    this.#options = options
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
    const { features: checked } = this.#checked({ features: { ...this.state.features, ...features } })
    this.patch({ features: checked })
  }

  #checked(changes: Partial<LatchkeyOptions>): Options {
    return resolveOptions({ networks: this.#options.networks, ...changes })
  }
}
