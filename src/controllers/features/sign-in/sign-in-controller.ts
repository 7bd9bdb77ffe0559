import { type LazyCalls, lazyFeature } from '../../base/lazy-feature.ts'
import type { SignInCalls, SignInDeps, SignInEvents, SignInState } from './sign-in.ts'

/**
 * Signs in the active account, as the option `siwx` configures it (S1.4, "Sign-in with wallet"; S3.6.2). A host can use this
 * controller for its own page, as the modal does.
 */
export class SignInController
  extends lazyFeature<SignInState, SignInCalls, SignInEvents>()(
    'sign',
    'cancel',
    'signOut',
    'refresh',
    'ready',
    'createMessage',
    'keep',
  )
  implements LazyCalls<SignInCalls>
{
  /**
   * Whether the latest connection was restored from an earlier visit. The controller tracks this, because a wallet may connect
   * before the engine is loaded.
   */
  #restored = true

  constructor(deps: SignInDeps, enabled: boolean) {
    super(
      { status: enabled ? 'no-account' : 'off', signing: false, canceling: false },
      deps,
      async (host) => {
        if (!enabled) return (await import('./disabled-sign-in.ts')).disabledSignIn
        const [{ SignInEngine }, sessions] = await Promise.all([import('./sign-in-engine.ts'), deps.parts()])
        return new SignInEngine(deps, sessions, host, this.#restored)
      },
    )
    const follow = ({ restored }: { readonly restored: boolean }) => {
      this.#restored = restored
    }
    if (enabled) this.own(deps.session.on('established', follow))
  }
}
