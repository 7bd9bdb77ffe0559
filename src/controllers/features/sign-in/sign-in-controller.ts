import { type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type { SignInCalls, SignInDeps, SignInEvents, SignInState } from './sign-in.ts'

/**
 * Whether the active account has signed in, and how it does: the option `siwx`. Specification 1, section 4, "Sign-in with
 * wallet"; facts 6.2. A host's own page can call it as the modal does.
 */
export type SignInController = LazyFeature<SignInState, SignInCalls, SignInEvents>

export function createSignIn(deps: SignInDeps, enabled: boolean): SignInController {
  return lazyFeature<SignInState, SignInCalls, SignInEvents>(
    { status: enabled ? 'nobody' : 'off', signing: false, cancelling: false },
    ['sign', 'cancel', 'signOut', 'refresh', 'ready', 'createMessage', 'keep'],
    deps,
    async (host) => {
      const [{ SignInEngine, noSignIn }, sessions] = await Promise.all([
        import('./sign-in-engine.ts'),
        deps.parts(),
      ])
      return enabled && sessions ? new SignInEngine(deps, sessions, host) : noSignIn
    },
  )
}
