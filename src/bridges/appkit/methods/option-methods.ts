import type { Latchkey } from '../../../client/create-latchkey.ts'
import type { OptionChanges } from '../../../controllers/shell/options-controller.ts'
import type { FeatureOptions, Features } from '../../../core/options/options.ts'
import type { SignInOption } from '../../../core/sign-in/sign-in.ts'

/** The methods that change options. If a method throws `config/invalid-options` or `config/not-built`, no option has changed. */
export interface OptionMethods {
  updateFeatures(features: FeatureOptions): void
  updateOptions(options: OptionChanges): void
  getConnectMethodsOrder(): Features['connectMethodsOrder']
  setConnectMethodsOrder(order: Features['connectMethodsOrder']): void
  setWalletFeaturesOrder(order: Features['walletFeaturesOrder']): void
  setCollapseWallets(collapse: boolean): void
  setSocialsOrder(socials: Features['socials']): void
  setTermsConditionsUrl(url: string): void
  setPrivacyPolicyUrl(url: string): void
  /** Returns the option `siwx` as it was set. */
  getSIWX(): SignInOption | undefined
}

export function optionMethods(
  { options }: Pick<Latchkey, 'options'>,
  siwx: SignInOption | undefined,
): OptionMethods {
  return {
    updateFeatures: (features) => options.setFeatures(features),
    updateOptions: (changes) => options.updateOptions(changes),
    getConnectMethodsOrder: () => options.state.features.connectMethodsOrder,
    setConnectMethodsOrder: (connectMethodsOrder) => options.setFeatures({ connectMethodsOrder }),
    setWalletFeaturesOrder: (walletFeaturesOrder) => options.setFeatures({ walletFeaturesOrder }),
    setCollapseWallets: (collapseWallets) => options.setFeatures({ collapseWallets }),
    setSocialsOrder: (socials) => options.setRemoteFeatures({ socials }),
    setTermsConditionsUrl: (termsConditionsUrl) => options.updateOptions({ termsConditionsUrl }),
    setPrivacyPolicyUrl: (privacyPolicyUrl) => options.updateOptions({ privacyPolicyUrl }),
    getSIWX: () => siwx,
  }
}
