import type { SocialName } from '../../../core/wallet/list/socials.ts'
import type { Runtime } from '../../runtime.ts'

/** Starts a login in the click's task, since browsers open windows only then, and shows the waiting view. */
export function startSocial({ embeddedWallet, router }: Runtime['latchkey'], social: SocialName): void {
  // The state carries the result.
  embeddedWallet.connectSocial(social).catch(() => {})
  router.push(social === 'farcaster' ? 'ConnectingFarcaster' : 'ConnectingSocial', { social })
}
