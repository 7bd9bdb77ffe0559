/** What a page asks for by `solana:signIn`, in version 1.0.0 of @solana/wallet-standard-features: the rest is the wallet's choice. */
export interface SolanaSignInInput {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/**
 * The text that a wallet makes of it and signs: Sign-In With Solana, as Phantom describes it. Apart from the text that pages
 * compare it with, so that each is a check of the other.
 */
export function solanaSignInText(
  input: SolanaSignInInput & Required<Pick<SolanaSignInInput, 'domain' | 'address'>>,
): string {
  const { domain, address, statement, resources } = input
  const lines: readonly (readonly [label: string, value: string | undefined])[] = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ]
  const fields = lines.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
  if (resources) fields.push(['Resources:', ...resources].join('\n- '))
  // Paragraphs: who asks whom, what for, and the rest.
  const paragraphs = [
    `${domain} wants you to sign in with your Solana account:\n${address}`,
    statement ?? '',
    fields.join('\n'),
  ]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}
