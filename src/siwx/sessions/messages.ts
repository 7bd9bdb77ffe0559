import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { SignInMessage, SignInRequest, SignInSession } from '../../core/sign-in.ts'
import type { Clock, Page } from '../../ports.ts'
import { signInMessage } from '../message.ts'
import { createNonce } from '../nonce.ts'
import type { MessageOptions } from './message-options.ts'

/** @throws `siwx/invalid-message`, also where there is no page and the host names no domain. */
export function messageFor(
  options: MessageOptions,
  { page, clock }: { readonly page: Pick<Page, 'location'>; readonly clock: Pick<Clock, 'now'> },
  { chainId, accountAddress, notBefore }: SignInRequest,
  nonce = createNonce(),
): SignInMessage {
  const { location } = page
  const domain = options.domain ?? (location && new URL(location.origin).host)
  const uri = options.uri ?? location?.href.replace(/[?#].*$/s, '')
  if (domain === undefined || uri === undefined)
    throw latchkeyError('siwx/invalid-message', {
      values: { reason: 'there is no page, so that domain and uri have to be named' },
    })
  const { statement, resources, expiration, requestId } = options
  const now = clock.now()
  const begin = notBefore === undefined ? now : new Date(notBefore).getTime()
  return signInMessage({
    domain,
    accountAddress,
    chainId,
    uri,
    version: '1',
    nonce,
    issuedAt: new Date(now).toISOString(),
    ...(statement !== undefined && { statement }),
    ...(resources && { resources }),
    ...(expiration !== undefined && { expirationTime: new Date(begin + expiration).toISOString() }),
    ...(notBefore !== undefined && { notBefore: new Date(begin).toISOString() }),
    ...(requestId && { requestId: requestId() }),
  })
}

/**
 * A session whose text is what its fields say. One that came by one-click sign-in has the text of its own capsule, which
 * whoever verifies it compares.
 * @throws `siwx/changed-message`
 */
export function checkText({ data, message, cacao }: SignInSession): void {
  if (!cacao && signInMessage(data).toString() !== message) throw latchkeyError('siwx/changed-message')
}
