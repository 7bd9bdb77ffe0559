/**
 * Why a sign-in message must not be signed: if its domain isn't the requesting page's, the page could sign in to that other site. EIP-4361 requires
 * wallets to compare the two domains. Solana's sign-in message starts the same way. Undefined if the domain matches, or the text is not a sign-in
 * message.
 * @param origin The requesting page's origin, as the browser reports it.
 */
export function foreignSignIn(text: string, origin: string): string | undefined {
  const [, scheme, domain] = /^\s*(?:([^:/\s]+):\/\/)?(\S+) wants you to sign in with your /.exec(text) ?? []
  if (domain === undefined) return undefined
  const { host, protocol } = new URL(origin)
  const own = domain === host && (scheme === undefined || `${scheme}:` === protocol)
  return own ? undefined : `the message signs in to ${domain}, but ${host} asks for it. Decline it.`
}
