import { type Check, must } from './check.ts'

/** What a host may write for a feature that is not built: that it is off. */
type Off = false | readonly never[] | undefined
type Names<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Names<Rest> : Text
type Absent<Text extends string> = { readonly [Name in Names<Text>]?: Off }

/** Options that nothing reads yet; short texts, since every page loads them. Each goes from here with what reads it. */
export const notBuilt = {
  options: 'coinbasePreference enableCoinbase enableWalletGuide enableAuthLogger showWallets disableAppend',
  /** Of `features` and of `remoteFeatures`. */
  features: 'swaps activity history reownBranding analytics smartSessions pay',
  /** Of `remoteFeatures`, beside those of `features`. */
  remoteFeatures: 'onramp email socials emailShowWallets collapseWallets connectMethodsOrder',
  endpoints: 'analytics',
} as const

export type AbsentOptions = Absent<typeof notBuilt.options>
export type AbsentFeatures = Absent<typeof notBuilt.features>
export type AbsentRemote = Absent<typeof notBuilt.remoteFeatures>
export type AbsentEndpoints = Absent<typeof notBuilt.endpoints>

/** The reason by which `resolveOptions` tells what is not built from what is wrong. */
export const isNotBuilt = 'is not built'

/** Refuses what a host asks for and would not get: an app may rely on it, above all where it is about safety. */
export const absent: Check = must(
  isNotBuilt,
  (value) => value === undefined || value === false || (Array.isArray(value) && value.length === 0),
)
