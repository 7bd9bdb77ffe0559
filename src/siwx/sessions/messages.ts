import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { SignInMessage, SignInRequest, SignInSession } from '../../core/sign-in/sign-in.ts'
import type { Clock, Page } from '../../ports.ts'
import { signInMessage } from '../message.ts'
import { createNonce } from '../nonce.ts'
import type { MessageOptions } from './message-options.ts'

/** An eip155 address in place of an unknown account. With this address, the other fields can be checked. */
const placeholderAddress = `0x${'0'.repeat(40)}`

/**
 * Creates the message for an account. In one-click sign-in, the account isn't known, and the wallet writes the text. The message
 * then has only fields.
 * @throws `siwx/invalid-message`, also if there is no page and the host sets no domain or URI.
 */
export function messageFor(
  options: MessageOptions,
  { page, clock }: { readonly page: Pick<Page, 'location'>; readonly clock: Pick<Clock, 'now'> },
  { chainId, accountAddress, notBefore }: SignInRequest,
  nonce = createNonce(),
): SignInMessage {
  const { location } = page
  const domain = options.domain ?? domainOf(location?.origin)
  const uri = options.uri ?? (location && uriOf(location.href))
  if (domain === undefined || uri === undefined)
    throw latchkeyError('siwx/invalid-message', {
      values: { reason: 'without the origin of a page, domain and uri are required' },
    })
  const { statement, resources, expiration, requestId } = options
  const now = clock.now()
  const begin = notBefore === undefined ? now : new Date(notBefore).getTime()
  const fields = {
    domain,
    accountAddress: accountAddress || placeholderAddress,
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
  }
  const message = signInMessage(fields)
  return accountAddress ? message : { ...fields, accountAddress }
}

/** Returns a page's URL without query and fragment. Encodes the characters that browsers leave in a path, but RFC 3986 doesn't allow. */
function uriOf(href: string): string {
  const [, origin = '', path = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)/is.exec(href) ?? []
  return origin + path.replace(/[[\]|^\\]|%(?![\da-f]{2})/gi, encodeURIComponent)
}

/** Returns the host of a page. Returns undefined for an opaque origin (`null`), such as the origin of a frame with `srcdoc`. */
function domainOf(origin = ''): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/**
 * Checks that a session's text matches its fields.
 * @throws `siwx/changed-message`; `siwx/invalid-message` if a field is missing or invalid
 */
export function checkText({ data, message }: SignInSession): void {
  if (signInMessage(data).toString() !== message) throw latchkeyError('siwx/changed-message')
}
