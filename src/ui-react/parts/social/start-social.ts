import type { SocialName } from '../../../core/wallet/list/socials.ts'
import type { Runtime } from '../../runtime.ts'

/**
 * Starts a social login and shows the waiting view. Call this during a click, because browsers open windows only during a click.
 */
export function startSocial({ embeddedWallet, router }: Runtime['latchkey'], social: SocialName): void {
  // The controller's state contains the result.
  embeddedWallet.connectSocial(social).catch(() => {})
  router.push(social === 'farcaster' ? 'ConnectingFarcaster' : 'ConnectingSocial', { social })
}
