import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Features } from '../../core/options/options.ts'
import type { View } from '../shell/views.ts'

type Named = readonly [views: RegExp, option: keyof Features, feature: string]

/**
 * The features that have their own views, except `swaps` and `onramp`. The router itself refuses the views of those two if the
 * feature is off or has no provider.
 */
const features: readonly Named[] = [
  [/^WalletSend/, 'send', 'Sending'],
  [/^Wallet(Receive|Compatible)/, 'receive', 'Receiving'],
  [/^Transactions/, 'activity', 'The activity'],
  [/^SmartSession/, 'smartSessions', 'Granting permissions'],
  [/^Email/, 'email', 'Email login'],
  [/^(ConnectSocials|ConnectingSocial|ConnectingFarcaster)$/, 'socials', 'Social login'],
]

/** Returns an error for the view of a disabled feature. The error names the option. */
export function viewDisabled(view: View, state: Features): LatchkeyError | undefined {
  const [, option, feature] = features.find(([views]) => views.test(view)) ?? []
  if (!option || !feature || state[option]) return undefined
  return latchkeyError('config/feature-off', { values: { feature, option: `features.${option}` } })
}
