/**
 * Returns the reason why the wallet must not sign a sign-in message: if the message names another domain than the requesting
 * page's, the page could use the signature to sign in to that domain as the visitor. EIP-4361 requires wallets to compare the
 * two domains. Solana's sign-in message starts the same way. Returns undefined if the domain matches, or if the text isn't a
 * sign-in message.
 * @param origin The requesting page's origin, as the browser reports it.
 */
export function foreignSignIn(text: string, origin: string): string | undefined {
  const [, scheme, domain] = /^\s*(?:([^:/\s]+):\/\/)?(\S+) wants you to sign in with your /.exec(text) ?? []
  if (domain === undefined) return undefined
  const { host, protocol } = new URL(origin)
  const own = domain === host && (scheme === undefined || `${scheme}:` === protocol)
  return own
    ? undefined
    : `this message signs you in to ${domain}, but ${host} sent the request. Decline the request.`
}
