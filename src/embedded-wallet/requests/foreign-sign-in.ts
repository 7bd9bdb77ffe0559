/**
 * Why a sign-in is not to be signed: it is for another site than the one that asks, which could then sign in there. EIP-4361
 * has wallets compare the two; Solana's text begins in the same way. Undefined where it is for the asker, or no sign-in.
 * @param origin Of the page that asks, by the browser's word.
 */
export function foreignSignIn(text: string, origin: string): string | undefined {
  const [, scheme, domain] = /^\s*(?:([^:/\s]+):\/\/)?(\S+) wants you to sign in with your /.exec(text) ?? []
  if (domain === undefined) return undefined
  const { host, protocol } = new URL(origin)
  const own = domain === host && (scheme === undefined || `${scheme}:` === protocol)
  return own ? undefined : `the message signs in to ${domain}, but ${host} asks for it. Decline it.`
}
