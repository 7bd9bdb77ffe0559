import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Features } from '../../core/options/options.ts'
import type { View } from '../shell/views.ts'

type Named = readonly [views: RegExp, option: keyof Features, feature: string]

/**
 * The features that have views of their own. The views of `swaps` and `onramp` also need a provider, so the router itself
 * refuses them.
 */
const features: readonly Named[] = [
  [/^WalletSend/, 'send', 'Sending'],
  [/^Wallet(Receive|Compatible)/, 'receive', 'Receiving'],
  [/^Transactions/, 'activity', 'The activity'],
  [/^SmartSession/, 'smartSessions', 'Granting permissions'],
  [/^Email/, 'email', 'Email login'],
  [/^(ConnectSocials|ConnectingSocial|ConnectingFarcaster)$/, 'socials', 'Social login'],
]

/** Returns the error for a view whose feature is switched off. The error names the option. */
export function viewDisabled(view: View, state: Features): LatchkeyError | undefined {
  const [, option, feature] = features.find(([views]) => views.test(view)) ?? []
  if (!option || !feature || state[option]) return undefined
  return latchkeyError('config/feature-off', { values: { feature, option: `features.${option}` } })
}
