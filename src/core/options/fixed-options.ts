/**
 * The options that the options controller doesn't hold. An option is in this list if it isn't plain data, if it belongs to
 * another controller, or if the client uses it just once, at the start.
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

/**
 * The options that `updateOptions` can't change, besides `startOptions`. `currency` can't change, because known prices would be in
 * the old currency.
 */
export const fixedOptions = [...optionsElsewhere, 'features', 'remoteFeatures', 'currency'] as const
