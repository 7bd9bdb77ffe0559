/** The values that turn a feature off. For a feature that isn't built, the host can set only these values. */
type Off = false | readonly never[] | undefined
type Names<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Names<Rest> : Text
type Unimplemented<Text extends string> = { readonly [Name in Names<Text>]?: Off }

/**
 * The options that aren't implemented yet. Every page loads these lists. To save bytes, each list is one string instead of an
 * array. Remove a name when its option is implemented.
 */
export const unimplemented = {
  options: 'coinbasePreference enableCoinbase enableWalletGuide enableAuthLogger showWallets disableAppend',
  /** The options in `features` and `remoteFeatures`. */
  features: 'pay',
} as const

export type UnimplementedOptions = Unimplemented<typeof unimplemented.options>
export type UnimplementedFeatures = Unimplemented<typeof unimplemented.features>
