import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SignInCalls } from './sign-in.ts'

/** Implements `SignInController` when sign-in is disabled. */
export const disabledSignIn: SignInCalls = {
  async sign() {
    throw latchkeyError('siwx/not-enabled')
  },
  async cancel() {},
  async signOut() {},
  async refresh() {},
  async ready() {
    return undefined
  },
  async createMessage() {
    throw latchkeyError('siwx/not-enabled')
  },
  async keep() {
    throw latchkeyError('siwx/not-enabled')
  },
}
