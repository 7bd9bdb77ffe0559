import { type LazyCalls, lazyFeature } from '../../base/lazy-feature.ts'
import type {
  EmbeddedWalletCalls,
  EmbeddedWalletDeps,
  EmbeddedWalletEvents,
  EmbeddedWalletState,
} from './embedded-wallet.ts'

/** Controls the embedded wallet: logins and approval requests (S2, S3.1.9 to S3.1.11). */
export class EmbeddedWalletController
  extends lazyFeature<EmbeddedWalletState, EmbeddedWalletCalls, EmbeddedWalletEvents>()(
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
  )
  implements LazyCalls<EmbeddedWalletCalls>
{
  constructor(deps: EmbeddedWalletDeps) {
    super(
      { frame: 'absent', smartAccountNetworks: [], approvalPending: false },
      deps,
      async (host) => new (await import('./embedded-wallet-engine.ts')).EmbeddedWalletEngine(deps, host),
    )
  }
}
