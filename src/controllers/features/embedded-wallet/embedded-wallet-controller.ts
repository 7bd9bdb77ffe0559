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
    {
      frame: 'absent',
      email: undefined,
      userName: undefined,
      socialProvider: undefined,
      social: undefined,
      mailAgainAt: 0,
      smartAccountNetworks: [],
      asking: false,
    },
    [
      ...([
        'logIn',
        'confirmDevice',
        'confirmCode',
        'abortApprovals',
        'connectSocial',
        'leaveSocial',
        'setPreferredAccountType',
      ] as const),
      ...(['updateEmail', 'confirmOldEmail', 'confirmNewEmail'] as const),
    ],
    deps,
    async (host) => {
      const [{ EmbeddedWalletEngine }] = await Promise.all([
        import('./embedded-wallet-engine.ts'),
        deps.join(),
      ])
      return new EmbeddedWalletEngine(deps, host)
    },
  )
}
