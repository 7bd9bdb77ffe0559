/**
 * Returns why the wallet must not sign a sign-in message. If the message names another domain than the page's own, the page
 * could use the signature to sign in to that domain as the visitor. So wallets must compare the two domains (EIP-4361).
 * Solana's sign-in message starts in the same way. Returns undefined if the domain and the scheme are the page's, or the text
 * isn't a sign-in message.
 * @param origin The origin of the page that sent the request, as the browser reports it.
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
