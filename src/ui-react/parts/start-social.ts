import type { SocialName } from '../../core/wallet/socials.ts'
import type { Runtime } from '../runtime.ts'

/** Begins a login in the task of the click, in which alone a browser opens a window, and shows how it goes on. */
export function startSocial({ embeddedWallet, router }: Runtime['latchkey'], social: SocialName): void {
  // What comes of it is shown by the state.
  embeddedWallet.connectSocial(social).catch(() => {})
  router.push(social === 'farcaster' ? 'ConnectingFarcaster' : 'ConnectingSocial', { social })
}
