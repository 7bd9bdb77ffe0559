import { throwIfAborted } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SignInOffer } from '../../../core/sign-in/sign-in.ts'
import type { Clock, Logger } from '../../../ports.ts'
import type { SignClient } from '../library/library.ts'
import type { Proposal } from '../namespaces.ts'
import type { CreatePairing } from './create-pairing.ts'
import type { OneClick } from './one-click.ts'

/** The maximum time in ms for which the sign-in message may delay the pairing code. */
const messageLimit = 3000

export interface PairingRequestOptions {
  readonly clock: Clock
  readonly client: Pick<SignClient, 'connect'>
  readonly proposal: Proposal
  /**
   * Requests a sign-in together with the session. Undefined if the host requests no sign-in, or the client doesn't support this.
   */
  readonly oneClick: OneClick | undefined
  readonly signIn: SignInOffer | undefined
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Returns a function that creates a pairing. The pairing requests a session. If the host wants a sign-in and only eip155 networks
 * are requested, the pairing also requests a sign-in (S3.6.4).
 */
export function pairingRequest({
  client,
  clock,
  proposal,
  oneClick,
  signIn,
  log,
}: PairingRequestOptions): (signal: AbortSignal) => Promise<CreatePairing> {
  const families = Object.keys(proposal)
  if (families.length === 0) throw latchkeyError('network/not-found')
  const plain: CreatePairing = async () => {
    const { uri, approval } = await client.connect({ optionalNamespaces: proposal })
    return { uri, approval: async () => ({ struct: await approval() }) }
  }
  const { eip155: scope } = proposal
  if (!oneClick || !signIn || !scope || families.length > 1) return async () => plain
  return async (signal) => {
    try {
      const late = () =>
        latchkeyError('siwx/server-failed', { values: { reason: "it didn't return a message in time" } })
      const make = (inner: AbortSignal) => signIn.createMessage({ signal: inner })
      const message = await withTimeout(clock, messageLimit, make, late, signal)
      return oneClick.knows(message, scope) ? () => oneClick.ask(message, scope) : plain
    } catch (error) {
      throwIfAborted(signal)
      log.warn('The wallet will sign in after connecting', error)
      return plain
    }
  }
}
