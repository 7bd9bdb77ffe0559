import { type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type {
  EmbeddedWalletCalls,
  EmbeddedWalletDeps,
  EmbeddedWalletEvents,
  EmbeddedWalletState,
} from './embedded-wallet.ts'

/** The wallet in a frame: how visitors log in to it, and what it asks them. Specification 2; facts 1.9 to 1.11. */
export type EmbeddedWalletController = LazyFeature<
  EmbeddedWalletState,
  EmbeddedWalletCalls,
  EmbeddedWalletEvents
>

export function createEmbeddedWallet(deps: EmbeddedWalletDeps): EmbeddedWalletController {
  return lazyFeature<EmbeddedWalletState, EmbeddedWalletCalls, EmbeddedWalletEvents>(
    { frame: 'absent', smartAccountNetworks: [], asking: false },
    [
      'logIn',
      'confirmDevice',
      'confirmCode',
      'updateEmail',
      'confirmOldEmail',
      'confirmNewEmail',
      'connectSocial',
      'leaveSocial',
      'setPreferredAccountType',
      'abortApprovals',
    ],
    deps,
    async (host) => new (await import('./embedded-wallet-engine.ts')).EmbeddedWalletEngine(deps, host),
  )
}
