import { throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipNetworkId } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { signIn as limits } from '../../core/limits.ts'
import type { FamilySessions, SignInContext, SignInSession } from '../../core/sign-in/sign-in.ts'
import type { SignInFields } from '../../core/sign-in/sign-in-fields.ts'
import type { SiweConfig } from '../../core/sign-in/siwe-config.ts'
import { isOf } from './session-validity.ts'

const isEip155 = (chainId: CaipNetworkId) => chainId.startsWith('eip155:')
const numberOf = (chainId: CaipNetworkId) => Number(parseCaipNetworkId(chainId).reference)

/** Creates a session store from the functions of the option `siweConfig`. */
export function siweSessions(config: SiweConfig): (context: Pick<SignInContext, 'clock'>) => FamilySessions {
  return ({ clock }) => {
    async function signOut(): Promise<void> {
      if (await config.signOut()) config.onSignOut?.()
    }

    return {
      async createMessage({ chainId, accountAddress }) {
        const [nonce, params] = await Promise.all([
          config.getNonce(accountAddress),
          config.getMessageParams?.(),
        ])
        if (!params) throw latchkeyError('siwx/no-message-params')
        const { iat = new Date(clock.now()).toISOString(), ...given } = params
        const address = `did:pkh:${chainId}:${accountAddress}`
        const signed = { ...given, iat, address, chainId: numberOf(chainId), nonce, version: '1' as const }
        // In one-click sign-in, the wallet writes the text. So the text is empty here.
        const text = accountAddress ? config.createMessage(signed) : ''
        const { exp: expirationTime, nbf: notBefore, ...rest } = given
        const fields: SignInFields = {
          ...rest,
          ...(expirationTime !== undefined && { expirationTime }),
          ...(notBefore !== undefined && { notBefore }),
          issuedAt: iat,
          chainId,
          accountAddress,
          nonce,
          version: '1',
        }
        return Object.defineProperty(fields, 'toString', { value: () => text })
      },
      async addSession({ data, message, signature, cacao }) {
        const verified = await config
          .verifyMessage({ message, signature, ...(cacao && { cacao }) })
          .catch((cause) => {
            throw latchkeyError('siwx/siwe-failed', { cause })
          })
        if (!verified) throw latchkeyError('siwx/verify-failed')
        config.onSignIn?.({ address: data.accountAddress, chainId: numberOf(data.chainId) })
      },
      async setSessions(sessions) {
        // The sessions of one wallet share a nonce, which is accepted once. So add only the first session.
        const [session] = sessions
        if (session) await this.addSession(session)
        else if (config.signOutOnDisconnect ?? true) await signOut()
      },
      revokeSession: signOut,
      async endFamily(namespace) {
        if (namespace === 'eip155') await this.setSessions([])
      },
      async getSessions(chainId, address, opts) {
        const sessionOf = (data: Pick<SignInFields, 'chainId' | 'accountAddress'>): SignInSession => ({
          data: { ...data, domain: '', uri: '', version: '1', nonce: '' },
          message: '',
          signature: '',
        })
        const here = sessionOf({ chainId, accountAddress: address })
        if (!isEip155(chainId)) return [here]
        const session = await config.getSession()
        // An aborted check must not end the session that the account may have by now.
        throwIfAborted(opts?.signal)
        if (!session) return []
        for (const field of ['address', 'chainId'] as const)
          if (!session[field]) throw latchkeyError('siwx/incomplete-session', { values: { field } })
        const there = { accountAddress: session.address, chainId }
        const moved = session.chainId !== numberOf(chainId)
        const other = !isOf(there, chainId, address)
        const ends =
          (other && (config.signOutOnAccountChange ?? true)) ||
          (moved && (config.signOutOnNetworkChange ?? true))
        if (ends) await signOut()
        // If the host's session belongs to another account, this account isn't signed in.
        return ends || other ? [] : [here]
      },
      getRequired: () => config.required ?? true,
      messageLifetime: config.nonceRefetchIntervalMs ?? limits.checkedFor,
      sessionInterval: config.sessionRefetchIntervalMs,
    }
  }
}
