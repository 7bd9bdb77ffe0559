import { type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type {
  EmbeddedWalletCalls,
  EmbeddedWalletDeps,
  EmbeddedWalletEvents,
  EmbeddedWalletState,
} from './embedded-wallet.ts'

/** Controls the embedded wallet: logins, and its approval requests (S2, S3.1.9 to S3.1.11). */
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
