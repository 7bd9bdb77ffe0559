/** Values that turn a feature off. If a feature isn't built, a host may set no other value. */
type Off = false | readonly never[] | undefined
type Names<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Names<Rest> : Text
type Unimplemented<Text extends string> = { readonly [Name in Names<Text>]?: Off }

/** Options that aren't implemented yet. Short strings, since every page loads them. Remove a name when its option is implemented. */
export const unimplemented = {
  options: 'coinbasePreference enableCoinbase enableWalletGuide enableAuthLogger showWallets disableAppend',
  /** In `features` and `remoteFeatures`. */
  features: 'pay',
} as const

export type UnimplementedOptions = Unimplemented<typeof unimplemented.options>
export type UnimplementedFeatures = Unimplemented<typeof unimplemented.features>
