/**
 * The options that the options controller doesn't hold. These options aren't plain data, belong to another controller, or are
 * read only when the client starts.
 */
export const optionsElsewhere = [
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

/** The options that `updateOptions` can't change. `currency` can't change, because known prices would be in the old currency. */
export const fixedOptions = [...optionsElsewhere, 'features', 'remoteFeatures', 'currency'] as const
